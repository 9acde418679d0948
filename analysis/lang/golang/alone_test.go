package golang

import (
	"go/scanner"
	"go/token"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/contextls/contextls/analysis"
	"github.com/contextls/contextls/analysis/syntax"
)

// extractors are the one in use, and one that reads all by the grammar.
func extractors() (both, grammars func([]byte) (*analysis.Facts, error)) {
	g := grammar()
	g.Alone = func(src []byte, _ func(...syntax.Capture)) (*tree, bool) {
		t, _ := readAlone(src, func(...syntax.Capture) {})
		return t, false
	}
	return grammar().Extract, g.Extract
}

// TestAlone shows that Go's own parser and the grammar give the same Facts of a source in which the latter finds no errors: of
// packages of the standard library, with comments put between their tokens and line ends of Windows.
func TestAlone(t *testing.T) {
	var texts []string
	for _, dir := range []string{"go/types", "encoding/json", "net/url", "reflect", "iter", "go/parser/testdata", "go/printer/testdata", "cmd/cgo", "syscall"} {
		for _, src := range standard(t, dir, "*.*") {
			texts = append(texts, string(src))
		}
	}
	slices.SortStableFunc(texts, func(a, b string) int { return len(a) - len(b) })
	both, grammars := extractors()
	same := func(t interface{ Fatal(...any) }, src string) {
		want, err := grammars([]byte(src))
		if err != nil {
			t.Fatal(err)
		}
		got, err := both([]byte(src))
		if err != nil {
			t.Fatal(err)
		}
		if len(want.Problems) == 0 && string(analysis.Encode(want)) != string(analysis.Encode(got)) {
			t.Fatal(src, "(-by the grammar +alone)\n", cmp.Diff(want, got))
		}
	}
	for _, src := range texts {
		same(t, src)
	}
	rapid.Check(t, func(t *rapid.T) {
		src := rapid.SampledFrom(texts[:len(texts)/2]).Draw(t, "source")
		var s scanner.Scanner
		file := token.NewFileSet().AddFile("", -1, len(src))
		s.Init(file, []byte(src), nil, scanner.ScanComments)
		var out strings.Builder
		last := 0
		for {
			pos, tok, _ := s.Scan()
			if tok == token.EOF {
				break
			}
			at := file.Offset(pos)
			out.WriteString(src[last:at])
			if last = at; rapid.IntRange(0, 7).Draw(t, "comment") == 0 {
				out.WriteString("/* a, \"b\" */")
			}
		}
		out.WriteString(src[last:])
		same(t, out.String())
		same(t, strings.ReplaceAll(out.String(), "\n", "\r\n"))
	})
}
