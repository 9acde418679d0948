package main

import (
	"cmp"
	"fmt"
	"maps"
	"slices"

	"github.com/spf13/cobra"

	"github.com/contextls/contextls/cmd/contextls/shell"
	"github.com/contextls/contextls/lsp/engine"
	"github.com/contextls/contextls/lsp/protocol"
)

func statsCommand(c *commandLine) *cobra.Command {
	cmd := &cobra.Command{
		Use: "stats [DIR]", Short: "count what the index holds",
		Long:    "Count what the index holds: files, definitions, imports by language, what is left out and why, files that import each other in a circle.",
		Example: "contextls stats --json .",
	}
	asJSON := jsonFlag(cmd.Flags())
	return c.answers(cmd, func(args []string) (int, error) {
		dir, err := oneFolder(args)
		if err != nil {
			return exitUsage, err
		}
		return c.ask(dir, func(o *opened) error {
			s, err := o.engine.Stats(o.ctx, o.snap)
			if err != nil {
				return err
			}
			if *asJSON {
				return c.printJSON(protocol.StatsResult{Folders: []protocol.FolderStats{o.wire().Stats(s)}})
			}
			return c.print(statsText(c.text(), s))
		})
	})
}

// statsText lays numbers out for people.
func statsText(t *shell.Text, s *engine.Stats) *shell.Text {
	number := func(n int) shell.Cell { return shell.Cell{Text: fmt.Sprint(n), Right: true} }
	t.Table(0, [][]shell.Cell{
		{{Style: shell.Title, Text: "Files"}, number(s.Files)},
		{{Style: shell.Title, Text: "Definitions"}, number(s.Symbols)},
		{{Style: shell.Title, Text: "References"}, number(s.References)},
		{{Style: shell.Title, Text: "Files in the graph"}, number(s.Nodes)},
		{{Style: shell.Title, Text: "Edges between them"}, number(s.Edges)},
		{{Style: shell.Title, Text: "Files in circles"}, number(s.Cycles.Files)},
	})
	head := func(names ...string) (cells []shell.Cell) {
		for i, name := range names {
			cells = append(cells, shell.Cell{Style: shell.Title, Text: name, Right: i > 0})
		}
		return cells
	}
	rows := [][]shell.Cell{head("Language", "files", "imports", "resolved", "external", "ambiguous", "unresolved")}
	for _, language := range byCount(s.Languages) {
		i := s.Imports[language]
		all := i.Resolved + i.External + i.Ambiguous + i.Unresolved
		rows = append(rows, []shell.Cell{{Text: language}, number(s.Languages[language]), number(all), number(i.Resolved), number(i.External), number(i.Ambiguous), number(i.Unresolved)})
	}
	t.Line(shell.Plain, "").Table(0, rows)
	t.Line(shell.Plain, "").Line(shell.Title, "Most important files")
	rows = nil
	for _, f := range s.Top {
		rows = append(rows, []shell.Cell{{Text: fmt.Sprintf("%.4f", f.Score)}, {Style: shell.Name, Text: f.Path}})
	}
	t.Table(2, rows)
	if len(s.Excluded) > 0 {
		rows = nil
		for _, reason := range byCount(s.Excluded) {
			rows = append(rows, []shell.Cell{number(s.Excluded[reason]), {Text: reason}})
		}
		t.Line(shell.Plain, "").Line(shell.Title, "Left out").Table(2, rows)
	}
	return t
}

// byCount are names, those with the largest numbers first.
func byCount(counts map[string]int) []string {
	return slices.SortedFunc(maps.Keys(counts), func(a, b string) int {
		return cmp.Or(counts[b]-counts[a], cmp.Compare(a, b))
	})
}
