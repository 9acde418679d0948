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

func (e *evidence) relationship(n int32) Relationship {
	depth := int32(e.q.MaxImportDepth)
	within := func(steps int32) bool { return 0 < steps && steps <= depth }
	_, mentioned := e.text.mentions[n]
	switch {
	case e.target[n]:
		return Target
	case e.isDirect(n):
		return DirectImport
	case e.testsTarget(n):
		return Test
	case within(e.forward.steps[n]):
		return TransitiveImport
	case within(e.backward.steps[n]):
		return Downstream
	case mentioned:
		return Mentioned
	case e.text.values[n] >= lexicalMatch:
		return LexicalMatch
	case e.history.values[n] > 0:
		return CochangePartner
	}
	return Unrelated
}

// testsTarget reports whether a file tests a target.
func (e *evidence) testsTarget(n int32) bool {
	if !e.ix.IsTest(n) {
		return false
	}
	if e.backward.steps[n] == 1 {
		return true
	}
	subject := subjectOf(e.ix.graph.Path(n))
	return subject != "" && e.stems[subject]
}

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
