package rank

import "strings"

// Relationship is a file's strongest tie to a query.
type Relationship uint8

// The relationships, the strongest first: a file that has several has the first of them.
const (
	Target           Relationship = iota // it is to be changed
	DirectImport                         // it defines what a target imports
	Test                                 // it tests a target: imports it, or is named after it
	TransitiveImport                     // a target imports it in several steps
	Downstream                           // it imports a target
	Mentioned                            // the task speaks of it
	LexicalMatch                         // it matches the task's words
	CochangePartner                      // past commits speak for it
	Unrelated
)

var relationshipNames = [...]string{"target", "direct_import", "test", "transitive_import", "downstream", "mentioned",
	"lexical", "cochange", "none"}

func (r Relationship) String() string { return relationshipNames[r] }

func (r *ranking) relationship(n int32) Relationship {
	depth := int32(r.q.MaxImportDepth)
	within := func(steps int32) bool { return 0 < steps && steps <= depth }
	_, mentioned := r.mentions[n]
	switch {
	case r.target[n]:
		return Target
	case r.isDirect(n):
		return DirectImport
	case r.tests(n):
		return Test
	case within(r.forward.steps[n]):
		return TransitiveImport
	case within(r.backward.steps[n]):
		return Downstream
	case mentioned:
		return Mentioned
	case r.text[n] >= lexicalMatch:
		return LexicalMatch
	case r.history[n] > 0:
		return CochangePartner
	}
	return Unrelated
}

// tests says whether a file tests a target.
func (r *ranking) tests(n int32) bool {
	if !r.ix.IsTest(n) {
		return false
	}
	if r.backward.steps[n] == 1 {
		return true
	}
	subject := subjectOf(r.ix.graph.Path(n))
	return subject != "" && r.subjects[subject]
}

// stemName is a path's base name without extension.
func stemName(p string) string { return stemOf(p[strings.LastIndexByte(p, '/')+1:]) }

// subjectOf is the stem of the file that a test is named after: foo of foo_test, test_foo, foo.test,
// foo.spec and fooTest; "" when its name says nothing.
func subjectOf(p string) string {
	stem := stemName(p)
	for _, affix := range [...]string{"_test", "_tests", "_spec", ".test", ".spec", "-test", ".tests", "Test", "Tests", "Spec"} {
		if s, found := strings.CutSuffix(stem, affix); found {
			return s
		}
	}
	if s, found := strings.CutPrefix(stem, "test_"); found {
		return s
	}
	return ""
}

// ranked is a file's entry in the answer.
func (r *ranking) ranked(n int32, score float64) Ranked {
	distance := r.forward.steps[n]
	if back := r.backward.steps[n]; back >= 0 && (distance < 0 || back < distance) {
		distance = back
	}
	if r.isDirect(n) && !r.target[n] {
		distance = 1
	}
	return Ranked{
		Node: n, Path: r.ix.graph.Path(n), Importance: r.personal[n], Score: score,
		Distance: int(distance), Relationship: r.relationship(n), Reasons: r.reasons(n),
		Structure: r.structure[n], Lexical: r.text[n], Cochange: r.history[n],
	}
}
