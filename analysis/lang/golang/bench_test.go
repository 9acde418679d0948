package golang

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	sitter "github.com/smacker/go-tree-sitter"
	tsgo "github.com/tree-sitter/tree-sitter-go/bindings/go"

	"github.com/contextls/contextls/analysis"
	"github.com/contextls/contextls/analysis/lang/langtest"
)

// sources are the Go files directly in a directory of the standard library.
func sources(b *testing.B, dir string) (out [][]byte, size int64) {
	b.Helper()
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		b.Fatal(err)
	}
	files, err := filepath.Glob(filepath.Join(strings.TrimSpace(string(root)), "src", filepath.FromSlash(dir), "*.go"))
	if err != nil || len(files) == 0 {
		b.Fatalf("%s: %d files, %v", dir, len(files), err)
	}
	for _, p := range files {
		src, err := os.ReadFile(p)
		if err != nil {
			b.Fatal(err)
		}
		out = append(out, src)
		size += int64(len(src))
	}
	return out, size
}

// BenchmarkExtract is to be read beside BenchmarkParse, which does the part that cannot be saved.
func BenchmarkExtract(b *testing.B) {
	files, size := sources(b, "go/types")
	extract := Language().Extract
	b.SetBytes(size)
	for b.Loop() {
		for _, src := range files {
			if _, err := extract(src); err != nil {
				b.Fatal(err)
			}
		}
	}
}

func BenchmarkParse(b *testing.B) {
	files, size := sources(b, "go/types")
	language := sitter.NewLanguage(tsgo.Language())
	b.SetBytes(size)
	for b.Loop() {
		for _, src := range files {
			parser := sitter.NewParser()
			parser.SetLanguage(language)
			tree, err := parser.ParseCtx(context.Background(), nil, src)
			if err != nil {
				b.Fatal(err)
			}
			tree.Close()
			parser.Close()
		}
	}
}

// BenchmarkResolver makes the resolver of a large folder, which happens when a file comes or goes.
func BenchmarkResolver(b *testing.B) {
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		b.Fatal(err)
	}
	lang := *Language()
	lang.Extract = func([]byte) (*analysis.Facts, error) { return &analysis.Facts{Language: id, Package: "p"}, nil }
	langs := []*analysis.Language{&lang}
	tree := langtest.Tree(b, os.DirFS(filepath.Join(strings.TrimSpace(string(root)), "src")), langs)
	for b.Loop() {
		newResolver(tree)
	}
}
