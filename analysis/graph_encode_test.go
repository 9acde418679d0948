package analysis

import (
	"reflect"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

func decodeGraph(tree *Tree, stored Stored) (*Graph, error) {
	k, err := ReadGraph(stored)
	if err != nil {
		return nil, err
	}
	return k.Graph(tree)
}

// kept is a graph after it was encoded and decoded, which has all that it had. So has one of which all that is read later is lost.
func kept(t interface{ Fatal(...any) }, g *Graph) *Graph {
	data := EncodeGraph(g)
	lost := false
	losing := NewStored(len(data), func(at, n int, _ []byte) []byte {
		if lost {
			return nil
		}
		return data[at : at+n]
	})
	other, err := decodeGraph(NewTree(nil).With(g.tree.Files()), losing)
	if err != nil {
		t.Fatal(err)
	}
	lost = true
	checkKept(t, g, other)
	got, err := decodeGraph(NewTree(nil).With(g.tree.Files()), StoredBytes(data))
	if err != nil {
		t.Fatal(err)
	}
	checkKept(t, g, got)
	return got
}

func checkKept(t interface{ Fatal(...any) }, g, got *Graph) {
	for n := range g.nodes {
		a, b := g.nodes[n], got.nodes[n]
		if diff := cmp.Diff(a.links, b.links, cmp.AllowUnexported(links{}, ImportLink{}, asked{}, fileSet{}), cmpopts.IgnoreFields(fileSet{}, "roots"), cmp.Comparer(func(a, b *LazyFacts) bool { return a == b }), cmpopts.EquateEmpty()); diff != "" {
			t.Fatal(diff)
		}
		// That there are none, and that it is not known, is not the same of members, inside and places.
		for i := range a.imports {
			if x, y := &a.imports[i], &b.imports[i]; (x.inside == nil) != (y.inside == nil) || x.Import() != y.Import() {
				t.Fatal("an import is another")
			}
		}
		used, also := a.uses(), b.uses()
		for i := range used.all {
			if (used.all[i].Places == nil) != (also.all[i].Places == nil) {
				t.Fatal("places are nil, or are not")
			}
		}
		if diff := cmp.Diff([]any{used.all, used.found, used.own, used.names, a.sought, a.out, g.in[n]}, []any{also.all, also.found, also.own, also.names, b.sought, b.out, got.in[n]}, cmpopts.EquateEmpty()); diff != "" {
			t.Fatal(diff)
		}
	}
	if diff := cmp.Diff(definersOf(g), definersOf(got)); diff != "" || g.edges != got.edges || !slices.Equal(g.augmenting, got.augmenting) {
		t.Fatal(diff)
	}
}

// What is encoded is all that there is, but for what makes linking quick.
func TestGraphFields(t *testing.T) {
	for _, c := range []struct {
		of     any
		fields int
	}{{Graph{}, 9}, {node{}, 6}, {links{}, 6}, {nodeUses{}, 10}, {asked{}, 4}, {ImportLink{}, 12}, {Package{}, 5}, {Use{}, 6}, {Edge{}, 3}} {
		if got := reflect.TypeOf(c.of).NumField(); got != c.fields {
			t.Errorf("%T has %d fields and had %d: graph_encode.go and graph_decode.go have to know them; raise graphVersion", c.of, got, c.fields)
		}
	}
}

func TestGraphIsWholeOrNothing(t *testing.T) {
	lang := plain()
	tree := NewTree([]File{{Path: "a", Language: lang, Facts: Known(facts("from:b:X import:c X c.Y"))}, {Path: "b", Language: lang, Facts: Known(facts("def:X star:c Y"))},
		{Path: "c", Language: lang, Facts: Known(facts("places: def:Y Y"))}, {Path: "d"}})
	g := Link(nil, tree)
	data := EncodeGraph(g)
	kept(t, g)
	for n := range data {
		if _, err := decodeGraph(tree, StoredBytes(data[:n])); err == nil {
			t.Errorf("%d bytes of %d are a graph", n, len(data))
		}
		for bit := range 8 { // no panic, whatever it is
			flipped := append([]byte{}, data...)
			flipped[n] ^= 1 << bit
			if g, err := decodeGraph(tree, StoredBytes(flipped)); err == nil {
				for n := range int32(g.Len()) {
					_, _ = g.Uses(n), g.Definers("X")
				}
				g.definers.all()
			}
		}
	}
	if _, err := decodeGraph(NewTree(nil).With(tree.Files()[:2]), StoredBytes(data)); err == nil {
		t.Error("the graph of other files")
	}
}
