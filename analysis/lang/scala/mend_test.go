package scala

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/contextls/contextls/analysis"
	"github.com/contextls/contextls/analysis/lang/langtest"
)

// TestHalfWritten puts what people are in the middle of typing into a file, at three places.
func TestHalfWritten(t *testing.T) {
	const file = `package p
import a.b.C

def before(x: Int): Int = {
  TOP
  x
}

/** A. */
class A(val x: Int) extends B {
  CLASS
  val y = 1

  def m() = {
    METHOD
    if (x > 1) { n() }
  }

  object In {
    def make() = new A(1)
  }
}

def after = 1
`
	extract := Language().Extract
	for _, typed := range []string{"foo(1,", "foo(", "List(1, 2", "if (x", "x.", "val z = ", "val", "def", "class", "foo(a, b",
		"for (x <-", "x match {", "x match { case A =>", "{", "}", ")", "]", "foo { x", "@Foo(", "try {", "val z: ", "x =>", "s\"${x"} {
		for _, place := range []string{"TOP", "CLASS", "METHOD"} {
			src := file
			for _, p := range []string{"TOP", "CLASS", "METHOD"} {
				text := ""
				if p == place {
					text = typed
				}
				src = strings.Replace(src, p, text, 1)
			}
			f, err := extract([]byte(src))
			if err != nil {
				t.Fatal(err)
			}
			langtest.Check(t, typed, []byte(src), f)
			var got []string
			for _, s := range f.Symbols {
				if s.Kind != analysis.Field && s.Kind != analysis.Variable {
					got = append(got, s.Container+"."+s.Name)
				}
			}
			want := []string{".before", ".A", "A.m", "A.In", "A.In.make", ".after"}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("%q in %s (-want +got)\n%s", typed, place, diff)
			}
			if len(f.Imports) != 1 || f.Package != "p" {
				t.Errorf("%q in %s: package %s, imports %v", typed, place, f.Package, f.Imports)
			}
		}
	}
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
