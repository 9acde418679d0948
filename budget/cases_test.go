package budget

import (
	"strings"
	"testing"
)

// The line of an enum names its constants, until each of them has a line.
func TestEnumsInOutlines(t *testing.T) {
	short := "enum Color:\n    RED = 1\n    GREEN = 2\n    def mix(self):\n        pass\n"
	long := "enum Long:\n"
	for _, name := range []string{"FIRST", "SECOND", "THIRD"} {
		long += "    " + name + " = \"" + strings.Repeat("x", 40) + "\"\n"
	}
	for _, tt := range []struct {
		text, want string
		k          int
	}{
		{short, "enum Color { RED = 1, GREEN = 2 }\n…\n", 1},
		{short, "enum Color { RED = 1, GREEN = 2 }\n  def mix(self)\n…\n", 3},
		{short, "enum Color\n  RED = 1\n  GREEN = 2\n  def mix(self)\n", 4},
		{long, "enum Long { FIRST, SECOND, THIRD }\n…\n", 2},
	} {
		o := newOutline(symbolsOf(tt.text), func(int32) float64 { return 0 })
		if got := o.write(tt.k, outlineStyle{indent: "  ", widest: outlineMax}); got != tt.want {
			t.Errorf("%d of %q:\n%swant\n%s", tt.k, tt.text, got, tt.want)
		}
	}
}

// Names are not cut.
func TestListedCases(t *testing.T) {
	names := []string{"FIRST", "SECOND", "THIRD"}
	for room, want := range map[int]string{20: "FIRST, SECOND, THIRD", 19: "FIRST, SECOND, …", 15: "FIRST, …", 8: "…", 0: "…"} {
		if got := listed(names, room); got != want {
			t.Errorf("in %d bytes: %q, want %q", room, got, want)
		}
	}
}

// Of what C names behind the body, the constants stand in it.
func TestTypedefOfEnum(t *testing.T) {
	symbols := symbolsOf("enum Num:\n    UNO = 1\n    def two(self):\n        pass\n")
	symbols[0].Signature = "typedef enum {…} Num"
	got := newOutline(symbols, func(int32) float64 { return 0 }).write(1, outlineStyle{widest: outlineMax})
	if want := "typedef enum { UNO = 1 } Num\n…\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
