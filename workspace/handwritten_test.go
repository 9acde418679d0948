package workspace

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// Of files above the usual bound what people wrote is read, open or not, and in a run after another bound was in force, too.
func TestLargeHandwrittenFile(t *testing.T) {
	code := strings.Repeat("def A\nuse B\nlet c\n", 70_000)
	table := strings.Repeat("def A\n", 200_000)
	root := files(t, map[string]string{"code.pl": code, "table.pl": table, "huge.pl": strings.Repeat(code, 4)})
	k := newKeeper(t)
	for run, c := range []struct {
		bound int64
		code  string
		table string
	}{
		{0, "", "too_large"},
		{2 << 20, "", ""},
		{0, "", "too_large"},
		{DefaultMaxFileBytes + 1, "too_large", "too_large"},
		{0, "", "too_large"},
	} {
		k.opts.MaxFileBytes = c.bound
		k.run(t, root, func(f *Folder, snap *Snapshot) {
			for p, want := range map[string]string{"code.pl": c.code, "table.pl": c.table, "huge.pl": "too_large"} {
				file := snap.File(p)
				if got := snap.Reason(p); got != want || (want == "") != (file != nil && file.Problem == "") {
					t.Errorf("run %d: %s is left out for %q, not %q", run, p, got, want)
				}
				if text, err := snap.Text(p); (want == "") != (err == nil) {
					t.Errorf("run %d: %s is %d bytes, error %v", run, p, len(text), err)
				}
			}
			s := f.session
			s.Open(f.Abs("table.pl"), "plain", 1, table)
			s.Open(f.Abs("code.pl"), "plain", 1, code)
			graph, err := ready(t, f).Graph(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			var defining []string
			for _, n := range graph.Definers("A") {
				defining = append(defining, graph.Path(n))
			}
			var want []string
			for _, d := range []struct{ path, reason string }{{"code.pl", c.code}, {"table.pl", c.table}} {
				if d.reason == "" {
					want = append(want, d.path)
				}
			}
			if diff := cmp.Diff(want, defining); diff != "" {
				t.Errorf("run %d: when they are open\n%s", run, diff)
			}
			snap = f.Snapshot()
			for p, want := range map[string]string{"code.pl": c.code, "table.pl": c.table} {
				if text, err := snap.Text(p); (want == "") != (err == nil) {
					t.Errorf("run %d: open, %s is %d bytes, error %v", run, p, len(text), err)
				}
			}
		})
	}
}
