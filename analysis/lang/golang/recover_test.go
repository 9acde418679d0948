package golang

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/contextls/contextls/analysis/lang/langtest"
)

// TestErrorsKeepNeighbours breaks one function of a file in ways that typing does. Every other declaration
// must be found, with its range; members and groups may be lost with the worst, but nothing is made up.
func TestErrorsKeepNeighbours(t *testing.T) {
	extract := Language().Extract
	junk := []string{"{", "}", "(", ")", "[", "]", `"`, "'", "if x {", "for {", "x.", "x :=", "func", "func(", "return {",
		"switch x {", "case", "type T struct {", "var (", "a b c", "x(y,", "&&", "...", "<-", "x[", "go func() {", "else {", ":="}
	symbols := func(t *rapid.T, declarations []string) (out []string) {
		src := []byte("package p\n\n" + strings.Join(declarations, "\n\n") + "\n")
		facts, err := extract(src)
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range facts.Symbols {
			out = append(out, fmt.Sprint(s.Kind, " ", s.Container, ".", s.Name, ": ", string(src[s.Range.Start:s.Range.End])))
		}
		return out
	}
	rapid.Check(t, func(t *rapid.T) {
		declarations := rapid.Permutation([]string{
			"const A = 1", "var B = map[string]int{\n\t\"b\": 1,\n}", "type D struct {\n\tE int\n}", "type F interface {\n\tG()\n}",
			"func H() {}", "func (d *D) I(x int) error {\n\tvar y int\n\treturn nil\n}", "type M = int",
			"func J(\n\ta int,\n) {\n\tif a > 0 {\n\t\tJ(0)\n\t}\n}", "const (\n\tK = iota\n\tL\n)",
		}).Draw(t, "declarations")
		want := symbols(t, declarations)
		broken := "func broken() {\n\tx := 1\n\t" + strings.Join(rapid.SliceOfN(rapid.SampledFrom(junk), 1, 3).Draw(t, "junk"), "\n\t") + "\n\ty := 2\n}"
		declarations = slices.Insert(declarations, rapid.IntRange(0, len(declarations)).Draw(t, "at"), broken)
		got := symbols(t, declarations)
		for _, w := range want {
			mayGo := strings.Contains(w, " D.E:") || strings.Contains(w, " F.G:") || strings.Contains(w, " .K:") || strings.Contains(w, " .L:")
			if !mayGo && !slices.Contains(got, w) {
				t.Errorf("lost %q; got %q", w, got)
			}
		}
		for _, g := range got {
			if !slices.Contains(want, g) && !strings.HasPrefix(g, "function .broken:") {
				t.Errorf("unexpected %q", g)
			}
		}
	})
}

func FuzzExtract(f *testing.F) {
	for _, src := range []string{"package p\n\nfunc f() {\n\tx := `\n", "type T[A any] = []A\n", "const (\nA = iota\nB\n)", "type A", "var A =",
		"func (r *R[K]) M[T any](\n\tx T) interface{ A() } {", "func (", "\"", "type T struct { a, b struct { c int } }", "/*\nfunc a()",
		"type T struct{ a.[x] }"} {
		f.Add([]byte(src))
	}
	extract := Language().Extract
	f.Fuzz(func(t *testing.T, src []byte) {
		if len(src) > 4096 {
			return
		}
		facts, err := extract(src)
		if err != nil {
			return
		}
		langtest.Check(t, "fuzz", src, facts)
	})
}
