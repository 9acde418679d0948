package rust

import (
	"testing"

	"github.com/contextls/contextls/analysis"
	"github.com/contextls/contextls/analysis/lang/langtest"
)

func langs() []*analysis.Language { return []*analysis.Language{Language()} }

func TestFacts(t *testing.T)   { langtest.Facts(t, langs(), "testdata/facts") }
func TestResolve(t *testing.T) { langtest.Resolve(t, langs(), "testdata/resolve") }

func TestIsTest(t *testing.T) {
	for path, want := range map[string]bool{
		"tests/it.rs": true, "crates/a/tests/common/mod.rs": true, "src/a/tests.rs": true, "src/tests/mod.rs": true,
		"src/parse_test.rs": true, "src/test_util.rs": true, "src/lib.rs": false, "src/testing.rs": false, "benches/a.rs": false,
	} {
		if Language().IsTest(path) != want {
			t.Errorf("IsTest(%q) = %v", path, !want)
		}
	}
}

// FuzzExtract shows that whatever the bytes, Facts keep what they promise, unwrapping moves nothing, and
// a resolver can be made of them that answers; the same file can be looked through where it is an installed crate's.
func FuzzExtract(f *testing.F) {
	f.Add("cfg! { pub mod a; use a::{self, b::*}; }\nimpl X { fn f(&self) { crate::a::b() } }")
	f.Add("mod a { use super::*; mod b { pub use super::super::a as c; } use self::b::c; use c::d; }")
	f.Add("use a::b as a; use a::c; use self::a as self; use {}; use ::{*, x}; use x::{y::{z")
	f.Add("#[path = \"f.rs\"] mod f; extern crate self as e; macro_rules! m { ($x) => { $crate::n!() } }")
	f.Add("pub use self::*; pub use crate::*; pub use x::y; pub use y::x; use x::y::z;")
	f.Add("#[A={macro_rules!A{0%}")
	f.Add("!()")
	f.Add("macro_rules! a { () => {")
	langs := langs()
	f.Fuzz(func(t *testing.T, src string) {
		if len(src) > 4096 {
			return
		}
		readItems(src)
		if text, _, _ := unwrap(src); len(text) != len(src) {
			t.Errorf("unwrapped to %d bytes of %d", len(text), len(src))
		}
		facts, err := langs[0].Extract([]byte(src))
		if err != nil {
			return
		}
		langtest.Check(t, "f.rs", []byte(src), facts)
		tree := analysis.NewTree([]analysis.File{{Path: "f.rs", Language: langs[0], Facts: analysis.Known(facts)}, {Path: "src/x.rs", Language: langs[0], Facts: analysis.Known(facts)}})
		analysis.Link(nil, tree)
	})
}
