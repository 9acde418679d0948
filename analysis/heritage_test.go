package analysis

import (
	"strings"
	"testing"
)

func TestBases(t *testing.T) {
	for _, tt := range []struct{ name, signature, want string }{
		{"A", "class A", ""},
		{"A", "class A extends B implements C.D", "B,C.D"},
		{"A", "class A<T extends E> extends B<T, F> implements C", "B,C"},
		{"A", "class A(val x: E) : B(x), C<D>", "B,C"},
		{"A", "class A actual constructor(val x: (E) -> F, y: G) : B(x)", "B"},
		{"A", "class A : B where T : C", "B"},
		{"A", "class A : public virtual n::B, private C", "n::B,C"},
		{"A", "class A < B::C", "B::C"},
		{"A", "sealed interface A extends B permits C, D", "B"},
		{"ass", "class ass extends B", "B"}, // it stands in another word, too
		{"A", "class Other extends B", ""},
		{"A", "class A : B, " + strings.Repeat("l", maxTypeExpr) + ", C", "B,C"},
	} {
		f := &Facts{Symbols: []Symbol{{Name: tt.name, Kind: Class, Signature: tt.signature}}}
		if f.readBases(); string(f.Symbols[0].Type) != tt.want {
			t.Errorf("%s: %s, want %s", tt.signature, f.Symbols[0].Type, tt.want)
		}
	}
}
