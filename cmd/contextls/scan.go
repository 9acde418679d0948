package main

import (
	"bufio"
	"errors"
	"fmt"

	"github.com/contextls/contextls/lsp"
	"github.com/contextls/contextls/lsp/engine"
)

// scan reads a folder and says what it found: all of it, or what changed since a revision. The daemon is not asked: it
// has read the folder before.
func scan(c *commandLine, args []string) (int, error) {
	flags := c.flags()
	since := flags.String("since", "", "count the files that differ from this git `REVISION`, untracked ones among them")
	asJSON := flags.Bool("json", false, "print the whole answer as JSON")
	dir, err := parseArgs(flags, args)
	if err != nil {
		return exitUsage, err
	}
	o, err := c.begin(dir)
	if err != nil {
		return exitFailed, err
	}
	defer o.stop()
	before := o.folder.Snapshot() // of nothing yet: the scan is what reads the folder
	scanned, err := o.engine.Scan(o.ctx, before, engine.ScanRequest{Since: *since})
	if err != nil {
		return exitFailed, err
	}
	o.warn()
	if *asJSON {
		return exitOK, c.printJSON(lsp.Scanned(scanned))
	}
	fmt.Fprintf(c.out, "%d files scanned, %d changed; %d symbols, %d dependencies; %.2f s\n",
		scanned.Files, scanned.Changed, scanned.Symbols, scanned.Edges, scanned.Duration.Seconds())
	return exitOK, nil
}

// export prints what the index holds, for other programs.
func export(c *commandLine, args []string) (int, error) {
	flags := c.flags()
	asJSON := flags.Bool("json", false, "as lines of JSON: the only format there is, to be asked for by name")
	dir, err := parseArgs(flags, args)
	switch {
	case err != nil:
		return exitUsage, err
	case !*asJSON:
		return exitUsage, errors.New("it wants a format: contextls export --json [DIR]")
	}
	return c.ask(dir, func(o *opened) error {
		out := bufio.NewWriter(asItIs(c.out)) // JSON, which is visible
		return errors.Join(lsp.Export(o.ctx, o.engine, o.snap, out), out.Flush())
	})
}
