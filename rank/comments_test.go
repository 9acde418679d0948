//go:build cgo

package rank

import (
	"strings"
	"testing"
)

// Lines are marked # for a comment, = for code and nothing where they are blank.
func TestLineKinds(t *testing.T) {
	for _, tt := range []struct{ name, fence, text, want string }{
		{"Go", "go", "// a\nx := 1 // b\n\n/* c\n\n d */\ny()\n/* e */ z()\n", "#= ###=="},
		{"Python", "python", "# a\ndef f():\n    \"\"\"b\n    c\n    \"\"\"\n    r'''d'''\n    s = \"\"\"e\n", "#=####="},
		{"C", "c", "#include <a.h>\n * p = 1;\n", "=="},
		{"Elixir", "elixir", "@moduledoc ~S\"\"\"\nb\n\n  c\n\"\"\"\n@doc \"\"\"\nd\n\"\"\"\n@value \"\"\"\ne\n\"\"\"\n@doc false\ndef f, do: 1\n", "########====="},
		{"Ruby", "ruby", "# a\nputs 1\n", "#="},
		{"Lua", "lua", "-- a\n--[[ b\nc ]]\nd()\n", "###="},
		{"HTML", "html", "<!-- a\nb -->\n<p>\n", "##="},
		{"CSS", "css", "/* a\nb */\n.c {}\n// d\n", "##=="},
		{"SCSS", "scss", "/* a\nb */\n.c {}\n// d\n", "##=#"},
		{"Java", "java", "/**\n * a\n */\nint b;\n", "###="},
	} {
		l := NewTexts().read(t.Context(), tt.text, &byFence(t, tt.fence).Lexis)
		var got strings.Builder
		for _, k := range l.kinds {
			got.WriteByte(" #="[k])
		}
		if got.String() != tt.want {
			t.Errorf("%s: %q, want %q", tt.name, got.String(), tt.want)
		}
	}
}

func TestShareOfComments(t *testing.T) {
	l := NewTexts().read(t.Context(), "// a\n// b\n\nc\nd\n", &byFence(t, "go").Lexis)
	for _, tt := range []struct {
		first, last int
		want        float64
	}{{0, 4, 0.5}, {0, 1, 1}, {1, 3, 0.5}, {2, 2, 0}, {3, 9, 0}} {
		if got := l.prose(tt.first, tt.last); got != tt.want {
			t.Errorf("lines %d to %d: %v, want %v", tt.first, tt.last, got, tt.want)
		}
	}
}
