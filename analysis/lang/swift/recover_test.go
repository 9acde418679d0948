package swift

import (
	"os"
	"slices"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/contextls/contextls/analysis/lang/langtest"
)

// TestEveryPrefix reads what a file looks like while it is typed from its beginning to its end.
func TestEveryPrefix(t *testing.T) {
	raw, err := os.ReadFile("testdata/facts/declarations.txtar")
	if err != nil {
		t.Fatal(err)
	}
	src := txtar.Parse(raw).Files[0].Data
	extract := Language().Extract
	for end := 0; end < len(src); end += 11 {
		f, err := extract(src[:end])
		if err != nil {
			t.Fatal(err)
		}
		langtest.Check(t, "visible.swift", src[:end], f)
	}
}

// FuzzExtract shows that reading ends, and that what it says lies inside the text, whatever that is.
func FuzzExtract(f *testing.F) {
	for _, seed := range []string{"struct A<B { let x = /a\"b/; case", "@a(#\"\\#(", "import struct A.\nfunc +(a: \"\"\"\n", "extension [A: {"} {
		f.Add([]byte(seed))
	}
	extract := Language().Extract
	f.Fuzz(func(t *testing.T, src []byte) {
		if len(src) > 2048 {
			return
		}
		if facts, err := extract(src); err == nil {
			langtest.Check(t, "x.swift", src, facts)
		}
	})
}

func TestIsTest(t *testing.T) {
	for p, want := range map[string]bool{
		"Sources/Shop/Order.swift": false, "Tests/ShopTests/Mocks.swift": true, "App/OrderTests.swift": true,
		"Sources/Contest.swift": false, "AppUITests/A.swift": true,
	} {
		if isTest(p) != want {
			t.Errorf("isTest(%q) is %v", p, !want)
		}
	}
}

func TestStandardIsSorted(t *testing.T) {
	if !slices.IsSorted(standard()) {
		t.Error("the list of standard modules is not sorted")
	}
}
