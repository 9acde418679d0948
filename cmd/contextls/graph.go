package main

import (
	"errors"
	"fmt"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/contextls/contextls/cmd/contextls/draw"
	"github.com/contextls/contextls/lsp/engine"
)

// overviewFiles is how many files a drawing of a whole project has.
const overviewFiles = 40

func graphCommand(c *commandLine) *cobra.Command {
	cmd := &cobra.Command{
		Use: "graph [FILE] [DIR]", Short: "draw who imports a file and what it imports",
		Long: "Draw who imports a file, on the left, and what it imports, on the right; without a file, the imports among a project's most important ones. " +
			"Where there are too many files to tell them apart they are groups by directory.",
		Example: "contextls graph store/cart.py > graph.svg",
	}
	flags := cmd.Flags()
	var targets targetFlags
	flags.Var(&targets.existing, "target", "the `FILE` in the middle; the same as FILE without the flag")
	format := choose(flags, "format", "svg, html, mermaid, dot or json (default: mermaid on a terminal, else svg)", "svg", "html", "mermaid", "dot", "json")
	depth := flags.Int("depth", 2, "how many import `STEPS` from the file are drawn")
	asJSON := flags.Bool("json", false, "print what would be drawn as JSON, as --format json does")
	return c.answers(cmd, func(args []string) (int, error) {
		dir, err := targets.among(c, args)
		if err == nil && len(targets.bare)+len(targets.existing) > 1 {
			err = errors.New("one file at most")
		}
		if err != nil {
			return exitUsage, err
		}
		return c.ask(dir, func(o *opened) error {
			named, err := targets.read(o)
			if err != nil {
				return err
			}
			var g *draw.Graph
			if len(named) > 0 {
				g, err = o.neighbourhood(named[0].Path, *depth)
			} else {
				g, err = o.overview()
			}
			if err != nil {
				return err
			}
			if *asJSON {
				*format = "json"
			}
			return c.printGraph(g, *format)
		})
	})
}

func (c *commandLine) printGraph(g *draw.Graph, format string) (err error) {
	switch {
	case format == "json":
		return c.printJSON(g)
	case format == "mermaid", format == "" && c.screen.Width > 0:
		_, err = fmt.Fprint(c.out, g.Mermaid())
	case format == "dot":
		_, err = fmt.Fprint(c.out, g.Dot())
	case format == "html":
		_, err = fmt.Fprint(c.out, g.HTML())
	default:
		_, err = fmt.Fprint(c.out, g.SVG())
	}
	return err
}

// neighbourhood is who imports a file and what it imports, so many steps far.
func (o *opened) neighbourhood(file string, depth int) (*draw.Graph, error) {
	edges, err := o.engine.Imports(o.ctx, o.snap, file, engine.BothWays, &depth)
	if err != nil {
		return nil, err
	}
	ranking, err := o.engine.Rank(o.ctx, o.snap, engine.RankRequest{Targets: []engine.Target{{Path: file}}})
	if err != nil {
		return nil, err
	}
	rel, err := filepath.Rel(o.root, file)
	if err != nil {
		return nil, err
	}
	return draw.Around(filepath.ToSlash(rel), links(edges), drawn(ranking.Files)), nil
}

// overview is the imports among the most important files.
func (o *opened) overview() (*draw.Graph, error) {
	ranking, err := o.engine.Rank(o.ctx, o.snap, engine.RankRequest{})
	if err != nil {
		return nil, err
	}
	var all []draw.Link
	for _, f := range ranking.Files {
		edges, err := o.engine.Imports(o.ctx, o.snap, o.folder.Abs(f.Path), engine.FromFile, nil)
		if err != nil {
			return nil, err
		}
		all = append(all, links(edges)...)
	}
	return draw.Overview(filepath.Base(o.root), all, drawn(ranking.Files), overviewFiles), nil
}

// links are the imports that lead to files of the folder.
func links(edges []engine.ImportEdge) (links []draw.Link) {
	for _, e := range edges {
		if e.Imported != "" {
			links = append(links, draw.Link{From: e.Importer, To: e.Imported, Cycle: e.InCycle})
		}
	}
	return links
}

func drawn(ranked []engine.RankedFile) map[string]draw.File {
	files := map[string]draw.File{}
	for _, f := range ranked {
		files[f.Path] = draw.File{Importance: f.Importance, Test: f.Relationship.String() == "test", Reasons: f.Reasons}
	}
	return files
}
