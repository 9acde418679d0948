package csharp

import (
	"os"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/contextls/contextls/analysis/lang/langtest"
)

// TestEveryPrefix reads what a file looks like while it is typed from its beginning to its end.
func TestEveryPrefix(t *testing.T) {
	raw, err := os.ReadFile("testdata/facts/modern.txtar")
	if err != nil {
		t.Fatal(err)
	}
	src := txtar.Parse(raw).Files[0].Data
	extract := Language().Extract
	for end := 0; end < len(src); end += 3 {
		f, err := extract(src[:end])
		if err != nil {
			t.Fatal(err)
		}
		langtest.Check(t, "modern.cs", src[:end], f)
	}
}

func TestIsTest(t *testing.T) {
	for p, want := range map[string]bool{
		"src/Shop/Order.cs": false, "src/Latest/Contest.cs": false, "test/A.cs": true, "Shop.Tests/Helpers/A.cs": true,
		"src/OrderTests.cs": true, "a/RetrySpecs.cs": true, "UnitTest/A.cs": true,
	} {
		if isTest(p) != want {
			t.Errorf("isTest(%q) is %v", p, !want)
		}
	}
}

// FuzzExtract shows that reading ends, and that what it says lies inside the text, whatever that is.
func FuzzExtract(f *testing.F) {
	for _, seed := range []string{"=", "class A { public int B(", "namespace A.B { record C(int D) { $\"{x", "extension(int x) { = []; #:", "public class A<T { operator ==(", "\"\"\"\n{ public"} {
		f.Add([]byte(seed))
	}
	extract := Language().Extract
	f.Fuzz(func(t *testing.T, src []byte) {
		if len(src) > 2048 {
			return
		}
		if facts, err := extract(src); err == nil {
			langtest.Check(t, "x.cs", src, facts)
		}
	})
}
