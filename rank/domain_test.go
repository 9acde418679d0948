package rank

import (
	"context"
	"testing"

	"github.com/contextls/contextls/rank/task"
)

func TestDomain(t *testing.T) {
	ix := NewIndex(nil, plainGraph(map[string]string{
		"src/shop/session.py":        "def Session open_session",
		"src/shop/models/order.py":   "def Order ship_order",
		"src/shop/models/basket.py":  "def Basket fill_basket",
		"src/admin/views.py":         "def Admin list_admins",
		"tests/shop/test_session.py": "def test_session fill_nothing",
		"setup.py":                   "def setup_shop",
	}), nil)
	for text, want := range map[string]string{
		"`Order` and `Basket`":                             "src/shop/models",
		"`Order` in src/shop/models/order.py":              "src/shop/models",
		"`Order` and `Session`":                            "src/shop",
		"`Order`, `Basket` and `Session`":                  "src/shop/models",
		"`Order` and `Admin`":                              "src",
		"`setup_shop` in setup.py":                         "",
		"`Session`\n\nin tests/shop/test_session.py":       "src/shop",
		"Add tests: `Session`, tests/shop/test_session.py": "tests/shop",
		"order of the basket":                              "src/shop/models", // words alone
		"quite another thing":                              "",
	} {
		read := task.Read(text)
		got, err := ix.Domain(context.Background(), read, ix.Mentions(read))
		if err != nil || got != want {
			t.Errorf("%q is about %q, %v, want %q", text, got, err, want)
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := ix.Domain(ctx, task.Read("basket"), nil); err == nil {
		t.Error("a cancelled search gives no error")
	}
}
