package analysis

import "testing"

// A line is the same wherever it stands, and lines that say next to nothing are no lines to go by.
func TestHashLine(t *testing.T) {
	for _, tt := range []struct {
		a, b string
		same bool
	}{
		{"\treturn total", "        return total\r\n", true},
		{"return total", "return Total", false},
		{"return total", "return total;", false},
		{"a = b", "", true}, // too short
	} {
		if same := HashLine(tt.a) == HashLine(tt.b); same != tt.same {
			t.Errorf("%q and %q: same is %t", tt.a, tt.b, same)
		}
	}
	for _, line := range []string{"", "}", "  end  ", "\t{\n"} {
		if h := HashLine(line); h != 0 {
			t.Errorf("%q has the hash %x", line, h)
		}
	}
}
