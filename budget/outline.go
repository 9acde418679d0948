package budget

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"github.com/contextls/contextls/analysis"
)

// outline is a file's symbols as a tree, and the order in which they are worth showing.
type outline struct {
	symbols []analysis.Symbol
	parent  []int32   // -1 at the top
	kids    [][]int32 // of each symbol in source order; the last entry are those at the top
	order   []int32   // most telling first, a parent always before its children
	cases   map[int32][]int32
	named   [][][]int32 // of each symbol, and of the top: those of its children that share a name
	lines   []oneLine   // what was written of each symbol
}

// oneLine is what is written of a symbol, on one line. Outlines are written many times until they fit.
type oneLine struct {
	signature, doc string
	made           bool
}

// newOutline orders a file's symbols by breadth before depth: the second class comes before most of
// the first one's members. Among siblings, exported ones come first, then those with more weight, then
// definitions before values, then the longer ones. Members' weights are less sure, since their names
// are common ones, so there definitions come before values whatever their weights. Overloads of a name
// come after the one that stands for them.
func newOutline(symbols []analysis.Symbol, weight func(i int32) float64) *outline {
	o := &outline{symbols: symbols, parent: parents(symbols), kids: make([][]int32, len(symbols)+1), cases: casesOf(symbols), lines: make([]oneLine, len(symbols))}
	for i, p := range o.parent {
		if p < 0 {
			p = int32(len(symbols))
		}
		o.kids[p] = append(o.kids[p], int32(i))
	}
	o.named = make([][][]int32, len(o.kids))
	for p := range o.kids {
		o.named[p] = o.namesakes(int32(p))
	}
	weights, later := make([]float64, len(symbols)), make([]bool, len(symbols))
	for i := range weights {
		weights[i] = weight(int32(i))
	}
	for _, named := range o.named {
		for _, group := range named {
			for _, k := range group[1:] {
				later[k] = true
			}
		}
	}
	keys := make([]float64, len(symbols))
	o.setKeys(keys, int32(len(symbols)), 0, 1, weights, later)
	o.order = make([]int32, len(symbols))
	for i := range o.order {
		o.order[i] = int32(i)
	}
	slices.SortFunc(o.order, func(a, b int32) int { return cmp.Or(cmp.Compare(keys[a], keys[b]), cmp.Compare(a, b)) })
	return o
}

// preferring is the outline with the symbols that fit best before all others, each behind what it is in. Tests that a file
// has of itself stay where they are: they do not say what it is.
func (o *outline) preferring(fits []float64) *outline {
	fitting := slices.DeleteFunc(slices.Clone(o.order), func(i int32) bool { return weight(fits, i) == 0 || o.symbols[i].InTests() })
	if len(fitting) == 0 {
		return o
	}
	slices.SortStableFunc(fitting, func(a, b int32) int { return cmp.Compare(fits[b], fits[a]) })
	said := map[string]bool{} // of overloads the best one is enough
	fitting = slices.DeleteFunc(fitting, func(i int32) bool {
		name := qualified(&o.symbols[i])
		again := said[name]
		said[name] = true
		return again
	})
	preferred, done := *o, make([]bool, len(o.symbols))
	preferred.order = make([]int32, 0, len(o.order))
	var take func(i int32)
	take = func(i int32) {
		if i >= 0 && !done[i] {
			done[i] = true
			take(o.parent[i])
			preferred.order = append(preferred.order, i)
		}
	}
	for _, i := range slices.Concat(fitting, o.order) {
		take(i)
	}
	return &preferred
}

