package hcl

import (
	"testing"

	"github.com/contextls/contextls/analysis"
	"github.com/contextls/contextls/analysis/lang/langtest"
)

func only() []*analysis.Language { return []*analysis.Language{Language()} }

func TestFacts(t *testing.T)   { langtest.Facts(t, only(), "testdata/facts") }
func TestResolve(t *testing.T) { langtest.Resolve(t, only(), "testdata/resolve") }

// Whatever the bytes are, Facts keep their promises.
func FuzzExtract(f *testing.F) {
	for _, seed := range []string{"", `resource "a_b" "c" { d = var.e }`, `locals { a = "${b_c.d["${x}"]}" }`, "a = <<EOT\n${b}\nEOT\n", "a {", "= }", `module "m" { source = "./x" }`,
		`a = "${`, "variable \"x\" {\n type = object({\n a = string })\n}", "module.m[0].x", "output \"\" {}", "a = ]"} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, src []byte) {
		facts, err := extract(src)
		if err != nil {
			t.Fatal(err)
		}
		langtest.Check(t, "hcl", src, facts)
	})
}

func TestIsTest(t *testing.T) {
	for p, want := range map[string]bool{"tests/a.tftest.hcl": true, "a.tofutest.hcl": true, "test.tf": false} {
		if got := isTest(p); got != want {
			t.Errorf("isTest(%q) = %v", p, got)
		}
	}
}
