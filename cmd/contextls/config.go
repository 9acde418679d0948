package main

import (
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/contextls/contextls/cmd/contextls/shell"
	"github.com/contextls/contextls/lsp/settings"
)

// configCommand prints the settings in force for a folder as TOML, each with who said it.
func configCommand(c *commandLine) *cobra.Command {
	cmd := &cobra.Command{
		Use: "config [DIR]", Short: "print the settings in force, and who said them",
		Example: "contextls config .",
	}
	asJSON := jsonFlag(cmd.Flags())
	return c.does(cmd, func(args []string) (int, error) { return c.config(args, *asJSON) })
}

// settingJSON is one of them as JSON.
type settingJSON struct {
	Key   string   `json:"key"`
	Value any      `json:"value"`
	From  []string `json:"from"` // who set it, or default
}

func (c *commandLine) config(args []string, asJSON bool) (int, error) {
	dir, err := oneFolder(args)
	if err != nil {
		return exitUsage, err
	}
	root, err := folderAt(dir)
	if err != nil {
		return exitFailed, err
	}
	conf := configuration(root, c.err)
	if asJSON {
		all := []settingJSON{}
		for _, e := range conf.Entries {
			all = append(all, settingJSON{strings.Join(e.Key, "."), e.Value, e.From})
		}
		return exitOK, c.printJSON(all)
	}
	width := 0
	for _, e := range conf.Entries {
		width = max(width, min(len(e.String()), widestSetting))
	}
	t := c.text()
	for _, e := range conf.Entries {
		t.Add(shell.Plain, "%-*s", width, e).Line(shell.Aside, "  # %s", shown(strings.Join(e.From, " + ")))
	}
	return exitOK, c.print(t)
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
