package analysis

import (
	"fmt"
	"sync"
	"testing"
)

// storedFacts count how often they are fetched and found to be lost.
type storedFacts struct {
	facts         *Facts
	fetched, lost int
	later         *LazyFacts // that they are kept of; nil: nobody wants to know
}

func (s *storedFacts) Fetch() *Facts {
	s.fetched++
	if s.facts == nil {
		return nil
	}
	again := *s.facts
	return &again
}

func (s *storedFacts) Lost() {
	if s.later.Lost() {
		s.lost++
	}
}

// Facts that are forgotten are fetched when they are asked for again, as often as that is; those that cannot be had again stay.
func TestFactsAreForgotten(t *testing.T) {
	stored := &storedFacts{facts: &Facts{Lines: 3, Symbols: []Symbol{{Name: "A"}}}}
	l := Known(stored.facts)
	l.Forget(func() FactsSource { return nil })
	if l.Get(); stored.fetched != 0 {
		t.Error("fetched what was to stay")
	}
	for range 3 {
		l.Forget(func() FactsSource { return stored })
		l.Forget(func() FactsSource { t.Error("asked how to have Facts that are gone"); return nil })
		if f := l.Get(); f != l.Get() || f.Symbols[0].Name != "A" || l.Lines != 3 {
			t.Errorf("%+v", f)
		}
	}
	if stored.fetched != 3 {
		t.Errorf("fetched %d times", stored.fetched)
	}
	gone := &storedFacts{}
	lost := Later(Head{Symbols: 2}, gone)
	gone.later = lost
	for range 2 {
		if len(lost.Get().Symbols) != 2 || !lost.Lost() || gone.fetched != 1 || gone.lost != 1 {
			t.Errorf("Facts that are lost have %d symbols; %+v", len(lost.Get().Symbols), gone)
		}
		lost.Forget(func() FactsSource { return stored })
	}
}

// Who asks while they are forgotten is given them all the same.
func TestFactsAreForgottenWhileAskedFor(t *testing.T) {
	l := Known(&Facts{Lines: 7})
	stored := &storedFacts{facts: l.Get()}
	var wait sync.WaitGroup
	for range 4 {
		wait.Go(func() {
			for range 1000 {
				if l.Get().Lines != 7 {
					t.Error("other Facts")
				}
				l.Forget(func() FactsSource { return stored })
			}
		})
	}
	wait.Wait()
}

// After a change, of all the files that it does not concern only those are read that declare more of modules elsewhere.
func TestAugmentsReadNoOthers(t *testing.T) {
	stored := map[string]*storedFacts{}
	var files []*File
	for n, says := range []string{"type:A", "type:B", "module:f0 def:A.more"} {
		f, path := facts(says), fmt.Sprint("f", n)
		stored[path] = &storedFacts{facts: f}
		files = append(files, &File{Path: path, Language: plain(), Facts: Later(headOf(f), stored[path])})
	}
	g := &Graph{tree: NewTree(nil).With(files)}
	g.resolvers = &resolvers{tree: g.tree}
	for _, f := range g.tree.files {
		g.nodes = append(g.nodes, &node{file: f, names: &scopeLater{facts: f.Facts}})
	}
	g.findAugmenting()
	newLinker(g).augments()
	if stored["f1"].fetched != 0 || stored["f2"].fetched != 1 {
		t.Errorf("fetched f1 %d times, f2 %d times", stored["f1"].fetched, stored["f2"].fetched)
	}
}
