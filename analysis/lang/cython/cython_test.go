package cython

import (
	"testing"

	"github.com/contextls/contextls/analysis"
	"github.com/contextls/contextls/analysis/lang/langtest"
	"github.com/contextls/contextls/analysis/lang/python"
)

func TestFacts(t *testing.T) {
	langtest.Facts(t, []*analysis.Language{Language()}, "testdata/facts")
}

func TestResolve(t *testing.T) {
	langtest.Resolve(t, []*analysis.Language{Language(), python.Language()}, "testdata/resolve")
}

// Whatever the bytes are, Facts keep their promises.
func FuzzExtract(f *testing.F) {
	for _, seed := range []string{"", "cdef class A(B):\n  cdef int x\n  def f(self): pass\n", "cdef extern from \"a.h\":\n  int f(int) nogil\n  enum: A, B\n",
		"ctypedef struct s:\n\tint a, b[3]\n", "cdef int x = 3, *y", "from a cimport (b,\n c)\ncimport d.e as f\ninclude 'g.pxi'\n", "@d\ncpdef f(", "cdef:\n int a\n\"\"\"", "ctypedef fused n:\n  int\n",
		"cdef", "cdef enum", "def", "class", ":", "(\n)\n", "ctypedef (", "cdef public api", "\\\n="} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, src []byte) {
		facts, err := extract(src)
		if err != nil {
			t.Fatal(err)
		}
		langtest.Check(t, id, src, facts)
	})
}
