package main

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/contextls/contextls/budget/render"
	"github.com/contextls/contextls/cmd/contextls/shell"
	"github.com/contextls/contextls/lsp/engine"
	"github.com/contextls/contextls/lsp/protocol"
)

func queryCommand(c *commandLine) *cobra.Command {
	cmd := &cobra.Command{
		Use: "query TEXT [DIR]", Short: "list the definitions that match some words",
		Example: `contextls query "price of an item" --tier 2 --limit 5`,
	}
	flags := cmd.Flags()
	tier := flags.Int("tier", 1, "`LEVEL` 0: signatures, 1: and a line of documentation, 2: the sources")
	limit := flags.Int("limit", 50, "list at most `N` definitions")
	tokens := tokensFlag(flags, 0, "what the text may cost, in `TOKENS` (default: the settings' tokenBudget)")
	var targets targetFlags
	flags.Var(&targets.existing, "target", "a `FILE` at hand, or a part of it: of what matches alike, what is near it comes first; may be repeated")
	repositories := repositoriesFlag(flags, "search")
	asJSON := jsonFlag(flags)
	return c.answers(cmd, func(args []string) (int, error) {
		const quotes = "a text of several words stands in quotes"
		if len(args) == 0 || len(args) > 2 {
			return exitUsage, errors.New("it wants TEXT, and a folder at most: contextls query TEXT [DIR]; " + quotes)
		}
		if len(args) == 2 {
			if _, err := os.Stat(c.abs(args[1])); errors.Is(err, fs.ErrNotExist) {
				return exitUsage, fmt.Errorf("%s: there is no such folder; %s", args[1], quotes)
			}
		}
		text, dir := args[0], append(args, ".")[1]
		return c.ask(dir, func(o *opened) error {
			named, err := targets.read(o)
			if err != nil {
				return err
			}
			m, err := o.engine.Query(o.ctx, o.snap, engine.Query{Text: text, Tier: tier, Limit: limit, Tokens: given(flags, "tokens", tokens), Targets: named, Repositories: *repositories})
			if err != nil {
				return err
			}
			c.tellDegraded(m.Degraded)
			if *asJSON {
				return c.printJSON(o.wire().Matches(m))
			}
			if nothing := m.Nothing(text); nothing != "" {
				fmt.Fprintln(c.err, "contextls query:", nothing)
			}
			_, err = fmt.Fprint(c.out, m.Text)
			return err
		})
	})
}

// repositoriesFlag names repositories of the store.
func repositoriesFlag(flags *pflag.FlagSet, verb string) *[]string {
	return flags.StringSlice("repositories", nil, verb+" other repositories of the store, too: `GLOBS` of their names, '*' for all of them")
}

// tellDegraded says what is missing of an answer.
func (c *commandLine) tellDegraded(reasons []string) {
	for _, reason := range reasons {
		fmt.Fprintln(c.err, "contextls: degraded:", render.Line(reason))
	}
}

func impactCommand(c *commandLine) *cobra.Command {
	cmd := &cobra.Command{
		Use: "impact FILE|NAME [DIR]", Short: "list whom a change of a file or a definition may concern",
		Long: "List whom a change may concern: of a definition each use, with the definition around it; files that import the file; tests. A definition is " +
			"FILE:NAME, or NAME alone: of several the one that the program uses most, and the others are told.",
		Example: "contextls impact store/price.py:price\n  contextls impact Cart.add",
	}
	flags := cmd.Flags()
	symbol := flags.String("symbol", "", "a definition of the file, or without one of the folder, by its `NAME`: total or Cart.add (default: the whole file)")
	repositories := repositoriesFlag(flags, "ask")
	asJSON := jsonFlag(flags)
	return c.answers(cmd, func(args []string) (int, error) {
		var about targetFlags
		dir, err := about.among(c, args)
		if err == nil && (len(about.bare) > 1 || len(about.bare) == 0 && *symbol == "") {
			err = errors.New("it wants FILE or NAME, and a folder at most: contextls impact FILE|NAME [DIR]")
		}
		if err != nil {
			return exitUsage, err
		}
		return c.ask(dir, func(o *opened) error {
			of, err := o.subject(strings.Join(about.bare, ""), *symbol)
			if err != nil {
				return err
			}
			i, err := o.engine.Impact(o.ctx, o.snap, of, *repositories...)
			if err != nil {
				return err
			}
			c.tellDegraded(i.Degraded)
			if *asJSON {
				return c.printJSON(o.wire().Impact(i))
			}
			return c.print(impactText(c.text(), i, of.Chunk != ""))
		})
	})
}

