package analysis

import "testing"

// What other files see of a file decides whether they are linked anew.
func TestInterface(t *testing.T) {
	field := func(signature string, set bool) *Facts {
		return &Facts{Symbols: []Symbol{{Name: "title", Container: "Item", Kind: Field, Signature: signature, Set: set}}}
	}
	for _, c := range []struct {
		about string
		a, b  *Facts
		same  bool
	}{
		{"another default", field("title: str = ''", false), field("title: str = 'x'", false), true},
		{"a field that one sets by name no more", field("title: str = ''", false), field("title = ''", false), false},
		{"set by a method", field("title = ''", false), field("title = ''", true), false},
		{"no facts", nil, field("title", false), false},
	} {
		if same := sameInterface(c.a, c.b); same != c.same {
			t.Errorf("%s: same is %v", c.about, same)
		}
	}
}
