package ignore

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestAgainstGit compares every answer, down to the file, line and pattern that decide, with those of
// git check-ignore, over trees and patterns made from a fixed seed.
func TestAgainstGit(t *testing.T) {
	const rounds = 60
	repo := newRepository(t)
	checks, decided := 0, 0
	for round := range rounds {
		rnd := rand.New(rand.NewPCG(2026, uint64(round)))
		fold := round%4 == 3
		tree := generateTree(rnd)
		repo.write(t, tree)
		want := repo.check(t, tree, fold)
		got := tree.answers(fold)
		for i, p := range tree.paths {
			checks++
			if want[i] != "" {
				decided++
			}
			if got[i] != want[i] {
				t.Errorf("round %d, fold %v, path %q: got %q, git says %q", round, fold, p, got[i], want[i])
			}
		}
		if t.Failed() {
			t.Fatalf("ignore files of round %d: %q", round, tree.rules)
		}
	}
	t.Logf("%d paths compared, %d of them decided by a pattern", checks, decided)
	if checks < 3000 || decided < checks/4 || decided > checks*9/10 {
		t.Errorf("the comparison is too weak: %d paths, %d decided", checks, decided)
	}
}

// tree is a generated folder with its ignore files.
type tree struct {
	dirs  map[string]bool   // existing directories, "" included
	paths []string          // asked about; files, directories, links and paths that do not exist
	links []string          // links to a directory, which count as files
	rules map[string]string // ".gitignore" files by path, with globalRules and infoRules
}

const (
	globalRules = "global excludes"
	infoRules   = ".git/info/exclude"
)

// answers asks this package, in the words of git check-ignore -v: source:line:pattern.
func (tr *tree) answers(fold bool) []string {
	set := NewSet(Options{FoldCase: fold, Outer: []Outer{
		{Name: globalRules, Text: []byte(tr.rules[globalRules])},
		{Name: infoRules, Text: []byte(tr.rules[infoRules])},
	}})
	out := make([]string, len(tr.paths))
	for i, p := range tr.paths {
		d := set.Root(tr.filesIn("")...)
		at := ""
		for parts := strings.Split(p, "/"); ; parts = parts[1:] {
			name, final := parts[0], len(parts) == 1
			src, pat := d.layers[0].last(d.path+name, !final || tr.dirs[p])
			if pat != nil && (final || !pat.negated) {
				out[i] = fmt.Sprintf("%s:%d:%s", strings.TrimPrefix(src.reason, "ignored: "), pat.line, pat.source)
				break
			}
			if final {
				break
			}
			at = path.Join(at, name)
			d = d.Enter(name, tr.filesIn(at)...)
		}
	}
	return out
}

func (tr *tree) filesIn(dir string) []File {
	if text, ok := tr.rules[path.Join(dir, ".gitignore")]; ok {
		return []File{{".gitignore", []byte(text)}}
	}
	return nil
}

// repository is a real one, whose files are replaced for each tree.
type repository struct{ dir, home string }

func newRepository(t *testing.T) *repository {
	r := &repository{dir: t.TempDir(), home: t.TempDir()}
	r.git(t, nil, "init", "-q")
	return r
}

func (r *repository) git(t *testing.T, stdin []byte, args ...string) []byte {
	t.Helper()
	cmd := exec.Command("git", args...)
	cmd.Dir = r.dir
	cmd.Env = append(os.Environ(), "HOME="+r.home, "XDG_CONFIG_HOME="+r.home, "GIT_CONFIG_NOSYSTEM=1", "LC_ALL=C")
	cmd.Stdin = bytes.NewReader(stdin)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if exit, ok := err.(*exec.ExitError); err != nil && !(ok && exit.ExitCode() == 1) { // 1: no path is ignored
		t.Fatalf("git %q: %v\n%s", args, err, stderr.Bytes())
	}
	return out
}

func (r *repository) write(t *testing.T, tr *tree) {
	t.Helper()
	entries, err := os.ReadDir(r.dir)
	must(t, err)
	for _, e := range entries {
		if e.Name() != ".git" {
			must(t, os.RemoveAll(filepath.Join(r.dir, e.Name())))
		}
	}
	for _, d := range slices.Sorted(mapKeys(tr.dirs)) {
		must(t, os.MkdirAll(filepath.Join(r.dir, d), 0o777))
	}
	for _, l := range tr.links {
		must(t, os.Symlink(".", filepath.Join(r.dir, l)))
	}
	for name, text := range tr.rules {
		file := filepath.Join(r.dir, name)
		if name == globalRules {
			file = filepath.Join(r.home, name)
		}
		must(t, os.WriteFile(file, []byte(text), 0o666))
	}
}

