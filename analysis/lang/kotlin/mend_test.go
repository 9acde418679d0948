package kotlin

import (
	"testing"

	"github.com/contextls/contextls/analysis"
	"github.com/contextls/contextls/analysis/lang/langtest"
)

// TestHalfWritten puts what people are in the middle of typing into a file, at three places.
func TestHalfWritten(t *testing.T) {
	const file = `package p
import a.b.C

fun before(x: Int): Int {
    EDIT
    return x
}

/** A. */
class A(val x: Int) : B() {
    EDIT
    val y = 1

    fun m() {
        EDIT
        if (x > 1) { n() }
    }

    companion object {
        fun make() = A(1)
    }
}

fun after() = 1
`
	typed := []string{"foo(1,", "foo(", "listOf(1, 2", "if (x", "x.", "val z = ", "val", "fun", "class", "return (", "foo(a, b",
		"for (x in", "when (x) {", "when (x) { is A ->", "{", "}", ")", "]", "x?.", "foo { it", "@Foo(", "try {", "val z: ", "x as", "x -> y", "\"${x"}
	langtest.HalfWritten(t, Language(), file, typed, "before A A.m A.Companion A.Companion.make after", analysis.Field, analysis.Variable)
}

// FuzzExtract shows that whatever the bytes, the Facts hold what is promised of them.
func FuzzExtract(f *testing.F) {
	f.Add([]byte("class A(val x: Int) : B by c { fun `d e`() = \"$x\" }\n@Z\nconst val A = 1\n"))
	f.Add([]byte("enum class A { B,\n C(1) {\n"))
	f.Add([]byte("import a.`b`.c as d;import\npackage\nfun <T> a.b.() {"))
	extract := Language().Extract
	f.Fuzz(func(t *testing.T, src []byte) {
		if len(src) > 4096 {
			return
		}
		if facts, err := extract(src); err == nil {
			langtest.Check(t, "fuzz", src, facts)
		}
	})
}

// TestAnnotationAtTheEnd is about files that end in the middle of an annotation, on which the grammar's own
// scanner would go on for ever.
func TestAnnotationAtTheEnd(t *testing.T) {
	extract := Language().Extract
	for _, end := range []string{"@", "@Jvm", "@Jvm(", "@Jvm( ", "@Jvm(a) "} {
		src := []byte("class A {\n    val b = 1\n    " + end)
		f, err := extract(src)
		if err != nil {
			t.Fatal(err)
		}
		langtest.Check(t, end, src, f)
		if len(f.Symbols) < 2 || f.Lines != 3 {
			t.Errorf("%s: %d symbols, %d lines", end, len(f.Symbols), f.Lines)
		}
	}
}
