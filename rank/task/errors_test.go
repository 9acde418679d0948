package task

import (
	"strings"
	"testing"
)

func TestErrorNames(t *testing.T) {
	for text, want := range map[string]string{
		"NameError: name 'total' is not defined":                                                         "total",
		"ImportError: cannot import name 'quote' from 'shop.urls'":                                       "shop.urls quote",
		"E   AttributeError: 'Session' object has no attribute 'opened'":                                 "Session opened",
		"Uncaught TypeError: Cannot read properties of undefined (reading 'items')":                      "items",
		"src/a.ts(3,5): error TS2339: Property 'first' does not exist on type 'User'.":                   "User first",
		"ModuleNotFoundError: No module named 'it'":                                                      "", // a stop word
		"it's not an Error: the user's name":                                                             "",
		"ValueError: 'x y' is not 'a.' or '1a'":                                                          "",
		"a b c d KeyError: 'late'":                                                                       "",
		"KeyError: 'open":                                                                                "",
		"```\nTraceback\n  File \"a.py\", line 3, in f\nKeyError: 'total'\n```\nWhy 'this' is not found": "total",
	} {
		var got []string
		for _, s := range Read(text).Symbols {
			if name := s.FullName(); s.Weight > capitalisedWeight && !strings.HasSuffix(name, "Error") {
				got = append(got, name)
			}
		}
		if strings.Join(got, " ") != want {
			t.Errorf("names in %q: %q, want %q", text, got, want)
		}
	}
	if p := Read("src/a.ts(31,5): error TS2339: x").Paths; len(p) != 1 || p[0].Line != 31 {
		t.Errorf("tsc's place is read as %v", p)
	}
	if p := Read("see a.ts (3 times) and b.ts(x)").Paths; len(p) != 2 || p[0].Line != 0 || p[1].Line != 0 {
		t.Errorf("a number in brackets is read as a line: %v", p)
	}
}
