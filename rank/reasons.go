package rank

import (
	"cmp"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/contextls/contextls/analysis"
)

// reasons say why a file is where it is: what sets it apart most from other files first, then what the
// score was scaled by.
func (a *answer) reasons(n int32) []string {
	if a.target[n] {
		return []string{"is a target"}
	}
	if a.structure.unseeded {
		reason := "nothing depends on it"
		if by := len(a.ix.graph.In(n)); by > 0 {
			reason = "depended on by " + count(by, "file")
		}
		if commits := a.ix.history.commitsOf(a.ix.graph.Path(n)); commits > 0 {
			return []string{reason, "changed in " + count(commits, "commit")}
		}
		return []string{reason}
	}
	var reasons []string
	strongest := a.strongest(n)
	for _, k := range strongest {
		reasons = append(reasons, a.reasonsBy(k, n)...)
	}
	if len(reasons) == 0 && a.parts(n) != [kinds]float64{} {
		reasons = append(reasons, [...]string{byStructure: a.neighbourReason(n), byText: "shares telling words with the query",
			byHistory: "is tied to the query by past commits"}[strongest[0]])
	}
	return append(reasons, a.discounts(n)...)
}

// discounts say what a file's score was scaled down for.
func (a *answer) discounts(n int32) (reasons []string) {
	file := a.ix.graph.File(n)
	if file.Facts != nil && file.Facts.Generated {
		reasons = append(reasons, "counts for less: it is generated")
	}
	if a.isIdleTest(n, a.text.mentions) {
		reasons = append(reasons, "counts for less: it is a test, and the task is not about tests")
	}
	if a.ix.paths.isForeign(n) {
		reasons = append(reasons, "counts for less: it is a vendored or built copy")
	}
	if a.isIdleExample(n, a.text.mentions) {
		reasons = append(reasons, "counts for less: it is an example or a benchmark, and the task is not about those")
	}
	if !a.history.languages.has(file.Language) {
		reasons = append(reasons, "counts for less: it is in another language than "+a.leadersName())
	}
	if a.isOffPurpose(n, a.text.mentions) {
		switch a.ix.purpose(n) {
		case analysis.Prose:
			reasons = append(reasons, "counts for less: it is documentation, and the task is not about that")
		case analysis.Markup:
			reasons = append(reasons, "counts for less: it says how something looks, and the task is not about that")
		}
	}
	return reasons
}

// reasonsBy are what one kind of evidence says of a file.
func (a *answer) reasonsBy(k kind, n int32) []string {
	switch k {
	case byStructure:
		return a.structureReasons(n)
	case byText:
		return a.textReasons(n)
	}
	return a.historyReasons(n)
}

// structureReasons say how a file is tied to the query in the graph.
func (a *answer) structureReasons(n int32) []string {
	reasons := a.importReasons(n)
	if p, known := a.beside[n]; known {
		reasons = append(reasons, "lies near "+path.Base(p))
	}
	return reasons
}

// textReasons say what the task says of a file.
func (a *answer) textReasons(n int32) (reasons []string) {
	if m, known := a.text.mentions[n]; known {
		reasons = append(reasons, m.Reasons[:min(len(m.Reasons), maxReasons)]...)
	}
	if words := a.matching[n]; len(words) > 0 {
		reasons = append(reasons, "has the task's words "+strings.Join(words, ", "))
	}
	return reasons
}

// historyReasons say which past commits tie a file to the query.
func (a *answer) historyReasons(n int32) (reasons []string) {
	if c, known := a.history.partners[n]; known {
		reasons = append(reasons, "changed together with "+c.with+" in "+count(c.Commits, "commit"))
	}
	if like := a.likeReason(n); like != "" {
		reasons = append(reasons, like)
	}
	return reasons
}

// likeReason names the commit that changed a file and reads most like the task, "" where there is none.
func (a *answer) likeReason(n int32) string {
	s, known := a.history.resembling[n]
	if !known {
		return ""
	}
	return s.reason()
}

