package analysis

import (
	"sync"
	"sync/atomic"
)

// LazyFacts are the Facts of a file, which are fetched when they are first asked for: after a start nobody asks for most of them. What is
// asked of all files is there before. Two files have the same Facts where they have the same LazyFacts.
type LazyFacts struct {
	Head

	once  sync.Once
	fetch func() *Facts // until it was called
	facts *Facts
	lost  atomic.Bool
}

// Head is what is asked of the Facts of all files, as they have it.
type Head struct {
	Package   string
	Lines     uint32
	Symbols   uint32 // how many there are
	Mentions  uint32 // how many times its references stand there
	Generated bool
}

// Known are Facts that are there already. Nil gives nil.
func Known(f *Facts) *LazyFacts {
	if f == nil {
		return nil
	}
	return &LazyFacts{Head: headOf(f), facts: f}
}

func headOf(f *Facts) Head {
	h := Head{Package: f.Package, Lines: f.Lines, Symbols: uint32(len(f.Symbols)), Generated: f.Generated}
	for i := range f.References {
		h.Mentions += f.References[i].Count
	}
	return h
}

// Later are Facts with this Head that fetch gives, which is called at most once. Nil stands for Facts that are lost: they say
// no more than the Head, and have as many Symbols of which nothing is known.
func Later(head Head, fetch func() *Facts) *LazyFacts { return &LazyFacts{Head: head, fetch: fetch} }

// Lost reports whether the Facts were asked for, and are lost.
func (l *LazyFacts) Lost() bool { return l.lost.Load() }

// Get gives the Facts. Nil gives nil.
func (l *LazyFacts) Get() *Facts {
	if l == nil {
		return nil
	}
	l.once.Do(func() {
		if l.facts == nil {
			l.facts = l.fetch()
		}
		if l.facts == nil {
			l.lost.Store(true)
			l.facts = &Facts{Package: l.Package, Lines: l.Lines, Symbols: make([]Symbol, l.Symbols), Generated: l.Generated}
		}
		l.fetch = nil
	})
	return l.facts
}
