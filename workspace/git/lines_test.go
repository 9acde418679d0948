package git

import (
	"context"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/contextls/contextls/analysis"
)

// written are the lines among some that a commit wrote into a file.
func written(lines map[string][]uint32, path string, candidates ...string) (found []string) {
	for _, line := range candidates {
		if slices.Contains(lines[path], analysis.HashLine(line)) {
			found = append(found, line)
		}
	}
	return found
}

func head(t *testing.T, dir string) string {
	t.Helper()
	hash, err := Head(t.Context(), dir)
	if err != nil {
		t.Fatal(err)
	}
	return hash
}

func TestLinesWritten(t *testing.T) {
	dir := repo(t)
	write(t, dir, "app/with space.py", "first line\nsecond line\n")
	write(t, dir, "app/odd.diff", "+++ app/fake.py\n@@ -1 +1 @@\n--- nothing\ndiff --git a b\n")
	write(t, dir, "app/image.bin", "\x00\x01\x02 binary text\n")
	write(t, dir, "app/some.lock", strings.Repeat("a line of many\n", 1<<20/len("a line of many\n")+1))
	commit(t, dir, 5000)
	write(t, dir, "app/with space.py", "first line\nchanged line\nthird line\n")
	git(t, dir, "mv", "app/odd.diff", "app/moved.diff")
	commit(t, dir, 6000)
	if err := os.Remove(dir + "/app/with space.py"); err != nil {
		t.Fatal(err)
	}
	commit(t, dir, 7000)
	all, err := LinesWritten(t.Context(), dir, head(t, dir), 10)
	if err != nil {
		t.Fatal(err)
	}
	history, err := History(context.Background(), dir, 10)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range history {
		if all[c.Hash] == nil {
			t.Errorf("nothing is known of commit %s %q", c.Hash, c.Subject)
		}
	}
	const path = "app/with space.py"
	lines := []string{"first line", "second line", "changed line", "third line"}
	for i, want := range [][]string{nil, lines[2:], lines[:2]} {
		if got := written(all[history[i].Hash], path, lines...); !slices.Equal(got, want) {
			t.Errorf("the commit before %d others wrote %q, want %q", i, got, want)
		}
	}
	odd := []string{"+++ app/fake.py", "@@ -1 +1 @@", "--- nothing", "diff --git a b"}
	if got := written(all[history[2].Hash], "app/odd.diff", odd...); !slices.Equal(got, odd) {
		t.Errorf("of lines that look like a patch's heads, these are found: %q", got)
	}
	if got := all[history[1].Hash]["app/moved.diff"]; len(got) > 0 {
		t.Errorf("moving a file wrote %d lines", len(got))
	}
	for _, files := range all {
		for path := range files {
			if slices.Contains([]string{"app/image.bin", "app/fake.py", "app/some.lock"}, path) {
				t.Errorf("lines of %s", path)
			}
		}
	}
	if all, err := LinesWritten(t.Context(), dir+"/app", head(t, dir), 10); err != nil || all[history[2].Hash]["with space.py"] == nil {
		t.Errorf("below the root of the repository, paths are not those of the folder: %v, %v", all[history[2].Hash], err)
	}
	if all, err := LinesWritten(t.Context(), dir, head(t, dir), 0); err != nil || all != nil {
		t.Errorf("of no commits: %v, %v", all, err)
	}
}

func TestParseCutLines(t *testing.T) {
	for _, out := range []string{"\x00abc", "\x00abc\n\ndiff --git a.py a.py\n+++ a.py\n@@ -0,0 +1,9 @@\n+some li", "@@ -1 +1 @@\n+++ x\n", "+++", "@@ -", "@@ - +"} {
		read := patchReader{all: Lines{}}
		read.write([]byte(out)) // what git was stopped at must not matter
		read.end()
	}
}

// However git's output is cut into pieces, its lines are the same.
func TestPatchInPieces(t *testing.T) {
	const out = "\x00abc\n\ndiff --git a.py a.py\n--- a.py\n+++ a.py\n@@ -3 +3,2 @@\n-one line less\n+the first line\n+the second line\n" +
		"\x00def\n\ndiff --git b.py b.py\n+++ b.py\n@@ -0,0 +1 @@\n+a third line"
	want := Lines{"abc": {"a.py": {analysis.HashLine("the first line"), analysis.HashLine("the second line")}},
		"def": {"b.py": {analysis.HashLine("a third line")}}}
	for size := 1; size <= len(out); size++ {
		read := patchReader{all: Lines{}}
		for piece := range slices.Chunk([]byte(out), size) {
			read.write(piece)
		}
		read.end()
		if diff := cmp.Diff(want, read.all); diff != "" {
			t.Fatalf("in pieces of %d bytes: %s", size, diff)
		}
	}
}

// Of a commit of very many files it is known that it was one, and no line.
func TestLinesOfALargeCommit(t *testing.T) {
	for files, kept := range map[int]int{largeCommit: largeCommit, largeCommit + 1: 0} {
		read := patchReader{all: Lines{}}
		read.write([]byte("\x00abc\n"))
		for i := range files {
			read.write(fmt.Appendf(nil, "diff --git %d %d\n+++ %d\n@@ -0,0 +1 @@\n+some line\n", i, i, i))
		}
		read.end()
		if got, known := read.all["abc"]; !known || got == nil || len(got) != kept {
			t.Errorf("of a commit of %d files: %d, %v", files, len(got), known)
		}
	}
}
