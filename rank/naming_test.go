package rank

import (
	"testing"

	"github.com/contextls/contextls/analysis"
)

// A qualifier says which of the definitions of a name are meant, if some are in what it names.
func TestNaming(t *testing.T) {
	ix := NewIndex(nil, plainGraph(shop()), nil)
	p, err := ix.Passages(t.Context(), Query{Task: "`Session.open` fails, and foo.undo"}, NewTexts(), func(string) (string, error) { return "", nil })
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		container, name string
		named           bool
	}{
		{"Session", "open", true},
		{"shop.Session", "open", true},
		{"Order", "open", false},
		{"", "open", false},
		{"Session", "undo", true},
		{"Order", "undo", true},
		{"Session", "close", false},
	} {
		if got := p.naming(&analysis.Symbol{Container: c.container, Name: c.name}) > 0; got != c.named {
			t.Errorf("%s.%s is named: %v", c.container, c.name, got)
		}
	}
}
