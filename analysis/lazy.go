package analysis

import (
	"slices"
	"sync"
	"sync/atomic"
	"unique"
)

// LazyFacts are the Facts of a file, which are fetched when they are first asked for: after a start nobody asks for most of them. What is
// asked of all files is there before. Two files have the same Facts where they have the same LazyFacts. Who asks twice may be given two
// values that say the same: the first can have been forgotten meanwhile.
type LazyFacts struct {
	Head

	facts atomic.Pointer[Facts] // nil: to be fetched
	lost  atomic.Bool

	mu   sync.Mutex
	from FactsSource // nil: they cannot be had again
}

// FactsSource is where the Facts of a file are kept. It is safe for concurrent use.
type FactsSource interface {
	Fetch() *Facts // nil: they are lost
	Lost()         // is called then, when everybody can see it; it is to return at once
}

// Head is what is asked of the Facts of all files, as they have it.
type Head struct {
	Package   string
	Lines     uint32
	Symbols   uint32 // how many there are
	Mentions  uint32 // how many times its references stand there
	Generated bool
	Augments  bool // it declares more of other modules
}

// Known are Facts that are there already. Nil gives nil.
func Known(f *Facts) *LazyFacts {
	if f == nil {
		return nil
	}
	l := &LazyFacts{Head: headOf(f)}
	l.facts.Store(f)
	return l
}

// headOf keeps nothing of the Facts.
func headOf(f *Facts) Head {
	h := Head{Package: unique.Make(f.Package).Value(), Lines: f.Lines, Symbols: uint32(len(f.Symbols)), Generated: f.Generated,
		Augments: slices.ContainsFunc(f.Symbols, Symbol.augments)}
	for i := range f.References {
		h.Mentions += f.References[i].Count
	}
	return h
}

// Later are Facts with this Head that are fetched once, and again when they were forgotten. Those that are lost say no more than the Head,
// and have as many Symbols of which nothing is known.
func Later(head Head, from FactsSource) *LazyFacts { return &LazyFacts{Head: head, from: from} }

// Lost reports whether the Facts were asked for, and are lost. Nil is not.
func (l *LazyFacts) Lost() bool { return l != nil && l.lost.Load() }

// Get gives the Facts. Nil gives nil.
func (l *LazyFacts) Get() *Facts {
	if l == nil {
		return nil
	}
	if f := l.facts.Load(); f != nil {
		return f
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if f := l.facts.Load(); f != nil {
		return f
	}
	f := l.from.Fetch()
	if f == nil {
		l.lost.Store(true)
		defer l.from.Lost()
		f = &Facts{Package: l.Package, Lines: l.Lines, Symbols: make([]Symbol, l.Symbols), Generated: l.Generated}
	}
	l.facts.Store(f)
	return f
}

// Forget lets go of the Facts until they are asked for again. Where they are to be had from then find says, once, unless that is known; nil
// is nowhere: then they stay. It is safe for concurrent use.
func (l *LazyFacts) Forget(find func() FactsSource) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.facts.Load() == nil || l.lost.Load() {
		return
	}
	if l.from == nil {
		l.from = find()
	}
	if l.from != nil {
		l.facts.Store(nil)
	}
}
