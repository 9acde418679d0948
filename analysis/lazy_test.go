package analysis

import (
	"sync"
	"testing"
)

// Facts that are forgotten are fetched when they are asked for again, as often as that is; those that cannot be had again stay.
func TestFactsAreForgotten(t *testing.T) {
	facts := func() *Facts { return &Facts{Lines: 3, Symbols: []Symbol{{Name: "A"}}} }
	fetched := 0
	fetch := func() *Facts { fetched++; return facts() }
	l := Known(facts())
	l.Forget(func() func() *Facts { return nil })
	if l.Get(); fetched != 0 {
		t.Error("fetched what was to stay")
	}
	for range 3 {
		l.Forget(func() func() *Facts { return fetch })
		l.Forget(func() func() *Facts { t.Error("asked how to have Facts that are gone"); return nil })
		if f := l.Get(); f != l.Get() || f.Symbols[0].Name != "A" || l.Lines != 3 {
			t.Errorf("%+v", f)
		}
	}
	if fetched != 3 {
		t.Errorf("fetched %d times", fetched)
	}
	lost := Later(Head{Symbols: 2}, func() *Facts { fetched++; return nil })
	for range 2 {
		if len(lost.Get().Symbols) != 2 || !lost.Lost() {
			t.Error("Facts that are lost have no symbols")
		}
		lost.Forget(func() func() *Facts { return fetch })
	}
	if fetched != 4 {
		t.Error("Facts that are lost are fetched twice")
	}
}

// Who asks while they are forgotten is given them all the same.
func TestFactsAreForgottenWhileAskedFor(t *testing.T) {
	l := Known(&Facts{Lines: 7})
	var wait sync.WaitGroup
	for range 4 {
		wait.Go(func() {
			for range 1000 {
				if l.Get().Lines != 7 {
					t.Error("other Facts")
				}
				l.Forget(func() func() *Facts { return func() *Facts { return &Facts{Lines: 7} } })
			}
		})
	}
	wait.Wait()
}
