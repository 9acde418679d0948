package main

import (
	"errors"
	"flag"
	"fmt"

	"github.com/contextls/contextls/lsp/engine"
)

func queryChunks(args []string) (int, error) {
	flags := flag.NewFlagSet("query", flag.ContinueOnError)
	tier := flags.Int("tier", 1, "`0`: signatures, 1: and a line of documentation, 2: the sources")
	limit := flags.Int("limit", 50, "list at most so many definitions")
	tokens := flags.Int("tokens", 0, "what the text may cost, in `tokens` (default: the settings' tokenBudget)")
	asJSON := flags.Bool("json", false, "print the whole answer as JSON")
	rest, err := parseRest(flags, args)
	switch {
	case err != nil:
		return exitUsage, err
	case len(rest) == 0 || len(rest) > 2:
		return exitUsage, errors.New("it wants TEXT, and a folder at most: contextls query TEXT [DIR]")
	}
	return ask(append(rest, ".")[1], func(o *opened) error {
		m, err := o.engine.Query(o.ctx, o.folder.Snapshot(), engine.Query{Text: rest[0], Tier: tier, Limit: limit, Tokens: given(flags, "tokens", tokens)})
		if err != nil {
			return err
		}
		if *asJSON {
			return printJSON(o.wire().Matches(m))
		}
		fmt.Print(m.Text)
		return nil
	})
}

func skeleton(args []string) (int, error) {
	flags := flag.NewFlagSet("skeleton", flag.ContinueOnError)
	file := flags.String("file", "", "the definitions of this `FILE` (default: the folder's 100 most important)")
	dir, err := parseArgs(flags, args)
	if err != nil {
		return exitUsage, err
	}
	return ask(dir, func(o *opened) error {
		path := ""
		if *file != "" {
			path = o.file(*file)
		}
		text, err := o.engine.Skeleton(o.ctx, o.folder.Snapshot(), path, nil)
		if err != nil {
			return err
		}
		fmt.Print(text)
		return nil
	})
}
