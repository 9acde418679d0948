package syntax

// #include "read.h"
import "C"

import (
	"slices"

	sitter "github.com/smacker/go-tree-sitter"
)

// roots are what matches begin with nodes of each symbol, by number, as read.h has it, and what these nodes need.
type roots struct {
	begins, needs []uint32
	program       []uint32 // what needs are made of
	sets          []bool   // of symbols, one after the other

	names    []string // of the symbols
	literals []string // those of signs and keywords
	set      map[string]uint32
}

// newRoots works them out; nil where a match may begin with other nodes, too: a pattern has several nodes side by side, or one that may be any.
func newRoots(text string, language *sitter.Language, captures []string) *roots {
	patterns, ok := terms(text)
	if !ok {
		return nil
	}
	n := language.SymbolCount()
	r := &roots{begins: make([]uint32, n), needs: make([]uint32, n), program: []uint32{0}, names: make([]string, n), literals: make([]string, n), set: map[string]uint32{}}
	for i := range r.names {
		s := sitter.Symbol(i)
		switch language.SymbolType(s) {
		case sitter.SymbolTypeRegular:
			r.names[i] = language.SymbolName(s)
		case sitter.SymbolTypeAnonymous:
			r.literals[i] = language.SymbolName(s)
		}
	}
	kinds := make([][]uint32, n) // of each symbol: what the patterns that begin with it need
	for number, p := range patterns {
		if p.optional || p.many {
			return nil
		}
		for _, k := range p.kinds() {
			if k.group || k.optional || k.many || k.literal == "" && !slices.Contains(r.names, k.named) { // an error, or what nodes of several names are
				return nil
			}
			begins := uint32(C.ANYTHING)
			if len(p.captures) == 1 && len(k.below) == 0 && (p.choices == nil || !p.capturesInside()) {
				begins = uint32(number)<<16 | uint32(C.CAPTURE+slices.Index(captures, p.captures[0]))
			}
			kind := r.kind(&k)
			for i := range r.begins {
				if k.literal != "" && r.literals[i] == k.literal || k.named != "" && r.names[i] == k.named {
					if r.begins[i] != C.NOTHING {
						begins = C.ANYTHING
					}
					r.begins[i] = begins
					kinds[i] = append(kinds[i], kind)
				}
			}
		}
	}
	for i, some := range kinds {
		if !slices.ContainsFunc(some, func(kind uint32) bool { return r.program[kind+1] == 0 }) {
			r.needs[i] = r.anyOf(some)
		}
	}
	return r
}

// capturesInside reports whether a choice has names for what is in it.
func (t *term) capturesInside() bool {
	return slices.ContainsFunc(t.choices, func(c term) bool { return len(c.captures) > 0 || c.capturesInside() })
}

// kind adds a kind of node to the program: the set of its symbols, and each list of kinds of which it needs one among its children.
func (r *roots) kind(t *term) uint32 {
	var needs []uint32
	for i := range t.below {
		if n := r.below(&t.below[i]); n != 0 {
			needs = append(needs, n)
		}
	}
	at := uint32(len(r.program))
	r.program = append(r.program, r.setOf(t.named), uint32(len(needs)))
	r.program = append(r.program, needs...)
	return at
}

// below is the list of kinds of which a node needs one; 0 where it needs none, or nothing is known of it.
func (r *roots) below(t *term) uint32 {
	kinds := t.kinds()
	if t.optional || slices.ContainsFunc(kinds, func(k term) bool { return k.optional || !slices.Contains(r.names, k.named) || k.named == "" }) {
		return 0
	}
	var list []uint32
	for i := range kinds {
		list = append(list, r.kind(&kinds[i]))
	}
	return r.anyOf(list)
}

func (r *roots) anyOf(list []uint32) uint32 {
	if len(list) == 0 {
		return 0
	}
	at := uint32(len(r.program))
	r.program = append(append(r.program, uint32(len(list))), list...)
	return at
}

// setOf is where the set of the symbols of a name begins.
func (r *roots) setOf(name string) uint32 {
	at, known := r.set[name]
	if !known {
		at = uint32(len(r.sets))
		r.set[name] = at
		for _, n := range r.names {
			r.sets = append(r.sets, n == name && name != "")
		}
	}
	return at
}
