package main

import (
	"errors"
	"flag"
	"fmt"
	"os"

	"github.com/contextls/contextls/lsp"
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
	result, err := lsp.NewEngine(buildVersion(), o.settings).Scan(o.ctx, before, lsp.ScanParams{Since: *since})
	if err != nil {
		return exitFailed, err
	}
	o.warn()
	if *asJSON {
		return exitOK, printJSON(result)
	}
	fmt.Printf("%d files scanned, %d changed; %d symbols, %d dependencies; %.2f s\n",
		result.FilesScanned, result.FilesChanged, result.SymbolsIndexed, result.DependenciesIndexed, result.DurationSeconds)
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
	return ask(dir, func(o *opened, engine *lsp.Engine) error {
		return engine.Export(o.ctx, o.folder.Snapshot(), os.Stdout)
	})
}
