package analysis

import (
	"strings"
	"testing"
)

func TestBases(t *testing.T) {
	for signature, want := range map[string]string{
		"class A":                          "",
		"class A extends B implements C.D": "B,C.D",
		"class A<T extends E> extends B<T, F> implements C": "B,C",
		"class A(val x: E) : B(x), C<D>":                    "B,C",
		"class A : B where T : C":                           "B",
		"class A : public virtual n::B, private C":          "n::B,C",
		"class A < B::C":                                    "B::C",
		"sealed interface A extends B permits C, D":         "B",
		"class Small extends B":                             "", // no A is its name
	} {
		f := &Facts{Symbols: []Symbol{{Name: "A", Kind: Class, Signature: signature}}}
		if strings.Contains(signature, "Small") {
			f.Symbols[0].Name = "small"
		}
		if f.readBases(); string(f.Symbols[0].Type) != want {
			t.Errorf("%s: %s, want %s", signature, f.Symbols[0].Type, want)
		}
	}
}