func (r *repository) check(t *testing.T, tr *tree, fold bool) []string {
	t.Helper()
	global := filepath.Join(r.home, globalRules)
	out := r.git(t, []byte(strings.Join(tr.paths, "\x00")+"\x00"),
		"-c", fmt.Sprintf("core.ignoreCase=%v", fold), "-c", "core.excludesFile="+global,
		"check-ignore", "--no-index", "--stdin", "-z", "-v", "-n")
	fields := strings.Split(string(out), "\x00")
	if len(fields) != 4*len(tr.paths)+1 {
		t.Fatalf("%d fields for %d paths", len(fields), len(tr.paths))
	}
	answers := make([]string, len(tr.paths))
	for i, p := range tr.paths {
		f := fields[4*i : 4*i+4]
		if f[3] != p {
			t.Fatalf("answer %d is for %q, want %q", i, f[3], p)
		}
		if f[0] != "" {
			if f[0] == global {
				f[0] = globalRules
			}
			answers[i] = strings.Join(f[:3], ":")
		}
	}
	return answers
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func mapKeys(m map[string]bool) func(func(string) bool) {
	return func(yield func(string) bool) {
		for k := range m {
			if !yield(k) {
				return
			}
		}
	}
}

// What git tracks is not ignored, whatever the patterns say; what lies beside it is.
func TestTrackedAgainstGit(t *testing.T) {
	files := map[string]string{".gitignore": "bin/\n*.log\nout/**\n!keep.log\n", "bin/.gitignore": "!new\n"}
	tracked := []string{"bin/fluentd", "bin/deep/tool", "a.log", "src/main.go", "out/kept/x", ".gitignore"}
	untracked := []string{"bin/new", "bin/deep/new", "bin/other/new", "b.log", "keep.log", "bin/keep.log", "src/new.go",
		"out/kept/y", "out/new", "bin/.gitignore"}
	repo := newRepository(t)
	for _, p := range slices.Concat(tracked, untracked) {
		if err := os.MkdirAll(filepath.Join(repo.dir, path.Dir(p)), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(repo.dir, p), []byte(files[p]), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	repo.git(t, nil, append([]string{"add", "-f", "--"}, tracked...)...)
	out := repo.git(t, nil, "ls-files", "--cached", "--others", "--exclude-standard")
	want := slices.Sorted(strings.Lines(string(out)))
	set := NewSet(Options{Tracked: tracked})
	var got []string
	for _, p := range slices.Sorted(slices.Values(slices.Concat(tracked, untracked))) {
		if ask(set, files, p) == "" {
			got = append(got, p+"\n")
		}
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("paths that are not ignored (-git +got):\n%s", diff)
	}
	if why := ask(set, files, "bin/deep/new"); why != "ignored: .gitignore" {
		t.Errorf("bin/deep/new: %q", why)
	}
	files[".ignore"], files["bin/.aiignore"] = "*.log\n", "fluentd\n"
	for _, p := range []string{"a.log", "bin/fluentd"} {
		if ask(set, files, p) == "" {
			t.Errorf("%s is tracked, and so not hidden by what is none of git's", p)
		}
	}
}

// TestEveryClassAgainstGit asks git about every bracket expression and every byte, and
// TestEveryGlobAgainstGit about every pattern of up to four pieces.
func TestEveryClassAgainstGit(t *testing.T) {
	var patterns, texts []string
	for _, p := range pieces {
		if strings.HasPrefix(p, "[") {
			patterns = append(patterns, p, "*"+p, "[!"+p[1:])
		}
	}
	for c := 1; c < 256; c++ {
		if c != '/' && c != '.' {
			texts = append(texts, string([]byte{byte(c)}))
		}
	}
	compareAll(t, patterns, append(texts, "aa", "]]", "[a]", "a]"))
}

func TestEveryGlobAgainstGit(t *testing.T) {
	var patterns []string
	level := []string{""}
	for range 4 {
		var next []string
		for _, p := range level {
			for _, piece := range []string{"a", "A", "/", "*", "?", `\`} {
				next = append(next, p+piece)
			}
		}
		patterns = append(patterns, next...)
		level = next
	}
	compareAll(t, patterns, []string{"a", "A", "b", "aa", "ab", "ba", "bb", "aaa", "aba", "abab", `\`, `a\`, `\a`, "*", "a*", "a/a", "a/b",
		"b/a", "b/b", "aa/a", "a/aa", "a/a/a", "a/b/a", "b/a/b", "b/b/b", "a/b/b/a", "b/b/b/a", "A/a", "b/A", "ab/a"})
}

func compareAll(t *testing.T, patterns, texts []string) {
	t.Helper()
	repo := newRepository(t)
	tr := &tree{dirs: map[string]bool{"": true}, rules: map[string]string{globalRules: "", infoRules: ""}}
	for i, p := range patterns {
		dir := fmt.Sprintf("p%d", i)
		tr.dirs[dir] = true
		tr.rules[dir+"/.gitignore"] = p
		for _, text := range texts {
			tr.paths = append(tr.paths, dir+"/"+text)
		}
	}
	repo.write(t, tr)
	for _, fold := range []bool{false, true} {
		want, got := repo.check(t, tr, fold), tr.answers(fold)
		wrong := 0
		for i, p := range tr.paths {
			if got[i] != want[i] {
				if wrong++; wrong <= 10 {
					t.Errorf("fold %v, pattern %q, path %q: got %q, git says %q", fold, patterns[i/len(texts)], p, got[i], want[i])
				}
			}
		}
		t.Logf("fold %v: %d of %d wrong", fold, wrong, len(tr.paths))
	}
}
