package lsp

import (
	"context"
	"fmt"
	"strings"

	"github.com/contextls/contextls/lsp/settings"
)

// The providers that ask the index.
func indexProviders() []provider {
	return []provider{{
		name:        "symbol_list",
		description: "List what a source file defines, with line, kind, signature and the first sentence of its documentation, and what it imports.",
		schema: object(map[string]Property{
			"path": pathOfFile("The file's path relative to the workspace folder."),
		}, "path"),
		run: symbolList,
	}, {
		name: "import_graph",
		description: "Show the imports of a source file, the files that import it, or both, each with its line; " +
			"or with `to` the shortest chain of imports from the file to another.",
		schema: object(map[string]Property{
			"path":      pathOfFile("The file's path relative to the workspace folder."),
			"direction": oneOf("both", "Which way to follow imports.", "imports", "importedBy", "both"),
			"depth":     numberFrom(1, 20, 1, "How many import steps to follow."),
			"to":        pathOfFile("Another file: show only how imports lead to it from the first."),
		}, "path"),
		run: importGraph,
	}, {
		name:        "repo_map",
		description: "Draw a map of the workspace: the most important files, the best of them with signatures of what they define.",
		schema: object(map[string]Property{
			"tokens": numberFrom(1, 100_000, settings.Default().RepoMapTokens, "What the map may cost, in tokens, without the line that says what is not on it."),
			"paths":  listOf(50, "Files to draw the map around."),
			"task":   stringOf(maxTextLength, "What is to be done, in words: what it speaks of comes first."),
		}),
		run: drawMap,
	}, {
		name: "discover_context",
		description: "Find the files that matter for a task or for a change of some files, the most relevant first, " +
			"each with its score, its distance in imports and the reasons.",
		schema: object(map[string]Property{
			"task":  stringOf(maxTextLength, "What is to be done, in words; paths and names of symbols in it count most."),
			"paths": listOf(50, "Files that are to be changed."),
			"limit": numberFrom(1, 500, 20, "How many files to list."),
		}),
		run: discoverContext,
	}}
}

func symbolList(ctx context.Context, x *exploring, a arguments) (finding, error) {
	p, err := x.place("path", a.text("path"))
	if err != nil {
		return finding{}, err
	}
	s, err := x.engine.Symbols(ctx, x.snap, SymbolsParams{URI: x.uri(p)})
	if err != nil {
		return finding{}, bad("path", "%v", err)
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%s, %s, %d lines\n", p, s.Language, s.LineCount)
	for _, imp := range s.Imports {
		fmt.Fprintf(&b, "%d import %s", imp.Line+1, imp.Specifier)
		if len(imp.Names) > 0 {
			fmt.Fprintf(&b, " (%s)", strings.Join(imp.Names, ", "))
		}
		b.WriteByte('\n')
	}
	for _, sym := range s.Symbols {
		fmt.Fprintf(&b, "%d %s", sym.Line+1, sym.Kind)
		if sym.Container != nil {
			b.WriteString(" of " + *sym.Container)
		}
		b.WriteString(": " + sym.Signature)
		if sym.Doc != nil {
			doc, _, _ := strings.Cut(*sym.Doc, "\n")
			b.WriteString(" — " + doc)
		}
		b.WriteByte('\n')
	}
	return finding{content: b.String()}, nil
}

func importGraph(ctx context.Context, x *exploring, a arguments) (finding, error) {
	p, err := x.place("path", a.text("path"))
	if err != nil {
		return finding{}, err
	}
	if to := a.text("to"); to != "" {
		return importChain(ctx, x, p, to)
	}
	depth := a.number("depth")
	r, err := x.engine.Imports(ctx, x.snap, ImportsParams{URI: x.uri(p), Direction: a.text("direction"), Depth: &depth})
	if err != nil {
		return finding{}, bad("path", "%v", err)
	}
	if len(r.Edges) == 0 {
		return finding{content: "no imports\n"}, nil
	}
	var b strings.Builder
	for _, e := range r.Edges {
		fmt.Fprintf(&b, "%s:%d imports %s", x.rel(e.Importer), e.Line+1, e.Specifier)
		if e.Imported != nil {
			fmt.Fprintf(&b, " → %s\n", x.rel(*e.Imported))
		} else {
			fmt.Fprintf(&b, " (%s)\n", e.Status)
		}
	}
	return finding{content: b.String()}, nil
}

func importChain(ctx context.Context, x *exploring, from, to string) (finding, error) {
	to, err := x.place("to", to)
	if err != nil {
		return finding{}, err
	}
	r, err := x.engine.ImportChain(ctx, x.snap, ImportChainParams{From: x.uri(from), To: x.uri(to)})
	if err != nil {
		return finding{}, err
	}
	if len(r.Chain) == 0 {
		return finding{content: fmt.Sprintf("no chain of imports leads from %s to %s\n", from, to)}, nil
	}
	for i, uri := range r.Chain {
		r.Chain[i] = x.rel(uri)
	}
	return finding{content: strings.Join(r.Chain, " → ") + "\n"}, nil
}

func drawMap(ctx context.Context, x *exploring, a arguments) (finding, error) {
	targets, err := x.targetsOf("paths", a.list("paths"))
	if err != nil {
		return finding{}, err
	}
	tokens := min(a.number("tokens"), x.tokens)
	r, err := x.engine.RepoMap(ctx, x.snap, RepoMapParams{Tokens: &tokens, Targets: targets, Task: a.text("task"), Tokenizer: x.tokenizer})
	if err != nil {
		return finding{}, err
	}
	f := finding{content: r.Content}
	if r.FilesOmitted > 0 {
		f.missing = count(r.FilesOmitted, "file is not on the map", "files are not on the map")
	}
	return f, nil
}

func discoverContext(ctx context.Context, x *exploring, a arguments) (finding, error) {
	targets, err := x.targetsOf("paths", a.list("paths"))
	if err != nil {
		return finding{}, err
	}
	if a.text("task") == "" && len(targets) == 0 {
		return finding{}, bad("task", "without a task, paths are needed")
	}
	r, err := x.engine.Rank(ctx, x.snap, RankParams{Task: a.text("task"), Targets: targets})
	if err != nil {
		return finding{}, err
	}
	var f finding
	limit := a.number("limit")
	if more := len(r.RankedFiles) - limit; more > 0 {
		r.RankedFiles = r.RankedFiles[:limit]
		f.missing = count(more, "less relevant file is", "less relevant files are") + " not listed"
	}
	var b strings.Builder
	for _, file := range r.RankedFiles {
		fmt.Fprintf(&b, "%.2f %s (%s", file.Score, file.Path, strings.ReplaceAll(file.Relationship, "_", " "))
		if file.Distance != nil && *file.Distance > 0 {
			fmt.Fprintf(&b, ", %s away", count(*file.Distance, "import", "imports"))
		}
		fmt.Fprintf(&b, "): %s\n", strings.Join(file.Reasons, "; "))
	}
	if f.content = b.String(); f.content == "" {
		f.content = "no file matters\n"
	}
	return f, nil
}
