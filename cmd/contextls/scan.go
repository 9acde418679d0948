package main

import (
	"errors"
	"flag"
	"fmt"
	"os"

	"github.com/contextls/contextls/lsp"
	"github.com/contextls/contextls/lsp/engine"
)

// scan reads a folder and says what it found: all of it, or what changed since a revision.
func scan(args []string) (int, error) {
	flags := flag.NewFlagSet("scan", flag.ContinueOnError)
	since := flags.String("since", "", "count the files that differ from this git `REVISION`, untracked ones among them")
	asJSON := flags.Bool("json", false, "print the whole answer as JSON")
	dir, err := parseArgs(flags, args)
	if err != nil {
		return exitUsage, err
	}
	o, err := begin(dir)
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
		return exitOK, printJSON(lsp.Scanned(scanned))
	}
	fmt.Fprintf(stdout(), "%d files scanned, %d changed; %d symbols, %d dependencies; %.2f s\n",
		scanned.Files, scanned.Changed, scanned.Symbols, scanned.Edges, scanned.Duration.Seconds())
	return exitOK, nil
}

// export prints what the index holds, for other programs.
func export(args []string) (int, error) {
	flags := flag.NewFlagSet("export", flag.ContinueOnError)
	asJSON := flags.Bool("json", false, "as lines of JSON: the only format there is, to be asked for by name")
	dir, err := parseArgs(flags, args)
	switch {
	case err != nil:
		return exitUsage, err
	case !*asJSON:
		return exitUsage, errors.New("it wants a format: contextls export --json [DIR]")
	}
	return ask(dir, func(o *opened) error {
		return lsp.Export(o.ctx, o.engine, o.folder.Snapshot(), os.Stdout) // JSON, which is visible
	})
}