// setKeys gives the children of a symbol their keys: the first one's is offset more than the parent's,
// each further one's a step more. Members take every second step, so that they mix with the symbols
// around their parent; values come a little later, and what is not exported after all that is. later are the overloads that another one
// stands for.
func (o *outline) setKeys(keys []float64, parent int32, from, step float64, weights []float64, later []bool) {
	const unexportedDelay, valueDelay = 1e6, 2
	if len(o.kids[parent]) == 0 {
		return
	}
	kids := slices.Clone(o.kids[parent])
	member := int(parent) < len(o.symbols)
	slices.SortFunc(kids, func(a, b int32) int {
		x, y := &o.symbols[a], &o.symbols[b]
		return cmp.Or(
			-compareBool(x.Exported, y.Exported),
			compareBool(later[a], later[b]),
			compareBool(member && valueKind(x.Kind), member && valueKind(y.Kind)),
			-cmp.Compare(weights[a], weights[b]),
			compareBool(valueKind(x.Kind), valueKind(y.Kind)),
			-cmp.Compare(length(x.Range), length(y.Range)),
			cmp.Compare(a, b))
	})
	for q, k := range kids {
		keys[k] = from + float64(q)*step
		if valueKind(o.symbols[k].Kind) {
			keys[k] += valueDelay
		}
		if !o.symbols[k].Exported && keys[k] < unexportedDelay {
			keys[k] += unexportedDelay
		}
		o.setKeys(keys, k, keys[k]+1.5, 2, weights, later)
	}
}

// namesakes are the children of a symbol that share their names with others of them, with the one first that
// stands for the others: the first, or the implementation of Python's overloads.
func (o *outline) namesakes(parent int32) (shared [][]int32) {
	kids := o.kids[parent]
	if len(kids) < 2 {
		return nil
	}
	first := make(map[string]int32, len(kids)) // by name
	var groups map[int32][]int32               // by the first of them
	for _, k := range kids {
		of, known := first[o.symbols[k].Name]
		if !known {
			first[o.symbols[k].Name] = k
			continue
		}
		if groups == nil {
			groups = map[int32][]int32{}
		}
		group := groups[of]
		if group == nil {
			group = append(group, of)
		}
		group = append(group, k)
		if last := len(group) - 1; isOverload(&o.symbols[group[0]]) && !isOverload(&o.symbols[k]) {
			copy(group[1:], group[:last])
			group[0] = k
		}
		groups[of] = group
	}
	for _, of := range slices.Sorted(maps.Keys(groups)) { // by where they begin
		shared = append(shared, groups[of])
	}
	return shared
}

// isOverload reports whether a function only says how another of its name can be called.
func isOverload(s *analysis.Symbol) bool {
	decorator, _, _ := strings.Cut(s.Signature, " ")
	return decorator == "@overload" || strings.HasPrefix(decorator, "@") && strings.HasSuffix(decorator, ".overload")
}

// parents finds each symbol's container: the latest symbol of that name that begins before it, else the
// first one (methods may stand above their type); -1 where it is not in this file.
func parents(symbols []analysis.Symbol) []int32 {
	named := map[string][]int32{} // by path; those that others are in
	last := map[string]bool{}     // the last names of these
	for i := range symbols {
		if c := symbols[i].Container; c != "" {
			named[c] = nil
			last[c[strings.LastIndexByte(c, '.')+1:]] = true
		}
	}
	for i := range symbols {
		name := symbols[i].Name // with dots where a language's modules have them
		if !last[name[strings.LastIndexByte(name, '.')+1:]] {
			continue
		}
		path := qualified(&symbols[i])
		if known, isContainer := named[path]; isContainer {
			named[path] = append(known, int32(i))
		}
	}
	out := make([]int32, len(symbols))
	for i := range symbols {
		out[i] = -1
		if symbols[i].Container == "" {
			continue
		}
		for k, p := range named[symbols[i].Container] {
			if k == 0 || p < int32(i) {
				out[i] = p
			}
		}
		if out[i] == int32(i) {
			out[i] = -1
		}
	}
	return out
}

func qualified(s *analysis.Symbol) string {
	if s.Container == "" {
		return s.Name
	}
	return s.Container + "." + s.Name
}

// valueKind reports whether a kind of symbol is a value.
func valueKind(k analysis.Kind) bool {
	return k == analysis.Constant || k == analysis.Variable || k == analysis.Field
}

func length(s analysis.Span) uint32 { return s.End - s.Start }

func compareBool(a, b bool) int {
	switch {
	case a == b:
		return 0
	case b:
		return -1
	}
	return 1
}

// weight is how much a symbol is used by others, 0 where that is unknown.
func weight(weights []float64, i int32) float64 {
	if int(i) < len(weights) {
		return weights[i]
	}
	return 0
}

// demand is how much others use all symbols of a file.
func demand(weights []float64) float64 {
	demand := 1.0
	for _, w := range weights {
		demand += w
	}
	return demand
}