func (r *Resemblance) reason() string {
	return fmt.Sprintf("changed in %s that %s like the task: %q", count(r.Commits, "commit"), reads(r.Commits), r.Subject)
}

// importReasons say how a file and the targets import each other.
func (a *answer) importReasons(n int32) []string {
	var reasons []string
	depth := int32(a.q.MaxImportDepth)
	if t, direct := a.direct[n]; direct {
		names := a.usedNames(t, n)
		if names != "" {
			names += " from "
		}
		reasons = append(reasons, a.ix.graph.Path(t)+a.importsOrUses(t, n)+names+"it")
	} else if s := a.forward.steps[n]; 0 < s && s <= depth {
		first, last := a.ends(a.forward, n)
		if s == 1 {
			reasons = append(reasons, first+" imports its module")
		} else {
			reasons = append(reasons, first+" imports it through "+last)
		}
	}
	if s := a.backward.steps[n]; s == 1 {
		first, _ := a.ends(a.backward, n)
		reasons = append(reasons, "imports "+first)
	} else if a.testsTarget(n) {
		reasons = append(reasons, "is named after a target that it tests")
	} else if t, known := a.usedTarget(n); known {
		reasons = append(reasons, "uses "+a.usedNames(n, t)+" of "+a.ix.graph.Path(t))
	} else if 0 < s && s <= depth {
		first, last := a.ends(a.backward, n)
		reasons = append(reasons, "imports "+first+" through "+last)
	}
	return reasons
}

// neighbourReason says what of the files that match the task best a file uses, or is used by; else only that it is near.
func (a *answer) neighbourReason(n int32) string {
	for _, anchor := range a.history.anchors {
		name := a.ix.graph.Path(anchor.Node)
		if names := a.usedNames(anchor.Node, n); names != "" {
			return name + " uses " + names + " of it"
		}
		if names := a.usedNames(n, anchor.Node); names != "" {
			return "uses " + names + " of " + name
		}
	}
	near := "what the query is about"
	if len(a.history.leaders) > 0 {
		near = a.history.leaders[0].name
	}
	return "is close in the graph to " + near
}

// usedTarget finds the target whose names a file uses without an import, as files of one package do.
func (a *answer) usedTarget(n int32) (target int32, known bool) {
	for _, t := range a.q.Targets {
		if slices.ContainsFunc(a.ix.graph.UsesOf(n, t), analysis.Use.Sure) {
			return t, true
		}
	}
	return 0, false
}

// importsOrUses is how one file gets at what it uses of another: by an import, or as one of the same package.
func (a *answer) importsOrUses(by, of int32) string {
	out := a.ix.graph.Out(by)
	if i, found := slices.BinarySearchFunc(out, of, func(e analysis.Edge, to int32) int { return cmp.Compare(e.To, to) }); found && !out[i].Import {
		return " uses "
	}
	return " imports "
}

// usedNames are what one file surely uses of another, the most used first, "" where that is not known.
func (a *answer) usedNames(by, of int32) string {
	sure := slices.DeleteFunc(slices.Clone(a.ix.graph.UsesOf(by, of)), func(u analysis.Use) bool { return !u.Sure() })
	slices.SortStableFunc(sure, func(a, b analysis.Use) int {
		return cmp.Compare(float64(b.Count)*b.Confidence, float64(a.Count)*a.Confidence)
	})
	var names []string
	for _, u := range sure[:min(len(sure), maxReasons)] {
		names = append(names, u.Name)
	}
	return strings.Join(names, ", ")
}

// ends are where the shortest way to a file begins, and the file before it.
func (a *answer) ends(d distances, n int32) (first, last string) {
	last = a.ix.graph.Path(d.via[n])
	for d.via[n] >= 0 {
		n = d.via[n]
	}
	return a.ix.graph.Path(n), last
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
