package budget

import (
	"strings"
	"testing"
)

// Where a mark for what is left out would take as much as that, it is shown.
func TestMarksStandForMoreThanThemselves(t *testing.T) {
	const text = "class A\n{\n    int first;\n\n    int second;\n    int third;\n}\n"
	for _, tt := range []struct {
		selected string // a line for each letter x
		want     string
	}{
		{"x-x-x-x", "class A\n{\n    int first;\n\n    int second;\n… 6\n}\n"},
		{"x-x--x-", "class A\n{\n    int first;\n… 4–5\n    int third;\n}\n"},
		{"--x----", "class A\n{\n    int first;\n… 4–7\n"},
		{"-------", "… 1–7\n"},
	} {
		sel := newSource(text, text, heuristic(t)).selection(amount{1000, 1000})
		for i, mark := range tt.selected {
			if mark == 'x' {
				sel.add(i, i)
			}
		}
		before := sel.taken.bytes
		content, ranges := sel.content()
		if content != tt.want || len(content) > before {
			t.Errorf("%s: %q of %d bytes at most, want %q", tt.selected, content, before, tt.want)
		}
		shown := 0
		for _, r := range ranges {
			shown += int(r.LastLine-r.FirstLine) + 1
		}
		if want := strings.Count(tt.want, "\n") - strings.Count(tt.want, "…"); shown != want {
			t.Errorf("%s: the ranges have %d lines, want %d", tt.selected, shown, want)
		}
	}
}
