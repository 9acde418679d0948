package scala

import (
	"testing"

	"github.com/contextls/contextls/analysis"
	"github.com/contextls/contextls/analysis/lang/langtest"
)

// TestHalfWritten puts what people are in the middle of typing into a file, at three places.
func TestHalfWritten(t *testing.T) {
	const file = `package p
import a.b.C

def before(x: Int): Int = {
  EDIT
  x
}

/** A. */
class A(val x: Int) extends B {
  EDIT
  val y = 1

  def m() = {
    EDIT
    if (x > 1) { n() }
  }

  object In {
    def make() = new A(1)
  }
}

def after = 1
`
	typed := []string{"foo(1,", "foo(", "List(1, 2", "if (x", "x.", "val z = ", "val", "def", "class", "foo(a, b",
		"for (x <-", "x match {", "x match { case A =>", "{", "}", ")", "]", "foo { x", "@Foo(", "try {", "val z: ", "x =>", "s\"${x"}
	langtest.HalfWritten(t, Language(), file, typed, "before A A.m A.In A.In.make after", analysis.Field, analysis.Variable)
}

// FuzzExtract shows that whatever the bytes, the Facts hold what is promised of them.
func FuzzExtract(f *testing.F) {
	f.Add([]byte("package a { case class B(c: Int) { val (d, e) = 1 } }\nimport a.{b => _, given}\ngiven A[B] = 1"))
	f.Add([]byte("enum A:\n  case B, C\n  case D(e: Int)\nextension (x: A)\n  def y = x\n"))
	f.Add([]byte("import `a.b`.{, {*\nobject\nclass `x y`[T"))
	f.Add([]byte("case class A(=:"))
	f.Add([]byte("enum\r:\n0"))
	f.Add([]byte("class` `"))
	f.Add([]byte("enum :\ncase\"A(A)A"))
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
