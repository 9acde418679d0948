package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"github.com/contextls/contextls/cmd/contextls/shell"
	"github.com/contextls/contextls/lsp"
	"github.com/contextls/contextls/lsp/engine"
)

func mapCommand(c *commandLine) *cobra.Command {
	cmd := &cobra.Command{
		Use: "map [FILE]… [DIR]", Short: "print a map of the most important files with their signatures",
		Long:    "Print a map of a project: its most important files with their signatures, those first that matter to some files or to a task.",
		Example: "contextls map --tokens 2000 ~/src/shop",
	}
	flags := cmd.Flags()
	about := addAboutFlags(flags)
	tokens := tokensFlag(flags, 0, "what the map may cost, in `TOKENS` (default: the setting repoMapTokens)")
	asJSON := jsonFlag(flags)
	return c.answers(cmd, func(args []string) (int, error) {
		return c.askAbout(about, args, func(o *opened, named []engine.Target) error {
			m, err := o.engine.Map(o.ctx, o.snap, engine.MapRequest{Task: about.task, Targets: named, Tokens: given(flags, "tokens", tokens)})
			if err != nil {
				return err
			}
			if *asJSON {
				return c.printJSON(o.wire().Map(m))
			}
			_, err = fmt.Fprintln(c.out, strings.TrimSuffix(m.Content, "\n"))
			return err
		})
	})
}

func rankCommand(c *commandLine) *cobra.Command {
	cmd := &cobra.Command{
		Use: "rank [FILE]… [DIR]", Short: "list the files that matter, with reasons",
		Long:    "List the files that matter to some files or to a task, with reasons; with neither, those that matter most of all.",
		Example: "contextls rank store/cart.py --task \"Round the sum\" --limit 5",
	}
	flags := cmd.Flags()
	about := addAboutFlags(flags)
	limit := flags.Int("limit", 20, "list at most `N` files")
	definitions := flags.Int("definitions", 0, "list `N` definitions in place of files, the likeliest to be touched first")
	asJSON := jsonFlag(flags)
	return c.answers(cmd, func(args []string) (int, error) {
		return c.askAbout(about, args, func(o *opened, named []engine.Target) error {
			r, err := o.engine.Rank(o.ctx, o.snap, engine.RankRequest{Task: about.task, Targets: named, Limit: limit, Definitions: *definitions})
			if err != nil {
				return err
			}
			if *asJSON {
				return c.printJSON(o.wire().Ranking(r))
			}
			var rows [][]shell.Cell
			if *definitions > 0 {
				for _, d := range r.Definitions {
					rows = append(rows, ranked(d.Score, d.Chunk, d.Reasons))
				}
			} else {
				for _, f := range r.Files {
					rows = append(rows, ranked(f.Score, f.Path, f.Reasons))
				}
			}
			return c.print(c.text().Lines(rows))
		})
	})
}

func ranked(score float64, name string, reasons []string) []shell.Cell {
	return []shell.Cell{{Text: fmt.Sprintf("%.3f", score)}, {Style: shell.Name, Text: name}, {Style: shell.Aside, Text: "(" + strings.Join(reasons, "; ") + ")"}}
}

// askAbout puts a question about the task and the targets among a command line's arguments to their folder, as ask does.
func (c *commandLine) askAbout(about *aboutFlags, args []string, question func(o *opened, named []engine.Target) error) (int, error) {
	dir, err := about.among(c, args)
	if err != nil {
		return exitUsage, err
	}
	return c.ask(dir, func(o *opened) error {
		named, err := about.read(o)
		if err != nil {
			return err
		}
		return question(o, named)
	})
}

// ask puts a question to a folder: to the daemon, which asks it in its turn, or to one that is indexed here.
func (c *commandLine) ask(dir string, question func(*opened) error) (int, error) {
	if code, answered, err := c.attach(); answered {
		return code, err
	}
	o, err := c.open(dir)
	if err != nil {
		return exitFailed, err
	}
	defer o.stop()
	if err := question(o); err != nil {
		return exitFailed, err
	}
	return exitOK, nil
}

// text begins an answer for the screen that there is.
func (c *commandLine) text() *shell.Text { return shell.NewText(c.screen) }

// print prints an answer.
func (c *commandLine) print(t *shell.Text) error {
	_, err := io.WriteString(asItIs(c.out), t.String())
	return err
}

func (c *commandLine) printJSON(v any) error {
	data, err := lsp.JSON(v)
	if err != nil {
		return fmt.Errorf("cannot print the answer: %w", err)
	}
	var out bytes.Buffer
	if err := json.Indent(&out, data, "", "  "); err != nil {
		return fmt.Errorf("cannot print the answer: %w", err)
	}
	out.WriteByte('\n')
	_, err = out.WriteTo(c.out)
	return err
}
