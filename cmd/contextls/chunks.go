package main

import (
	"errors"
	"flag"
	"fmt"
	"os"

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
		if nothing := m.Nothing(rest[0]); nothing != "" {
			fmt.Fprintln(os.Stderr, "contextls query:", nothing)
		}
		fmt.Print(m.Text)
		return nil
	})
}

func impact(args []string) (int, error) {
	flags := flag.NewFlagSet("impact", flag.ContinueOnError)
	symbol := flags.String("symbol", "", "one of the file's definitions, by its `NAME`: total or Cart.add (default: the whole file)")
	asJSON := flags.Bool("json", false, "print the whole answer as JSON")
	rest, err := parseRest(flags, args)
	switch {
	case err != nil:
		return exitUsage, err
	case len(rest) == 0 || len(rest) > 2:
		return exitUsage, errors.New("it wants FILE, and a folder at most: contextls impact FILE [DIR]")
	}
	return ask(append(rest, ".")[1], func(o *opened) error {
		snap, of := o.folder.Snapshot(), engine.Subject{Path: o.file(rest[0])}
		if *symbol != "" {
			chunk, err := o.engine.ChunkNamed(o.ctx, snap, of.Path, *symbol)
			if err != nil {
				return err
			}
			of = engine.Subject{Chunk: chunk}
		}
		i, err := o.engine.Impact(o.ctx, snap, of)
		if err != nil {
			return err
		}
		if *asJSON {
			return printJSON(o.wire().Impact(i))
		}
		printImpact(i, *symbol != "")
		return nil
	})
}

func printImpact(i *engine.Impact, ofSymbol bool) {
	list := func(title string, lines []string, more int) {
		fmt.Printf("%s (%d)\n", title, len(lines)+more)
		for _, line := range lines {
			fmt.Println("  " + line)
		}
		if more > 0 {
			fmt.Printf("  … and %d more\n", more)
		}
	}
	if ofSymbol {
		var uses []string
		for _, u := range i.Uses {
			uses = append(uses, u.String())
		}
		list("Uses", uses, i.MoreUses)
	}
	list("Direct importers", i.Direct, 0)
	list("Transitive importers, the nearest first", i.Transitive, 0)
	list("Tests among them", i.Tests, 0)
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
