package budget

import (
	"strings"
	"testing"
)

func TestAbridged(t *testing.T) {
	log := strings.Repeat("[debug] skipping 4 bytes of record 17\n\n[debug] loading cookie 2/30\n", 20)
	for _, c := range []struct{ name, task, want string }{
		{"short", "Fix it\n" + log[:200], "Fix it\n" + log[:200]},
		{"log", "Fix it\n" + log + "\nIt fails.", "Fix it\n" + log[:strings.Index(log, "30\n")+3] + "… 57 more lines like those above\n\nIt fails."},
		{"braces", "Fix it\n" + strings.Repeat("}\n", 600), "Fix it\n" + strings.Repeat("}\n", 600)},
		{"few", strings.Repeat("a line of words\n", 6) + strings.Repeat("x", longTask), strings.Repeat("a line of words\n", 6) + strings.Repeat("x", longTask)},
		{"numbers", strings.Repeat("[0.25, -1.5e3, 0x1f]\n", 100), strings.Repeat("[0.25, -1.5e3, 0x1f]\n", 100)},
		{"one line", strings.Repeat("words ", 1000), strings.Repeat("words ", 1000)},
	} {
		if got := abridged(c.task); got != c.want {
			t.Errorf("%s:\n%s\nwant\n%s", c.name, got, c.want)
		}
	}
}
