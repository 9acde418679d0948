package rank

import "testing"

func TestForeign(t *testing.T) {
	for path, want := range map[string]bool{
		"web/node_modules/a/index.js": true,
		"Vendor/a.go":                 true,
		"include/fmt/bundled/core.h":  true,
		"public/app.min.js":           true,
		"public/app.bundle.js":        true,
		"include/nlohmann/json.hpp":   false,
		"src/vendors.go":              false,
		"vendor":                      false,
	} {
		if got := foreign(path); got != want {
			t.Errorf("foreign(%q) = %v", path, got)
		}
	}
}
