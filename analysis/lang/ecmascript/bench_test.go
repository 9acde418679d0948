package ecmascript

import (
	"context"
	"fmt"
	"strings"
	"testing"

	sitter "github.com/smacker/go-tree-sitter"
	"golang.org/x/tools/txtar"

	"github.com/contextls/contextls/analysis"
	"github.com/contextls/contextls/analysis/syntax"
)

// BenchmarkExtract measures extraction beside the parse alone that it cannot do without.
func BenchmarkExtract(b *testing.B) {
	for name, g := range map[string]*syntax.Grammar[reader]{
		"functions": typescriptGrammar(), "classes": typescriptGrammar(), "jsx": javascriptGrammar("javascriptreact"),
	} {
		archive, err := txtar.ParseFile("testdata/facts/" + name + ".txtar")
		if err != nil {
			b.Fatal(err)
		}
		src := []byte(strings.Repeat(string(archive.Files[0].Data), 10))
		b.Run(name+"/parse", func(b *testing.B) {
			b.SetBytes(int64(len(src)))
			language := g.Language()
			for b.Loop() {
				parser := sitter.NewParser()
				parser.SetLanguage(language)
				tree, err := parser.ParseCtx(context.Background(), nil, src)
				if err != nil {
					b.Fatal(err)
				}
				tree.Close()
				parser.Close()
			}
		})
		b.Run(name+"/extract", func(b *testing.B) {
			b.SetBytes(int64(len(src)))
			for b.Loop() {
				if _, err := g.Extract(src); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// BenchmarkResolver indexes and resolves a workspace of 5,000 files with ten imports each.
func BenchmarkResolver(b *testing.B) {
	var files []analysis.File
	for p := range 50 {
		dir := fmt.Sprintf("packages/p%d/", p)
		files = append(files,
			analysis.File{Path: dir + "package.json", Manifest: fmt.Appendf(nil, `{"name": "p%d", "main": "dist/f0.js"}`, p)},
			analysis.File{Path: dir + "tsconfig.json", Manifest: []byte(`{"compilerOptions": {"paths": {"~/*": ["./src/*"]}}, "include": ["src"]}`)})
		for f := range 100 {
			files = append(files, analysis.File{Path: fmt.Sprintf("%ssrc/f%d.ts", dir, f)})
		}
	}
	files = append(files, analysis.File{Path: "package.json", Manifest: []byte(`{"workspaces": ["packages/*"], "dependencies": {"react": "1"}}`)})
	tree := analysis.NewTree(sortedFiles(files))
	imports := []string{"./f1", "./f2.js", "./f3", "../src/f4", "~/f5", "~/f6", "p7", "p8/src/f9", "react", "node:fs"}
	b.Run("index", func(b *testing.B) {
		for b.Loop() {
			newResolver(tree)
		}
	})
	b.Run("resolve", func(b *testing.B) {
		r := newResolver(tree)
		for b.Loop() {
			for i := range files {
				for _, spec := range imports {
					r.Resolve(files[i].Path, &analysis.Import{Specifier: spec})
				}
			}
		}
		b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*len(files)*len(imports)), "ns/import")
	})
}

// BenchmarkReferences resolves the imports of the tests of a solution of 150 projects that refer to each
// other. No project has the tests, so that all are asked.
func BenchmarkReferences(b *testing.B) {
	const projects = 150
	var files []analysis.File
	all := []string{}
	for p := range projects {
		dir := fmt.Sprintf("packages/p%d", p)
		var references []string
		for i := p + 1; i < min(p+4, projects); i++ {
			references = append(references, fmt.Sprintf(`{"path": "../p%d"}`, i))
		}
		files = append(files, analysis.File{Path: dir + "/tsconfig.json", Manifest: fmt.Appendf(nil,
			`{"include": ["./src/**/*.ts"], "references": [%s]}`, strings.Join(references, ","))})
		all = append(all, fmt.Sprintf(`{"path": "./%s"}`, dir))
		for f := range 10 {
			files = append(files, analysis.File{Path: fmt.Sprintf("%s/test/f%d.ts", dir, f)})
		}
	}
	files = append(files, analysis.File{Path: "tsconfig.json", Manifest: fmt.Appendf(nil,
		`{"include": ["scripts"], "references": [%s]}`, strings.Join(all, ","))})
	r := newResolver(analysis.NewTree(sortedFiles(files)))
	imports := []string{"p1", "p2", "react"}
	for b.Loop() {
		for i := range files {
			for _, spec := range imports {
				r.Resolve(files[i].Path, &analysis.Import{Specifier: spec})
			}
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*len(files)*len(imports)), "ns/import")
}
