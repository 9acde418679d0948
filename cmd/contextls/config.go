package main

import (
	"flag"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/contextls/contextls/lsp/settings"
)

// config prints the settings in force for a folder as TOML, each with who said it.
func config(args []string) (int, error) {
	dir, err := parseArgs(flag.NewFlagSet("config", flag.ContinueOnError), args)
	if err != nil {
		return exitUsage, err
	}
	root, err := folderAt(dir)
	if err != nil {
		return exitFailed, err
	}
	c := configuration(root, stderr())
	width := 0
	for _, e := range c.Entries {
		width = max(width, min(len(e.String()), widestSetting))
	}
	for _, e := range c.Entries {
		fmt.Fprintf(stdout(), "%-*s  # %s\n", width, e, shown(strings.Join(e.From, " + ")))
	}
	return exitOK, nil
}

// widestSetting is how far to the right the comments stand; longer lines push theirs out.
const widestSetting = 48

// shown is a name as it may stand in a line.
func shown(name string) string {
	if quoted := strconv.Quote(name); quoted != `"`+name+`"` {
		return quoted
	}
	return name
}

// configuration works out the settings for a folder, and tells what of them does not count.
func configuration(root string, errs io.Writer) settings.Configuration {
	c := settings.UserSources().Load(root, nil)
	for _, p := range c.Problems {
		fmt.Fprintln(errs, "contextls: setting", p+"; it does not count")
	}
	return c
}
