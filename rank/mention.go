package rank

import (
	"fmt"
	"math"
	"path"
	"slices"
	"strings"

	"github.com/contextls/contextls/analysis"
	"github.com/contextls/contextls/rank/task"
)

// Mention is a file that a task speaks of.
type Mention struct {
	Node    int32
	Weight  float64  // 0–1: how sure it is that the file is meant
	Line    int      // 1-based, of a path with a line; 0: none
	Test    bool     // it is a test that the task's first line names, by its path or by what only tests define
	Names   []string // those of its definitions that the task names, qualified as there
	Reasons []string // for a person to read
}

// Mentions are the files that a task speaks of, by number: those it names by path, and those that
// define what it names. A name that more than maxDefiners files define is no evidence; several names
// add up.
func (ix *Index) Mentions(t task.Task) []Mention {
	found := map[int32]*Mention{}
	note := func(n int32, weight float64, line int, reason string) *Mention {
		m := found[n]
		if m == nil {
			m = &Mention{Node: n}
			found[n] = m
		}
		m.Weight = 1 - (1-m.Weight)*(1-weight)
		if m.Line == 0 {
			m.Line = line
		}
		m.Reasons = append(m.Reasons, reason)
		return m
	}
	names := ix.paths.names()
	inside := map[int]int{} // trace → its frames in the folder so far
	for _, p := range t.Paths {
		files := names.endingIn(ix.graph, p.Path)
		if len(files) == 0 || len(files) > maxSameName {
			continue
		}
		weight := p.Weight / float64(len(files))
		if p.Trace > 0 {
			weight *= math.Pow(frameDecay, float64(inside[p.Trace]))
			if !ix.IsTest(files[0]) {
				inside[p.Trace]++
			}
		}
		test := p.Title && ix.areTests(files)
		for _, n := range files {
			m := note(n, weight, p.Line, "the task names "+p.Path)
			m.Test = m.Test || test
			if p.Function != "" && slices.Contains(ix.graph.Definers(p.Function), n) {
				m.Names = append(m.Names, p.Function)
			}
		}
	}
	for _, s := range t.Symbols {
		ix.noteSymbol(names, s, note)
	}
	for _, name := range t.Names {
		if n, meant := ix.bareName(names, name); meant {
			note(n, bareName, 0, "the task names "+name)
		}
	}
	for _, s := range t.Symbols {
		files := ix.definers(s.Name)
		if len(files) > maxDefiners {
			continue
		}
		for _, n := range files {
			if m := found[n]; m != nil && !slices.Contains(m.Names, s.FullName()) {
				m.Names = append(m.Names, s.FullName())
			}
		}
	}
	mentions := make([]Mention, 0, len(found))
	for _, m := range found {
		mentions = append(mentions, *m)
	}
	slices.SortFunc(mentions, func(a, b Mention) int { return int(a.Node - b.Node) })
	return mentions
}

// noteSymbol notes the files that define a name the task says, or that are the module it names.
func (ix *Index) noteSymbol(names *names, s task.Symbol, note func(int32, float64, int, string) *Mention) {
	full := s.FullName()
	var qualifier string // the last name before it
	if s.Qualifier != "" {
		parts := strings.Split(full, ".")
		qualifier = parts[len(parts)-2]
		if files, used := names.module(ix.graph, parts, 2); len(files) > 0 && len(files) <= maxSameName {
			for _, n := range files {
				note(n, s.Weight/float64(len(files)), 0, "the task names "+strings.Join(parts[:used], "."))
			}
			if used == len(parts) {
				return
			}
		}
	}
	files, reason := ix.definers(s.Name), fmt.Sprintf("defines %s, which the task names", full)
	if len(files) == 0 && qualifier == "" {
		files, _ = names.module(ix.graph, []string{s.Name}, 1)
		reason = "the task names " + full
	}
	weight := s.Weight
	if qualifier != "" {
		if fits := ix.ofQualifier(files, s.Name, qualifier); len(fits) > 0 {
			files = fits
		} else {
			weight *= strayMember
		}
	}
	if len(files) > maxDefiners {
		return
	}
	weight /= math.Sqrt(float64(len(files)))
	test := s.Title && ix.areTests(files)
	for _, n := range files {
		m := note(n, weight, 0, reason)
		m.Test = m.Test || test
	}
}

// areTests reports whether files are nothing but tests.
func (ix *Index) areTests(files []int32) bool {
	return !slices.ContainsFunc(files, func(n int32) bool { return !ix.IsTest(n) })
}

// definers are the programs that define a name: a heading that reads like it defines nothing.
func (ix *Index) definers(name string) []int32 {
	return slices.DeleteFunc(slices.Clone(ix.graph.Definers(name)), func(n int32) bool { return ix.purpose(n) == analysis.Prose })
}

// ofQualifier picks of the files that define a name those that define it in what the qualifier names (a member of a type); where
// there are none, those that the qualifier is the name of, or whose directory's it is (a package's), or that define it
// themselves (a type's).
func (ix *Index) ofQualifier(files []int32, name, qualifier string) []int32 {
	fits := ix.havingMember(files, name, qualifier)
	if fits != nil {
		return fits
	}
	owners := ix.graph.Definers(qualifier)
	for _, n := range files {
		_, owns := slices.BinarySearch(owners, n)
		if owns || path.Base(modulePath(ix.graph.Path(n))) == qualifier || path.Base(analysis.Dir(ix.graph.Path(n))) == qualifier {
			fits = append(fits, n)
		}
	}
	return fits
}

// havingMember picks the files that define a name in something that is called so; none where too many are given.
func (ix *Index) havingMember(files []int32, name, container string) (having []int32) {
	if len(files) > maxHavingMember {
		return nil
	}
	for _, n := range files {
		if slices.ContainsFunc(ix.symbols(n), func(s analysis.Symbol) bool { return s.Name == name && lastPart(s.Container) == container }) {
			having = append(having, n)
		}
	}
	return having
}

// MentionedLine is the line of a file that a task speaks of, from 0: one that it gives, or that of the first
// definition that it names. known is false where there is none.
func (ix *Index) MentionedLine(m Mention) (line int, known bool) {
	facts := ix.graph.File(m.Node).Facts
	if facts == nil {
		return 0, false
	}
	if line := m.Line - 1; m.Line > 0 && line < int(facts.Lines) {
		return line, true
	}
	for _, name := range m.Names {
		if i := named(facts.Get().Symbols, name); i >= 0 {
			return int(facts.Get().Symbols[i].Line), true
		}
	}
	return 0, false
}

// named is the index of the symbol that a dotted name means: the first that is called so as a whole, or is called by its last part
// and is in what the parts before say; else the first of its last part; -1 where there is none.
func named(symbols []analysis.Symbol, name string) int {
	last := lastPart(name)
	qualifier := strings.TrimSuffix(strings.TrimSuffix(name, last), ".")
	first := -1
	for i := range symbols {
		s := &symbols[i]
		if s.Name == name {
			return i
		}
		if s.Name != last {
			continue
		}
		if s.Container != "" && (qualifier == s.Container || strings.HasSuffix(qualifier, "."+s.Container)) {
			return i
		}
		if first < 0 {
			first = i
		}
	}
	return first
}
