package lsp

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/contextls/contextls/lsp/protocol"
)

// Where nothing is asked the map shows what people work on, long files first where nobody worked yet:
// not tests, prose, nor what only a bulk change touched.
func TestRepoMapWork(t *testing.T) {
	body := func(name string, lines int) string {
		return fmt.Sprintf("def %s():\n%s    return 1\n", name, strings.Repeat("    # a line\n", lines))
	}
	var archive strings.Builder
	for i := range 40 {
		fmt.Fprintf(&archive, "-- plain%02d.py --\n%s", i, body(fmt.Sprintf("plain%02d", i), 0))
	}
	archive.WriteString("-- long.py --\n" + body("long", 300) + "-- hot.py --\n" + body("hot", 0) +
		"-- test_hot.py --\n" + body("test_hot", 0) + "-- NEWS.md --\n# News\n")
	root, git := committed(t, archive.String())
	change := func(paths ...string) {
		for _, p := range paths {
			put(t, filepath.Join(root, p), body(strings.TrimSuffix(p, ".py"), 0)+"# again\n")
		}
		git("commit", "-q", "-a", "-m", "change")
	}
	var bulk []string
	for i := range 31 {
		bulk = append(bulk, fmt.Sprintf("plain%02d.py", i))
	}
	change(bulk...)
	for i := range 5 {
		put(t, filepath.Join(root, "NEWS.md"), fmt.Sprintf("# News\n%d\n", i))
		put(t, filepath.Join(root, "test_hot.py"), body("test_hot", i+1))
		put(t, filepath.Join(root, "hot.py"), body("hot", i+1))
		git("commit", "-q", "-a", "-m", "work")
	}
	s := start(t, root, nil, "")
	shown := func(params map[string]any) (paths []string) {
		var r protocol.RepoMapResult
		s.MustCall("context/repoMap", params, &r)
		for _, f := range r.Files {
			if f.Representation == "signatures" {
				paths = append(paths, f.Path)
			}
		}
		return paths
	}
	if got := strings.Join(shown(map[string]any{"tokens": 16}), " "); got != "hot.py long.py" {
		t.Errorf("shown: %s", got)
	}
	if got := strings.Join(shown(map[string]any{"tokens": 22, "task": "repair plain07"}), " "); !strings.HasPrefix(got, "plain07.py") {
		t.Errorf("asked for plain07, shown: %s", got)
	}
}

// The map of a task draws the definitions that it is about; without one, those that others use most.
func TestRepoMapOfATask(t *testing.T) {
	s := start(t, write(t, `
-- shop.py --
def total(cart):
    return sum(cart)

def price(item):
    return item.price

def _round_discount(amount):
    """Round a discount to whole cents."""
    return round(amount, 2)
-- a.py --
from shop import total, price
total([price(1)])
-- b.py --
from shop import total, price
total([price(2)])
`), nil, "")
	for _, tt := range []struct{ task, want string }{
		{"", "│def total(cart)\n│def price(item)\n"},
		{"round discounts to whole cents", "│def _round_discount(amount)\n"},
	} {
		var r protocol.RepoMapResult
		s.MustCall("context/repoMap", map[string]any{"tokens": 22, "task": tt.task}, &r)
		if !strings.Contains(r.Content, tt.want) {
			t.Errorf("task %q: want %q in\n%s", tt.task, tt.want, r.Content)
		}
	}
}
