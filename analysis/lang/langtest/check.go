package langtest

import (
	"bytes"
	"cmp"
	"slices"
	"strings"
	"testing"

	"github.com/contextls/contextls/analysis"
)

// Check reports what no language's Facts may do: break the orders that the fields of analysis.Facts
// promise, point outside the source, or carry what is no single line. Fuzz targets call it as well.
func Check(t testing.TB, name string, src []byte, f *analysis.Facts) {
	t.Helper()
	for i, s := range f.Symbols {
		switch {
		case s.Name == "":
			t.Errorf("%s: symbol %d has no name", name, i)
		case s.Range.Start >= s.Range.End || int(s.Range.End) > len(src):
			t.Errorf("%s: symbol %s has range %v in %d bytes", name, s.Name, s.Range, len(src))
		case !oneLine(s.Signature) || s.Signature == "":
			t.Errorf("%s: symbol %s has signature %q", name, s.Name, s.Signature)
		case !oneLine(s.Doc):
			t.Errorf("%s: symbol %s has doc %q", name, s.Name, s.Doc)
		case s.Line >= f.Lines:
			t.Errorf("%s: symbol %s is on line %d of %d", name, s.Name, s.Line+1, f.Lines)
		}
	}
	if !slices.IsSortedFunc(f.Symbols, func(a, b analysis.Symbol) int {
		return cmp.Or(cmp.Compare(a.Range.Start, b.Range.Start), cmp.Compare(b.Range.End, a.Range.End))
	}) {
		t.Errorf("%s: symbols are not sorted by their start, outer before inner", name)
	}
	if !slices.IsSortedFunc(f.Imports, func(a, b analysis.Import) int { return cmp.Compare(a.Line, b.Line) }) {
		t.Errorf("%s: imports are not in source order", name)
	}
	if !slices.IsSortedFunc(f.References, func(a, b analysis.Reference) int {
		return cmp.Or(strings.Compare(a.Qualifier, b.Qualifier), strings.Compare(a.Name, b.Name))
	}) {
		t.Errorf("%s: references are not sorted", name)
	}
	for _, r := range f.References {
		if r.Name == "" || r.Count == 0 {
			t.Errorf("%s: empty reference %+v", name, r)
		}
	}
	checkPlaces(t, name, src, f)
}

// checkPlaces reports places that are not their references'.
func checkPlaces(t testing.TB, name string, src []byte, f *analysis.Facts) {
	t.Helper()
	places := f.Places
	if len(places) == 0 {
		return
	}
	for _, r := range f.References {
		if int(r.Count) > len(places) {
			t.Errorf("%s: reference %s.%s has %d places of %d", name, r.Qualifier, r.Name, len(places), r.Count)
			return
		}
		own := places[:r.Count]
		places = places[r.Count:]
		if !slices.IsSorted(own) {
			t.Errorf("%s: the places of %s.%s are not sorted", name, r.Qualifier, r.Name)
		}
		for _, at := range own {
			text := src[min(int(at), len(src)):]
			if bytes.HasPrefix(text, []byte(r.Name)) {
				continue
			}
			tag := bytes.ReplaceAll(text, []byte("-"), nil) // <my-card> is MyCard, and so is <my--card>
			if !bytes.HasPrefix(bytes.ToLower(tag), []byte(strings.ToLower(r.Name))) {
				t.Errorf("%s: %s.%s is not at %d", name, r.Qualifier, r.Name, at)
			}
		}
	}
	if len(places) > 0 {
		t.Errorf("%s: %d places of no reference", name, len(places))
	}
}

func oneLine(s string) bool { return !strings.ContainsAny(s, "\r\n") && strings.TrimSpace(s) == s }
