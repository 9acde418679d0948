package ecmascript

import (
	"testing"
)

func TestOperator(t *testing.T) {
	for text, want := range map[string]uint32{
		"...x": 3, "=== ": 3, "=>{": 2, "?.a": 2, "??=1": 3, "=": 1, "..": 1, ">>=": 1, ">=": 1, ".": 1, "= =": 1, "!": 1, "/= ": 2,
	} {
		if got := operator(text); got != want {
			t.Errorf("%q: %d, want %d", text, got, want)
		}
	}
}

// What is broken, or ends in the middle, is read to the end.
func TestBrokenReceivers(t *testing.T) {
	for _, src := range []string{"a ... ", "x = {a..", "f(a ?.", "class A { x = ", "const {a, b = ", "for (const [", "type A<T extends = ", "a<b>(c", "`${a", "new ", "@",
		"export {", "import a", "interface A { [k", "enum A { B =", "(a, b", "x => ", "async (", "<A b={", "const a: ", "if (a instanceof", "namespace a.b {", "...", "{...a...}", "a?b:c=>d", "f<<T>(v: T) => void>(g)", "new f<<T>(v)"} {
		for _, l := range Languages() {
			if _, err := l.Extract([]byte(src)); err != nil {
				t.Errorf("%s: %q: %v", l.ID, src, err)
			}
		}
	}
}
