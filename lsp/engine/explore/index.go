package explore

import (
	"github.com/google/jsonschema-go/jsonschema"

	"github.com/contextls/contextls/budget/render"
	"github.com/contextls/contextls/lsp/engine"

	"context"
	"fmt"
	"strings"
)

// The providers that ask the index.
func indexProviders() []provider {
	return []provider{{
		Provider: Provider{Name: "symbol_list",
			Description: "List what a source file defines, with line, kind, signature and the first sentence of its documentation, and what it imports.",
			Schema: object(map[string]*jsonschema.Schema{
				"path": pathOfFile("The file's path relative to the workspace folder."),
			}, "path")},
		run: symbolList,
	}, {
		Provider: Provider{Name: "import_graph",
			Description: "Show the imports of a source file, the files that import it, or both, each with its line; " +
				"or with `to` the shortest chain of imports from the file to another.",
			Schema: object(map[string]*jsonschema.Schema{
				"path":      pathOfFile("The file's path relative to the workspace folder."),
				"direction": oneOf("both", "Which way to follow imports.", "imports", "importedBy", "both"),
				"depth":     numberFrom(1, 20, 1, "How many import steps to follow."),
				"to":        pathOfFile("Another file: show only how imports lead to it from the first."),
			}, "path")},
		run: importGraph,
	}, {
		Provider: Provider{Name: "repo_map",
			Description: "Draw a map of the workspace: the most important files, the best of them with signatures of what they define.",
			Schema: object(map[string]*jsonschema.Schema{
				"tokens": numberFrom(1, 100_000, 2048, "What the map may cost, in tokens, without the line that says what is not on it."),
				"paths":  listOf(50, "Files to draw the map around."),
				"task":   stringOf(maxTextLength, "What is to be done, in words: what it speaks of comes first."),
			})},
		run: drawMap,
	}, {
		Provider: Provider{Name: "discover_context",
			Description: "Find the files that matter for a task or for a change of some files, the most relevant first, " +
				"each with its score, its distance in imports and the reasons.",
			Schema: object(map[string]*jsonschema.Schema{
				"task":  stringOf(maxTextLength, "What is to be done, in words; paths and names of symbols in it count most."),
				"paths": listOf(50, "Files that are to be changed."),
				"limit": numberFrom(1, 500, 20, "How many files to list."),
			})},
		run: discoverContext,
	}}
}

func symbolList(ctx context.Context, r *round, a arguments) (finding, error) {
	p, err := r.allowed("path", a.text("path"))
	if err != nil {
		return finding{}, err
	}
	o, err := r.engine.Symbols(ctx, r.snap, p)
	if err != nil {
		return finding{}, engine.Bad("path", "%v", err)
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%s, %s, %d lines\n", render.Path(p), o.Language, o.Lines)
	for _, imp := range o.Imports {
		fmt.Fprintf(&b, "%d import %s", imp.Line+1, render.Line(imp.Specifier))
		if len(imp.Names) > 0 {
			fmt.Fprintf(&b, " (%s)", strings.Join(imp.Names, ", "))
		}
		b.WriteByte('\n')
	}
	for _, s := range o.Symbols {
		fmt.Fprintf(&b, "%d %s", s.Line+1, s.Kind)
		if s.Container != "" {
			b.WriteString(" of " + s.Container)
		}
		b.WriteString(": " + s.Signature)
		if s.Doc != "" {
			doc, _, _ := strings.Cut(s.Doc, "\n")
			b.WriteString(" — " + doc)
		}
		b.WriteByte('\n')
	}
	return finding{content: b.String()}, nil
}

func importGraph(ctx context.Context, r *round, a arguments) (finding, error) {
	p, err := r.allowed("path", a.text("path"))
	if err != nil {
		return finding{}, err
	}
	if to := a.text("to"); to != "" {
		return importChain(ctx, r, p, to)
	}
	depth := a.number("depth")
	edges, err := r.engine.Imports(ctx, r.snap, p, a.text("direction"), &depth)
	if err != nil {
		return finding{}, engine.Bad("path", "%v", err)
	}
	if len(edges) == 0 {
		return finding{content: "no imports\n"}, nil
	}
	var b strings.Builder
	for _, e := range edges {
		fmt.Fprintf(&b, "%s:%d imports %s", render.Path(e.Importer), e.Line+1, render.Line(e.Specifier))
		if e.Imported != "" {
			fmt.Fprintf(&b, " → %s\n", render.Path(e.Imported))
		} else {
			fmt.Fprintf(&b, " (%s)\n", e.Status)
		}
	}
	return finding{content: b.String()}, nil
}

func importChain(ctx context.Context, r *round, from, to string) (finding, error) {
	to, err := r.allowed("to", to)
	if err != nil {
		return finding{}, err
	}
	chain, err := r.engine.ImportChain(ctx, r.snap, from, to)
	if err != nil {
		return finding{}, err
	}
	if len(chain) == 0 {
		return finding{content: fmt.Sprintf("no chain of imports leads from %s to %s\n", render.Path(from), render.Path(to))}, nil
	}
	for i, p := range chain {
		chain[i] = render.Path(p)
	}
	return finding{content: strings.Join(chain, " → ") + "\n"}, nil
}

func drawMap(ctx context.Context, r *round, a arguments) (finding, error) {
	paths, err := r.allAllowed("paths", a.list("paths"))
	if err != nil {
		return finding{}, err
	}
	tokens := min(a.number("tokens"), r.tokens)
	m, err := r.engine.Map(ctx, r.snap, engine.MapRequest{Tokens: &tokens, Targets: engine.Targets(paths), Task: a.text("task"), Tokenizer: r.tokenizer})
	if err != nil {
		return finding{}, err
	}
	f := finding{content: m.Content}
	if m.FilesOmitted > 0 {
		f.missing = count(m.FilesOmitted, "file is not on the map", "files are not on the map")
	}
	return f, nil
}

func discoverContext(ctx context.Context, r *round, a arguments) (finding, error) {
	paths, err := r.allAllowed("paths", a.list("paths"))
	if err != nil {
		return finding{}, err
	}
	if a.text("task") == "" && len(paths) == 0 {
		return finding{}, engine.Bad("task", "without a task, paths are needed")
	}
	ranking, err := r.engine.Rank(ctx, r.snap, engine.RankRequest{Task: a.text("task"), Targets: engine.Targets(paths)})
	if err != nil {
		return finding{}, err
	}
	var f finding
	limit, files := a.number("limit"), ranking.Files
	if more := len(files) - limit; more > 0 {
		files = files[:limit]
		f.missing = count(more, "less relevant file is", "less relevant files are") + " not listed"
	}
	var b strings.Builder
	for _, file := range files {
		fmt.Fprintf(&b, "%.2f %s (%s", file.Score, render.Path(file.Path), strings.ReplaceAll(file.Relationship.String(), "_", " "))
		if file.Distance > 0 {
			fmt.Fprintf(&b, ", %s away", count(file.Distance, "import", "imports"))
		}
		fmt.Fprintf(&b, "): %s\n", render.Line(strings.Join(file.Reasons, "; ")))
	}
	if f.content = b.String(); f.content == "" {
		f.content = "no file matters\n"
	}
	return f, nil
}
