package rank

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/contextls/contextls/analysis"
)

// reasons say why a file is where it is: what sets it apart most from other files first, then what the
// score was scaled by.
func (r *ranking) reasons(n int32) []string {
	if r.target[n] {
		return []string{"is a target"}
	}
	if r.unseeded {
		if by := len(r.ix.graph.In(n)); by > 0 {
			return []string{"depended on by " + count(by, "file")}
		}
		return []string{"nothing depends on it"}
	}
	var reasons []string
	for _, s := range r.strongest(n) {
		reasons = append(reasons, r.reasonsBy(s, n)...)
	}
	if len(reasons) == 0 && r.parts(n) != [signals]float64{} {
		reasons = append(reasons, [...]string{byGraph: "is close in the graph to what the query is about", byText: "shares telling words with the query",
			byPast: "is tied to the query by past commits"}[r.strongest(n)[0]])
	}
	if facts := r.ix.graph.File(n).Facts; facts != nil && facts.Generated {
		reasons = append(reasons, "counts for less: it is generated")
	}
	if !r.aboutTests && r.ix.IsTest(n) {
		reasons = append(reasons, "counts for less: it is a test, and the task is not about tests")
	}
	if r.ix.foreign()[n] {
		reasons = append(reasons, "counts for less: it is a vendored or built copy")
	}
	if r.otherLanguage(n) {
		reasons = append(reasons, "counts for less: it is in another language than "+r.leadersName())
	}
	if _, named := r.mentions[n]; !named && !r.about[r.ix.purpose(n)] {
		switch r.ix.purpose(n) {
		case analysis.Prose:
			reasons = append(reasons, "counts for less: it is documentation, and the task is not about that")
		case analysis.Markup:
			reasons = append(reasons, "counts for less: it says how something looks, and the task is not about that")
		}
	}
	return reasons
}

// reasonsBy say what one signal has to say of a file.
func (r *ranking) reasonsBy(s signal, n int32) []string {
	switch s {
	case byGraph:
		return r.graphReasons(n)
	case byText:
		return r.textReasons(n)
	}
	return r.pastReasons(n)
}

// graphReasons say how a file is tied to the query in the graph.
func (r *ranking) graphReasons(n int32) []string {
	reasons := r.importReasons(n)
	if p, is := r.beside[n]; is {
		reasons = append(reasons, "lies near "+p+", which does not exist yet")
	}
	return reasons
}

// textReasons say what the task says of a file.
func (r *ranking) textReasons(n int32) (reasons []string) {
	if m, is := r.mentions[n]; is {
		reasons = append(reasons, m.Reasons[:min(len(m.Reasons), maxReasons)]...)
	}
	if words := r.matching(n); len(words) > 0 {
		reasons = append(reasons, "has the task's words "+strings.Join(words, ", "))
	}
	return reasons
}

// pastReasons say what past commits tie a file to the query.
func (r *ranking) pastReasons(n int32) (reasons []string) {
	if c, is := r.partners[n]; is {
		reasons = append(reasons, "changed together with "+c.with+" in "+count(c.Commits, "commit"))
	}
	if s, is := r.resembling[n]; is {
		reasons = append(reasons, fmt.Sprintf("changed in %s that %s like the task: %q", count(s.Commits, "commit"), reads(s.Commits), s.Subject))
	}
	return reasons
}

// importReasons say how a file and the targets import each other.
func (r *ranking) importReasons(n int32) []string {
	var reasons []string
	depth := int32(r.q.MaxImportDepth)
	if t, is := r.direct[n]; is {
		names := r.taken(t, n)
		if names != "" {
			names += " from "
		}
		reasons = append(reasons, r.ix.graph.Path(t)+r.takes(t, n)+names+"it")
	} else if s := r.forward.steps[n]; 0 < s && s <= depth {
		first, last := r.way(r.forward, n)
		if s == 1 {
			reasons = append(reasons, first+" imports its module")
		} else {
			reasons = append(reasons, first+" imports it through "+last)
		}
	}
	if s := r.backward.steps[n]; 0 < s && s <= depth {
		first, last := r.way(r.backward, n)
		if s == 1 {
			reasons = append(reasons, "imports "+first)
		} else {
			reasons = append(reasons, "imports "+first+" through "+last)
		}
	} else if r.tests(n) {
		reasons = append(reasons, "is named after a target that it tests")
	} else if t, is := r.user(n); is {
		reasons = append(reasons, "uses "+r.taken(n, t)+" of "+r.ix.graph.Path(t))
	}
	return reasons
}

// user finds the target whose names a file uses without an import, as files of one package do.
func (r *ranking) user(n int32) (target int32, is bool) {
	for _, t := range r.q.Targets {
		if slices.ContainsFunc(r.ix.graph.UsesOf(n, t), analysis.Use.Sure) {
			return t, true
		}
	}
	return 0, false
}

// takes is how one file gets at what it uses of another: by an import, or for they are of one package.
func (r *ranking) takes(by, of int32) string {
	out := r.ix.graph.Out(by)
	if i, found := slices.BinarySearchFunc(out, of, func(e analysis.Edge, to int32) int { return cmp.Compare(e.To, to) }); found && !out[i].Import {
		return " uses "
	}
	return " imports "
}

// taken names what one file surely uses of another, "" where that is not known.
func (r *ranking) taken(by, of int32) string {
	sure := slices.DeleteFunc(slices.Clone(r.ix.graph.UsesOf(by, of)), func(u analysis.Use) bool { return !u.Sure() })
	slices.SortStableFunc(sure, func(a, b analysis.Use) int {
		return cmp.Compare(float64(b.Count)*b.Confidence, float64(a.Count)*a.Confidence)
	})
	var names []string
	for _, u := range sure[:min(len(sure), maxReasons)] {
		names = append(names, u.Name)
	}
	return strings.Join(names, ", ")
}

// way is where the shortest way to a file begins, and the file before it.
func (r *ranking) way(d distances, n int32) (first, last string) {
	last = r.ix.graph.Path(d.via[n])
	for d.via[n] >= 0 {
		n = d.via[n]
	}
	return r.ix.graph.Path(n), last
}

// matching are the task's heaviest words that occur in a file.
func (r *ranking) matching(n int32) []string {
	var words []string
	if r.text[n] < lexicalMatch || r.ix.graph.File(n).Facts == nil {
		return nil
	}
	terms := r.ix.graph.File(n).Facts.Terms
	for _, w := range r.words {
		_, found := slices.BinarySearchFunc(terms, w.hash, func(t analysis.Term, h uint32) int { return cmp.Compare(t.Hash, h) })
		if found {
			if words = append(words, w.text); len(words) == maxReasons {
				break
			}
		}
	}
	return words
}

func reads(commits int) string {
	if commits == 1 {
		return "reads"
	}
	return "read"
}

func count(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}