// subject is a file, or a definition by its name: one written behind the file, one given besides, or one that no file is called.
func (o *opened) subject(written, symbol string) (engine.Subject, error) {
	file, part := engine.SplitTarget(written, o.exists)
	name := cmp.Or(symbol, part)
	missing := o.missing(file)
	switch {
	case written == "":
	case missing == nil:
		file = o.file(file)
	case symbol == "" && !strings.ContainsAny(written, `/\`):
		file, name = "", written
	default:
		return engine.Subject{}, missing
	}
	if name == "" {
		return engine.Subject{Path: file}, nil
	}
	chunk, choice, err := o.engine.ChunkNamed(o.ctx, o.snap, file, name)
	var wrong *engine.ParamError
	switch {
	case err == nil:
	case name == written:
		return engine.Subject{}, fmt.Errorf("%w; nor is a definition called so", missing)
	case symbol == "" && errors.As(err, &wrong):
		return engine.Subject{}, errors.New(wrong.Problem) // of no flag
	}
	if choice != "" {
		fmt.Fprintf(o.err, "contextls impact: %s is %s\n", render.Line(name), choice)
	}
	return engine.Subject{Chunk: chunk}, err
}

func impactText(t *shell.Text, i *engine.Impact, ofSymbol bool) *shell.Text {
	list := func(title string, lines []string, more int) {
		t.Add(shell.Title, "%s", title).Line(shell.Plain, " (%d)", len(lines)+more)
		for _, line := range lines {
			t.Line(shell.Plain, "  %s", line)
		}
		if more > 0 {
			t.Line(shell.Aside, "  … and %d more", more)
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
	if len(i.Elsewhere) > 0 {
		var lines []string
		for _, u := range i.Elsewhere {
			lines = append(lines, u.String())
		}
		list("Uses in other repositories", lines, i.MoreElsewhere)
	}
	return t
}

func skeletonCommand(c *commandLine) *cobra.Command {
	cmd := &cobra.Command{
		Use: "skeleton [FILE] [DIR]", Short: "list the most important definitions, or those of a file",
		Example: "contextls skeleton --file store/cart.py",
	}
	flags := cmd.Flags()
	var of targetFlags
	file := flags.String("file", "", "the definitions of this `FILE` (default: the folder's 100 most important); the same as FILE without the flag")
	asJSON := jsonFlag(flags)
	return c.answers(cmd, func(args []string) (int, error) {
		dir, err := of.among(c, args)
		if err == nil && len(of.bare) > 0 {
			if len(of.bare) > 1 || *file != "" {
				err = fmt.Errorf("one file at most, not %s too", strings.Join(of.bare, ", "))
			}
			*file = of.bare[0]
		}
		if err != nil {
			return exitUsage, err
		}
		return c.ask(dir, func(o *opened) error {
			path := ""
			if *file != "" {
				if err := o.missing(*file); err != nil {
					return err
				}
				path = o.file(*file)
			}
			text, err := o.engine.Skeleton(o.ctx, o.snap, path, nil)
			if err != nil {
				return err
			}
			if *asJSON {
				return c.printJSON(protocol.SkeletonResult{Text: text})
			}
			_, err = fmt.Fprint(c.out, text)
			return err
		})
	})
}
