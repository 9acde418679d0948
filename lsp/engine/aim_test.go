package engine

import (
	"slices"
	"strings"
	"testing"
)

func TestSplitTarget(t *testing.T) {
	files := []string{"a.py", "odd:10", "x:1/b.py"}
	for _, tt := range []struct{ written, file, part string }{
		{"a.py", "a.py", ""},
		{"a.py:60", "a.py", "60"},
		{"a.py:10-40", "a.py", "10-40"},
		{"a.py:60:5", "a.py", "60:5"},
		{"a.py:Cart.add", "a.py", "Cart.add"},
		{"a.py:Cart::add", "a.py", "Cart::add"},
		{"a.py:", "a.py", ""},
		{"odd:10", "odd:10", ""}, // a file with a colon in its name wins
		{"odd:10:3", "odd:10", "3"},
		{"x:1/b.py:2", "x:1/b.py", "2"},
		{"gone.py", "gone.py", ""},
		{"gone.py:60:5", "gone.py", "60:5"},
	} {
		file, part := SplitTarget(tt.written, func(name string) bool { return slices.Contains(files, name) })
		if file != tt.file || part != tt.part {
			t.Errorf("%s: %q and %q, want %q and %q", tt.written, file, part, tt.file, tt.part)
		}
	}
}

func TestLineRange(t *testing.T) {
	const text = "one\ntwo\r\nthree"
	for _, tt := range []struct{ first, last, want string }{
		{"1", "", "one"}, {"2", "", "two"}, {"2", "3", "two\r\nthree"}, {"3", "3", "three"},
		{"0", "", "!lines are counted from 1"}, {"3", "2", "!line 2 is before line 3"}, {"4", "", "!line 4 is behind the last one, 3"},
		{"2", "4", "!line 4 is behind the last one, 3"}, {"99999999999999999999", "", "!is no line"},
	} {
		span, err := lineRange(text, tt.first, tt.last)
		if want, fails := strings.CutPrefix(tt.want, "!"); fails != (err != nil) || fails && !strings.Contains(err.Error(), want) {
			t.Errorf("%s-%s: %v, want %s", tt.first, tt.last, err, tt.want)
		} else if !fails && text[span.Start:span.End] != want {
			t.Errorf("%s-%s: %q, want %q", tt.first, tt.last, text[span.Start:span.End], want)
		}
	}
}

func TestNearest(t *testing.T) {
	names := []string{"Cart", "Cart.add", "Cart.remove", "total", "Cart.add"}
	for name, want := range map[string]string{"Cart.ad": "Cart.add Cart", "Crat": "Cart total", "rmove": "Cart.remove Cart", "TOTAL": "total Cart"} {
		if got := strings.Join(nearest(name, names, lastName, 2), " "); got != want {
			t.Errorf("%s: %s, want %s", name, got, want)
		}
	}
	if got := nearest("x", nil, lastName, 2); len(got) != 0 {
		t.Errorf("of nothing: %v", got)
	}
}
