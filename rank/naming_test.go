package rank

import (
	"testing"

	"github.com/contextls/contextls/analysis"
)

// A qualifier says which of the definitions of a name are meant, if some are in what it names.
func TestNaming(t *testing.T) {
	ix := NewIndex(nil, plainGraph(shop()), nil)
	p, err := ix.Passages(t.Context(), Query{Task: "`Session.open` fails, and foo.undo\n  File \"src/shop/app.py\", line 3, in run\n"}, NewTexts(), func(string) (string, error) { return "", nil })
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		path, container, name string
		named                 bool
	}{
		{"src/shop/session.py", "Session", "open", true},
		{"src/shop/app.py", "shop.Session", "open", true},
		{"src/shop/models/order.py", "Order", "open", false},
		{"src/shop/app.py", "", "open", false},
		{"src/shop/undo.py", "Session", "undo", true},
		{"src/shop/redo.py", "Order", "undo", true},
		{"src/shop/session.py", "Session", "close", false},
		{"src/shop/app.py", "App", "run", true}, // a trace says so
		{"src/common/c0.py", "", "run", false},
	} {
		if got := p.naming(node(ix.Graph(), c.path), &analysis.Symbol{Container: c.container, Name: c.name}) > 0; got != c.named {
			t.Errorf("%s: %s.%s is named: %v", c.path, c.container, c.name, got)
		}
	}
}
