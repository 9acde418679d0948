package git

import (
	"errors"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestLog(t *testing.T) {
	dir := repo(t)
	write(t, dir, "app/a.go", "aaa")
	git(t, dir, "commit", "-q", "-am", "Fix the [cart]\n\nIt lost items; \"quoted\" and -dashed.\n")
	for _, c := range []struct {
		dir  string
		q    LogQuery
		want string
	}{
		{"", LogQuery{Count: 9}, "Fix the [cart]\n\nIt lost items; \"quoted\" and -dashed.|at 4|at 3|at 2|at 1"},
		{"", LogQuery{Count: 2, Paths: []string{"app"}}, "Fix the [cart]\n\nIt lost items; \"quoted\" and -dashed.|at 3"},
		{"", LogQuery{Count: 9, Paths: []string{"README", "side"}}, "at 4|at 2|at 1"},
		{"", LogQuery{Count: 9, Paths: []string{"app/*"}}, ""}, // no glob
		{"", LogQuery{Count: 9, Paths: []string{":(exclude)app"}}, ""},
		{"app", LogQuery{Count: 9, Grep: "AT 1"}, "at 3|at 1"}, // 1970-01-01T00:50:00Z
		{"", LogQuery{Count: 9, Grep: "[CART]"}, "Fix the [cart]\n\nIt lost items; \"quoted\" and -dashed."},
		{"", LogQuery{Count: 9, Grep: "--all"}, ""},
		{"", LogQuery{Count: 0}, ""},
	} {
		entries, err := Log(t.Context(), filepath.Join(dir, c.dir), c.q)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, e := range entries {
			if len(e.Hash) != 40 || e.Author != "n" {
				t.Errorf("%+v", e)
			}
			message := e.Message
			if strings.HasPrefix(message, "at ") {
				message = "at " + string(rune('0'+e.Time.Unix()/1000))
			}
			got = append(got, message)
		}
		if c.q.Grep == "AT 1" {
			c.want = "at 3|at 1"
		}
		if diff := cmp.Diff(c.want, strings.Join(got, "|")); diff != "" {
			t.Errorf("Log(%q, %+v):\n%s", c.dir, c.q, diff)
		}
	}
}

func FuzzParseLog(f *testing.F) {
	f.Add("aa\x0012\x00n\x00message\n\x00bb\x0013\x00n\x00m\x00cc")
	f.Fuzz(func(t *testing.T, out string) {
		if n := len(parseLog(out)); n > strings.Count(out, "\x00")/perItem {
			t.Errorf("%d entries", n)
		}
	})
}

// ranged resolves a range that has to be one.
func ranged(t *testing.T, dir, text string) Range {
	t.Helper()
	r, err := Resolve(t.Context(), dir, text)
	if err != nil {
		t.Fatalf("Resolve(%q): %v", text, err)
	}
	return r
}

func TestChangedAndDiff(t *testing.T) {
	dir := repo(t)
	write(t, dir, "app/a.go", "on disk\n")
	write(t, dir, "untracked", "")
	git(t, dir, "rm", "-q", "side")
	odd := "app/sub/:1 odd\tname é.go"
	for _, c := range []struct {
		dir, r string
		paths  []string
		want   string
	}{
		{"", "", nil, "app/a.go|side"},
		{"", "HEAD", []string{"app"}, "app/a.go"},
		{"app", "", nil, "a.go"},
		{"", "HEAD~1..HEAD", nil, "side"},
		{"", "side~1..", nil, "app/a.go|" + odd + "|other/x|side"},
		{"", "side...main~1", nil, "app/a.go|" + odd + "|other/x"},
		{"", "main~1...side", nil, "side"},
		{"", "main~1..side", []string{odd}, odd},
		{"app", "side..main", []string{"sub"}, "sub/:1 odd\tname é.go"},
	} {
		where := filepath.Join(dir, c.dir)
		got, err := Changed(t.Context(), where, ranged(t, where, c.r), c.paths)
		if diff := cmp.Diff(c.want, strings.Join(got, "|")); diff != "" || err != nil {
			t.Errorf("Changed(%q, %q, %q): %v\n%s", c.dir, c.r, c.paths, err, diff)
		}
	}

	text, whole, err := Diff(t.Context(), dir, ranged(t, dir, ""), []string{"app/a.go"}, 1000)
	want := "@@ -1 +1 @@\n-aa\n\\ No newline at end of file\n+on disk\n"
	if !strings.HasPrefix(text, "diff --git a/app/a.go b/app/a.go\n") || !strings.HasSuffix(text, want) || !whole || err != nil {
		t.Errorf("Diff: %q, %v, %v", text, whole, err)
	}
	text, whole, err = Diff(t.Context(), dir, ranged(t, dir, ""), []string{"app/a.go"}, 50)
	if text != "diff --git a/app/a.go b/app/a.go\n" || whole || err != nil {
		t.Errorf("Diff of 50 bytes: %q, %v, %v", text, whole, err)
	}
}

// What is no revision gets no further, least of all what git would take for an option.
func TestNoRevision(t *testing.T) {
	dir := repo(t)
	for _, text := range []string{"nobody", "--output=x", "-p", "HEAD..--all", "--..HEAD", "HEAD:README", "HEAD HEAD", "HEAD\n", "HEAD\x00",
		"^HEAD", "HEAD....main", "HEAD^{tree}", "..nobody"} {
		if r, err := Resolve(t.Context(), dir, text); !errors.Is(err, ErrRevision) {
			t.Errorf("Resolve(%q) = %v, %v", text, r, err)
		}
	}
	empty := t.TempDir()
	git(t, empty, "init", "-q")
	if _, err := Resolve(t.Context(), empty, ""); !errors.Is(err, ErrRevision) {
		t.Errorf("without a commit: %v", err)
	}
}
