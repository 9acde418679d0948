package engine

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/contextls/contextls/analysis"
	"github.com/contextls/contextls/budget/render"
	"github.com/contextls/contextls/rank"
	"github.com/contextls/contextls/workspace"
)

// maxNamesakes is how many other definitions of a name are named.
const maxNamesakes = 5

// ChunkNamed is the ID of a definition of a name, as answers show it, qualified or not: of a file's, or of all in the folder where
// file is "". Of several it is one whose qualified name it is, rather than one that ends so; in a folder rather the program's than a
// test's, and that which others use most; else the first. Where no file was named, or others are called so, too, choice says to a person which was taken.
func (e *Engine) ChunkNamed(ctx context.Context, snap *workspace.Snapshot, file, name string) (chunk, choice string, err error) {
	type named struct{ chunk, choice string }
	found, err := onCurrent(ctx, snap, func(snap *workspace.Snapshot) (named, bool, error) {
		x, err := e.indexed(ctx, snap)
		if err != nil {
			return named{}, false, err
		}
		r := newChunkReader(x)
		called, err := x.called(file, name)
		if err != nil {
			return named{}, false, err
		}
		id, err := r.id(called[0])
		return named{id.String(), r.choice(called, file != "")}, r.changed, err
	})
	return found.chunk, found.choice, err
}

// called are the definitions of a name, those first that ChunkNamed rather takes.
func (x *indexed) called(file, name string) ([]rank.Definition, error) {
	wanted := asShown(name)
	if file != "" {
		n, err := x.node(file)
		if err != nil {
			return nil, err
		}
		exact, ending := byName(x.facts(n).Symbols, wanted)
		if called := definitionsOf(n, slices.Concat(exact, ending)); len(called) > 0 {
			return called, nil
		}
		return nil, Bad("symbol", "%v", x.undefined(n, name))
	}
	var exact, ending []rank.Definition
	for _, n := range x.Graph().Definers(lastName(wanted)) {
		whole, last := byName(x.facts(n).Symbols, wanted)
		exact, ending = append(exact, definitionsOf(n, whole)...), append(ending, definitionsOf(n, last)...)
	}
	use := map[rank.Definition]float64{} // tests behind all others
	for _, d := range slices.Concat(exact, ending) {
		if use[d] = x.SymbolImportance(d.Node)[d.Symbol]; x.IsTest(d.Node) {
			use[d]--
		}
	}
	for _, called := range [][]rank.Definition{exact, ending} {
		slices.SortStableFunc(called, func(a, b rank.Definition) int { return cmp.Compare(use[b], use[a]) })
	}
	if called := append(exact, ending...); len(called) > 0 {
		return called, nil
	}
	return nil, Bad("symbol", "no file of the folder defines %q", name)
}

// choice says which of the definitions of a name is taken, and which others are called so; "" where a file has only one. Those of one file that have the same
// qualified name are one, such as a function and its overloads.
func (r *chunkReader) choice(called []rank.Definition, inFile bool) string {
	place := func(d rank.Definition) string {
		s := r.symbol(d)
		if !inFile {
			return fmt.Sprintf("%s (%s:%d)", render.Visible(s.QualifiedName()), r.Graph().Path(d.Node), s.Line+1)
		}
		return fmt.Sprintf("%s (line %d)", render.Visible(s.QualifiedName()), s.Line+1)
	}
	type definition struct {
		node int32
		name string
	}
	told := map[definition]bool{{called[0].Node, r.symbol(called[0]).QualifiedName()}: true}
	var others []string
	for _, d := range called[1:] {
		if key := (definition{d.Node, r.symbol(d).QualifiedName()}); !told[key] {
			told[key] = true
			others = append(others, place(d))
		}
	}
	if len(others) == 0 && inFile {
		return ""
	}
	choice := "taken for " + place(called[0])
	if len(others) > 0 {
		choice += "; called so, too: " + strings.Join(others[:min(len(others), maxNamesakes)], ", ")
	}
	if more := len(others) - maxNamesakes; more > 0 {
		choice += fmt.Sprintf(" and %d more", more)
	}
	return choice
}

// byName are, of some definitions by number, those whose qualified name, as answers show it, is this one, and those whose qualified name ends with it.
func byName(symbols []analysis.Symbol, shown string) (exact, ending []int) {
	for i := range symbols {
		full := asShown(symbols[i].QualifiedName()) // a title may have colons
		if full == shown {
			exact = append(exact, i)
		} else if strings.HasSuffix(full, "."+shown) {
			ending = append(ending, i)
		}
	}
	return exact, ending
}

// asShown is a name as answers show it. Rust and C++ write a qualified one with colons.
func asShown(name string) string { return render.Visible(dotted(name)) }

// undefined is the error of a name that a file does not define, with the nearest of those that it does.
func (x *indexed) undefined(n int32, name string) error {
	var names []string
	for i := range x.facts(n).Symbols {
		names = append(names, render.Visible(x.facts(n).Symbols[i].QualifiedName()))
	}
	if len(names) == 0 {
		return fmt.Errorf("%s defines no %q, nor anything else", x.Graph().Path(n), name)
	}
	return fmt.Errorf("%s defines no %q; the nearest of its names: %s", x.Graph().Path(n), name,
		strings.Join(nearest(asShown(name), names, lastName, maxNamed), ", "))
}

func definitionsOf(n int32, symbols []int) []rank.Definition {
	defs := make([]rank.Definition, len(symbols))
	for i, s := range symbols {
		defs[i] = rank.Definition{Node: n, Symbol: s}
	}
	return defs
}
