package rank

import "testing"

func TestReasonsNameFilesBriefly(t *testing.T) {
	g := plainGraph(map[string]string{
		"main.go": "", "cmd/shop/main.go": "", "api/store/cart.go": "", "api/index.go": "", "web/index.go": "", "web/api/index.go": "",
	})
	ix := NewIndex(nil, g, nil)
	for path, want := range map[string]string{
		"main.go":           "main.go",
		"cmd/shop/main.go":  "shop/main.go",
		"api/store/cart.go": "cart.go",
		"api/index.go":      "api/index.go", // which web/api/index.go ends with, too
		"web/index.go":      "web/index.go",
		"web/api/index.go":  "web/api/index.go",
	} {
		if got := ix.brief(node(g, path)); got != want {
			t.Errorf("%s is called %s, want %s", path, got, want)
		}
	}
}
