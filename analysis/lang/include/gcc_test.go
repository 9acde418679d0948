package include_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/contextls/contextls/analysis"
	"github.com/contextls/contextls/analysis/lang/c"
	"github.com/contextls/contextls/analysis/lang/langtest"
)

// TestAgainstGCC makes trees of headers that share names, with commands that look for them in some of the
// directories, and compares what each source file includes, directly or not, with what "gcc -M" says.
func TestAgainstGCC(t *testing.T) {
	compared, files := 0, 0
	for seed := range uint64(6) {
		w := newWorkspace(t, rand.New(rand.NewPCG(seed, 7)))
		tree := langtest.Tree(t, os.DirFS(w.root), c.Languages())
		resolver := langtest.Resolvers(tree, c.Languages())["c"]
		for source, want := range w.dependencies(t) {
			got := closure(tree, resolver, source)
			compared++
			files += len(want)
			if !slices.Equal(got, want) {
				t.Errorf("seed %d: %s with %v\n got %v\nwant %v", seed, source, w.flags, got, want)
			}
		}
	}
	if compared < 40 || files < 100 {
		t.Errorf("compared only %d sources with %d files", compared, files)
	}
}

// workspace is a tree on disk with its commands.
type workspace struct {
	root    string
	sources []string
	flags   []string
}

func newWorkspace(t *testing.T, r *rand.Rand) *workspace {
	t.Helper()
	w := &workspace{root: t.TempDir()}
	dirs := []string{"", "src", "src/core", "include", "include/proj", "lib/a/include", "lib/b/include", "lib/b"}
	names := []string{"util.h", "core.h", "proj/api.h", "proj/util.h", "config.h", "defs.inc"}
	write := func(p, text string) {
		p = filepath.Join(w.root, filepath.FromSlash(p))
		if err := os.MkdirAll(filepath.Dir(p), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(p, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	pick := func(list []string) string { return list[r.IntN(len(list))] }
	include := func() string {
		name := pick(names)
		switch r.IntN(5) {
		case 0:
			return "#include \"../" + name + "\"\n"
		case 1, 2:
			return "# include <" + name + "> // one\n"
		}
		return "#include \"" + name + "\"\n"
	}
	for _, dir := range dirs {
		for _, name := range names {
			if r.IntN(3) > 0 {
				text := "#pragma once\n// " + dir + " " + name + "\n" // to gcc, files with the same text are one
				if r.IntN(3) == 0 && path.Ext(name) == ".h" {
					text += include()
				}
				write(path.Join(dir, name), text)
			}
		}
	}
	for i := range 14 {
		source := path.Join(pick(dirs), fmt.Sprintf("s%d.c", i))
		write(source, include()+include())
		w.sources = append(w.sources, source)
	}
	for range 2 + r.IntN(3) {
		flag := []string{"-I", "-isystem", "-iquote", "-I", "-idirafter"}[r.IntN(5)]
		if dir := filepath.Join(w.root, pick(dirs)); r.IntN(2) == 0 {
			w.flags = append(w.flags, flag+dir)
		} else {
			w.flags = append(w.flags, flag, dir)
		}
	}
	type entry struct {
		Directory string   `json:"directory"`
		File      string   `json:"file"`
		Arguments []string `json:"arguments,omitempty"`
		Command   string   `json:"command,omitempty"`
	}
	var entries []entry
	for i, s := range w.sources {
		e := entry{Directory: w.root, File: s}
		if args := append(append([]string{"cc"}, w.flags...), "-c", s); i%2 == 0 {
			e.Arguments = args
		} else {
			e.Command = strings.Join(args, " ")
		}
		entries = append(entries, e)
	}
	text, err := json.Marshal(entries)
	if err != nil {
		t.Fatal(err)
	}
	write("build/compile_commands.json", string(text))
	return w
}

// dependencies asks gcc what the sources include, without themselves; those with an include that is not
// found are left out.
func (w *workspace) dependencies(t *testing.T) map[string][]string {
	t.Helper()
	out := map[string][]string{}
	for _, s := range w.sources {
		cmd := exec.Command("gcc", append(slices.Clone(w.flags), "-M", s)...)
		cmd.Dir = w.root
		text, err := cmd.Output()
		if _, failed := err.(*exec.ExitError); failed {
			continue
		} else if err != nil {
			t.Fatal(err)
		}
		_, list, _ := strings.Cut(strings.ReplaceAll(string(text), "\\\n", " "), ": ")
		files := []string{}
		for _, f := range strings.Fields(list)[1:] {
			if rel, err := filepath.Rel(w.root, f); err == nil && filepath.IsAbs(f) {
				f = rel
			}
			if f = path.Clean(filepath.ToSlash(f)); f != s && !path.IsAbs(f) && !strings.HasPrefix(f, "../") {
				files = append(files, f)
			}
		}
		slices.Sort(files)
		out[s] = slices.Compact(files)
	}
	return out
}

// closure is what a file includes, directly or not, by the resolver.
func closure(tree *analysis.Tree, resolver analysis.Resolver, from string) []string {
	seen := map[string]bool{}
	for todo := []string{from}; len(todo) > 0; todo = todo[1:] {
		file := tree.File(todo[0])
		if file.Facts == nil {
			continue
		}
		for i := range file.Facts.Get().Imports {
			for _, f := range resolver.Resolve(file.Path, &file.Facts.Get().Imports[i]).Files {
				if !seen[f] {
					seen[f] = true
					todo = append(todo, f)
				}
			}
		}
	}
	delete(seen, from)
	files := []string{}
	for f := range seen {
		files = append(files, f)
	}
	slices.Sort(files)
	return files
}
