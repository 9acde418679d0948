package analysis

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
)

// A name that need not be searched for is where a search finds it, and depends on no less.
func TestDefineAloneIsAsSearched(t *testing.T) {
	found, none := 0, 0
	for seed := range uint64(300) {
		r := rand.New(rand.NewPCG(seed, 1))
		lang := plain()
		var files []File
		for i := range 12 {
			text := ""
			for range r.IntN(4) {
				name := fmt.Sprint("n", r.IntN(8))
				text += []string{" def:" + name, " hide:" + name, " reexport:" + randomModule(r) + ":" + name, " export:" + name + "=n0",
					" restar:" + randomModule(r), " restar:" + randomModule(r), " star:" + randomModule(r),
					" type:T def:T." + name, fmt.Sprintf(" restar:d%d#T", r.IntN(4))}[r.IntN(7+int(seed%2)*2)] // types in every other
			}
			files = append(files, File{Path: fmt.Sprintf("d%d/f%02d", i/3, i), Language: lang, Facts: Known(facts(text))})
		}
		l := newLinker(Link(nil, NewTree(files)))
		var modules [][]int32
		for n := range int32(l.g.Len()) {
			modules = append(modules, []int32{n})
		}
		for d := int32(0); d < 12; d += 3 {
			modules = append(modules, []int32{d, d + 1, d + 2})
		}
		for _, module := range modules {
			for i := range 9 {
				name := fmt.Sprint("n", i)
				if len(l.group(module).top.of(name)) > 0 { // it is not asked
					continue
				}
				got := l.defineAlone(module, name)
				if got == nil {
					continue
				}
				if len(got.files) > 0 {
					found++
				} else {
					none++
				}
				for _, star := range []bool{false, true} {
					want := &definition{asked: name}
					l.searchAll(want, module, name, star, map[lookup]bool{})
					want.settle()
					if !slices.Equal(got.files, want.files) || len(want.renamed)+len(want.modules) > 0 {
						t.Fatalf("seed %d: %s of %v is in %v, a search finds %v", seed, name, module, got.files, want.files)
					}
					depends := want.consulted
					for _, s := range want.sets {
						depends = append(depends, s.files...)
					}
					for _, f := range depends {
						if !slices.ContainsFunc(got.sets, func(s *fileSet) bool { return s.has(f) }) {
							t.Fatalf("seed %d: %s of %v does not depend on %s", seed, name, module, l.g.Path(f))
						}
					}
				}
			}
		}
	}
	if found < 300 || none < 300 {
		t.Errorf("%d names found and %d not: the test tests little", found, none)
	}
}

// randomModule is a file, or a directory of three.
func randomModule(r *rand.Rand) string {
	if r.IntN(3) == 0 {
		return fmt.Sprintf("d%d", r.IntN(4))
	}
	i := r.IntN(12)
	return fmt.Sprintf("d%d/f%02d", i/3, i)
}
