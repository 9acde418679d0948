package main

import (
	"flag"
	"fmt"
	"io"

	"github.com/contextls/contextls/lsp/engine"
)

// parseFirst parses the arguments of a command that wants one thing, and a folder at most.
func parseFirst(flags *flag.FlagSet, args []string, what string) (first, dir string, err error) {
	rest, err := parseRest(flags, args)
	switch {
	case err != nil:
		return "", "", err
	case len(rest) == 0 || len(rest) > 2:
		return "", "", fmt.Errorf("it wants %s, and a folder at most: contextls %s %s [DIR]", what, flags.Name(), what)
	}
	return rest[0], append(rest, ".")[1], nil
}

func queryChunks(c *commandLine, args []string) (int, error) {
	flags := c.flags()
	tier := flags.Int("tier", 1, "`0`: signatures, 1: and a line of documentation, 2: the sources")
	limit := flags.Int("limit", 50, "list at most so many definitions")
	tokens := flags.Int("tokens", 0, "what the text may cost, in `tokens` (default: the settings' tokenBudget)")
	asJSON := flags.Bool("json", false, "print the whole answer as JSON")
	text, dir, err := parseFirst(flags, args, "TEXT")
	if err != nil {
		return exitUsage, err
	}
	return c.ask(dir, func(o *opened) error {
		m, err := o.engine.Query(o.ctx, o.snap, engine.Query{Text: text, Tier: tier, Limit: limit, Tokens: given(flags, "tokens", tokens)})
		if err != nil {
			return err
		}
		if *asJSON {
			return c.printJSON(o.wire().Matches(m))
		}
		if nothing := m.Nothing(text); nothing != "" {
			fmt.Fprintln(c.err, "contextls query:", nothing)
		}
		fmt.Fprint(c.out, m.Text)
		return nil
	})
}

func impact(c *commandLine, args []string) (int, error) {
	flags := c.flags()
	symbol := flags.String("symbol", "", "one of the file's definitions, by its `NAME`: total or Cart.add (default: the whole file)")
	asJSON := flags.Bool("json", false, "print the whole answer as JSON")
	file, dir, err := parseFirst(flags, args, "FILE")
	if err != nil {
		return exitUsage, err
	}
	return c.ask(dir, func(o *opened) error {
		snap, of := o.snap, engine.Subject{Path: o.file(file)}
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
			return c.printJSON(o.wire().Impact(i))
		}
		printImpact(c.out, i, *symbol != "")
		return nil
	})
}

func printImpact(out io.Writer, i *engine.Impact, ofSymbol bool) {
	list := func(title string, lines []string, more int) {
		fmt.Fprintf(out, "%s (%d)\n", title, len(lines)+more)
		for _, line := range lines {
			fmt.Fprintln(out, "  "+line)
		}
		if more > 0 {
			fmt.Fprintf(out, "  … and %d more\n", more)
		}
	}
	if ofSymbol {
		places := func(title string, uses []engine.Use, more int) {
			var lines []string
			for _, u := range uses {
				lines = append(lines, u.String())
			}
			list(title, lines, more)
		}
		places("Uses", i.Uses, i.MoreUses)
		if len(i.Overriders) > 0 {
			places("Overriders", i.Overriders, 0)
		}
		if len(i.Implementers) > 0 {
			places("Implementers", i.Implementers, 0)
		}
	}
	list("Direct importers", i.Direct, 0)
	list("Transitive importers, the nearest first", i.Transitive, 0)
	list("Tests among them", i.Tests, 0)
}

func skeleton(c *commandLine, args []string) (int, error) {
	flags := c.flags()
	file := flags.String("file", "", "the definitions of this `FILE` (default: the folder's 100 most important)")
	dir, err := parseArgs(flags, args)
	if err != nil {
		return exitUsage, err
	}
	return c.ask(dir, func(o *opened) error {
		path := ""
		if *file != "" {
			path = o.file(*file)
		}
		text, err := o.engine.Skeleton(o.ctx, o.snap, path, nil)
		if err != nil {
			return err
		}
		fmt.Fprint(c.out, text)
		return nil
	})
}
