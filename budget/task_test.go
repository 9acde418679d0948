package budget

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"unicode/utf8"
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

func TestFitted(t *testing.T) {
	counter := heuristic(t)
	short, long := strings.Repeat("a line\n", 500), strings.Repeat("ask\n", 10)+strings.Repeat("é noise\n", 2000)+"boom\n"
	for _, c := range []struct {
		name, task string
		available  int
		left       int
		begin, end string
	}{
		{"short", short, 10, 0, short, ""},
		{"just fits", short, 1750, 0, short, ""},
		{"long", long, 4000, 1124, "ask\n", "é noise\nboom\n"},
		{"long, little room", long, 100, 1565, "ask\n", "é noise\nboom\n"},
		{"one line", strings.Repeat("é", 20000), 2000, 1, "éé", "éé"},
	} {
		got, left := fitted(c.task, counter, c.available)
		if left != c.left || !strings.HasPrefix(got, c.begin) || !strings.HasSuffix(got, c.end) || !utf8.ValidString(got) {
			t.Errorf("%s: %d lines left out\n%s", c.name, left, got)
		}
		if cost, room := counter.Count(got), max(uncutTask, c.available/2); cost > room || left > 0 && cost < room-cutStep {
			t.Errorf("%s: costs %d of %d", c.name, cost, room)
		}
		if lines := strings.Count(c.task, "\n"); left > 0 && lines > 0 && strings.Count(got, "\n")-1+left != lines {
			t.Errorf("%s: %d lines are shown and %d left out of %d", c.name, strings.Count(got, "\n")-1, left, lines)
		}
	}
}

// A long task leaves room for files, and never costs what a pack may not.
func TestLongTasks(t *testing.T) {
	counter := heuristic(t)
	for seed := range uint64(500) {
		r := rand.New(rand.NewPCG(seed, 12))
		req, files := randomRequest(r, counter, 120)
		var task strings.Builder
		for range 100 + r.IntN(1000) {
			fmt.Fprintf(&task, "%x %s\n", r.Uint64(), randomLines[r.IntN(len(randomLines))])
		}
		req.Task, req.Limits.Tokens = task.String(), 1000+r.IntN(5000)
		res, err := Pack(context.Background(), req)
		if err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		if what := violation(req, files, res); what != "" {
			t.Errorf("seed %d: %s", seed, what)
		}
		req.showTask(req.Limits.Tokens)
		if cost := counter.Count(req.shown); cost > max(uncutTask, req.Limits.Tokens/2) {
			t.Errorf("seed %d: the task takes %d of %d", seed, cost, req.Limits.Tokens)
		}
	}
}
