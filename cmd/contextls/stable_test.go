package main

import (
	"bytes"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// ourselves copies some rooms of this project, of which a pack is made, into a new folder.
func ourselves(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	for _, room := range []string{"rank", "budget", "analysis"} {
		root := filepath.Join("..", "..")
		err := filepath.WalkDir(filepath.Join(root, room), func(p string, entry fs.DirEntry, err error) error {
			if err != nil || filepath.Ext(p) != ".go" || strings.Contains(p, "lang") {
				return err
			}
			text, err := os.ReadFile(p)
			if err == nil {
				rel, _ := filepath.Rel(root, p)
				write(t, filepath.Join(dir, rel), string(text))
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	write(t, filepath.Join(dir, "go.mod"), "module github.com/contextls/contextls\n")
	write(t, filepath.Join(dir, ".git", "HEAD"), "ref: refs/heads/main\n")
	return dir
}

func packOf(t *testing.T, dir string) []byte {
	t.Helper()
	cmd := contextls(t, dir, "pack", "-target", "rank/rank.go", "-task", "Weigh history by age", "-tokens", "12000", ".")
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// Ten processes give the same bytes.
func TestSameBytes(t *testing.T) {
	dir := ourselves(t)
	first := packOf(t, dir)
	for range 9 {
		if again := packOf(t, dir); !bytes.Equal(first, again) {
			t.Fatal("two processes packed the same folder differently")
		}
	}
}

// A line more in a file that the pack is not about leaves it as it was, but for less than 1 % of its lines.
func TestStablePack(t *testing.T) {
	dir := ourselves(t)
	before := lines(packOf(t, dir))
	for _, file := range []string{"budget/render/xml.go", "budget/limits.go", "analysis/syntax/references.go", "analysis/tree.go"} {
		name := filepath.Join(dir, filepath.FromSlash(file))
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		write(t, name, string(text)+"\n// Some more words on escapes and columns.\n")
		after := lines(packOf(t, dir))
		changed := 0
		for line, n := range before {
			changed += max(0, n-after[line])
		}
		for line, n := range after {
			changed += max(0, n-before[line])
		}
		total := 0
		for _, n := range before {
			total += n
		}
		if 100*changed >= total {
			t.Errorf("a line more in %s changed %d of %d lines", file, changed, total)
		}
		write(t, name, string(text))
	}
}

// lines counts the lines of a text.
func lines(text []byte) map[string]int {
	count := map[string]int{}
	for line := range bytes.Lines(text) {
		count[string(line)]++
	}
	return count
}
