package workspace

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/contextls/contextls/analysis"
	"github.com/contextls/contextls/workspace/faulttest"
)

// plain is a language for tests: a line "def X" defines, "import path" imports that file, "use X" refers
// to a name of an imported file, "fail"
// fails, "spin" never ends.
func plain() *analysis.Language {
	return &analysis.Language{
		ID: "plain", Aliases: []string{"flat"}, Extensions: []string{".pl", ".hd"}, Shared: []string{".hd"}, Interpreters: []string{"plain"}, Family: "plain", Manifests: []string{"base.conf"},
		Extract: func(src []byte) (*analysis.Facts, error) {
			f := &analysis.Facts{Language: "plain", Terms: analysis.Terms(src), Lines: uint32(strings.Count(string(src), "\n"))}
			imported := ""
			for line := range strings.Lines(string(src)) {
				word, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
				switch word {
				case "def":
					f.Symbols = append(f.Symbols, analysis.Symbol{Name: rest})
				case "import":
					imported = rest
					f.Imports = append(f.Imports, analysis.Import{Specifier: rest, Local: rest})
				case "use":
					f.References = append(f.References, analysis.Reference{Qualifier: imported, Name: rest, Count: 1})
				case "spin":
					for i := 0; i >= 0; i++ {
						i &= 1
					}
				case "fail":
					return nil, errors.New("told to fail")
				}
			}
			return f, nil
		},
		Condense: map[string]func([]byte) []byte{"base.conf": func(text []byte) []byte {
			return bytes.ReplaceAll(text, []byte("#\n"), []byte{})
		}},
		NewResolver: func(t *analysis.Tree) analysis.Resolver { return plainResolver{t} },
	}
}

// poly is another language, which shares an extension with plain.
func poly() *analysis.Language {
	l := *plain()
	l.ID, l.Aliases, l.Extensions, l.Interpreters = "poly", nil, []string{".poly"}, nil
	return &l
}

// plainResolver resolves against the directory that the manifest base.conf names.
type plainResolver struct{ tree *analysis.Tree }

func (r plainResolver) Resolve(_ string, imp *analysis.Import) analysis.Resolution {
	p := strings.TrimSpace(string(r.tree.Manifest("base.conf"))) + imp.Specifier
	if !r.tree.Has(p) {
		return analysis.Resolution{Status: analysis.Unresolved}
	}
	return analysis.Resolution{Files: []string{p}, Local: imp.Specifier}
}
func (r plainResolver) Siblings(string) []string   { return nil }
func (r plainResolver) ModuleName(p string) string { return p }

func newSession(t testing.TB, watch bool) *Session { return bounded(t, watch, 0) }

// bounded is a session whose folders have so many files at most; 0: as many as they do where nobody says.
func bounded(t testing.TB, watch bool, files int) *Session {
	t.Helper()
	s := NewSession(Options{Languages: []*analysis.Language{plain(), poly()}, Watch: watch, History: 10, MaxFiles: files,
		Log: slog.New(slog.NewTextHandler(io.Discard, nil))})
	t.Cleanup(s.Close)
	return s
}

func ready(t testing.TB, f *Folder) *Snapshot {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	if err := f.Ready(ctx); err != nil {
		t.Fatal(err)
	}
	return f.Snapshot()
}

// files writes files below a new directory.
func files(t testing.TB, texts map[string]string) string {
	t.Helper()
	root := t.TempDir()
	for p, text := range texts {
		write(t, root, p, text)
	}
	return root
}

func write(t testing.TB, root, p, text string) {
	t.Helper()
	abs := filepath.Join(root, filepath.FromSlash(p))
	if err := os.MkdirAll(filepath.Dir(abs), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(abs, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// render says all that a snapshot shows.
func render(t testing.TB, s *Snapshot) string {
	t.Helper()
	g, err := s.Graph(context.Background()) // first, since what is left out of open documents is known then
	if err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	for _, f := range s.Files() {
		language := "-"
		if f.Language != nil {
			language = f.Language.ID
		}
		fmt.Fprintf(&out, "%s %s open=%v warning=%q problem=%q\n", f.Path, language, f.Document != nil, f.Warning, f.Problem)
	}
	for _, e := range s.Excluded() {
		fmt.Fprintf(&out, "%s: %s\n", e.Path, e.Reason)
	}
	for n := range int32(g.Len()) {
		for _, e := range g.Out(n) {
			fmt.Fprintf(&out, "%s -> %s %.3f %v\n", g.Path(n), g.Path(e.To), e.Weight, e.Import)
		}
	}
	return out.String()
}

func edges(t testing.TB, s *Snapshot) []string {
	var out []string
	for line := range strings.Lines(render(t, s)) {
		if from, to, ok := strings.Cut(strings.TrimSpace(line), " -> "); ok {
			out = append(out, from+">"+strings.Fields(to)[0])
		}
	}
	return out
}

func TestUnsavedTextMakesEdges(t *testing.T) {
	root := files(t, map[string]string{"a.pl": "def A\n", "b.pl": "def B\n"})
	s := newSession(t, false)
	f, err := s.AddFolder(root)
	if err != nil {
		t.Fatal(err)
	}
	before := ready(t, f)
	a := filepath.Join(root, "a.pl")
	s.Open(a, "plain", 1, "def A\n")
	s.Edit(a, 2, "import b.pl\nuse B\n")
	edited := f.Snapshot()
	s.CloseDocument(a)
	if got := edges(t, edited); !slices.Equal(got, []string{"a.pl>b.pl"}) {
		t.Errorf("edges of the unsaved text: %v", got)
	}
	if text, err := edited.Text("a.pl"); err != nil || text != "import b.pl\nuse B\n" {
		t.Errorf("text %q, %v", text, err)
	}
	if got := edges(t, before); len(got) != 0 {
		t.Errorf("the snapshot before shows edges: %v", got)
	}
	if got := edges(t, ready(t, f)); len(got) != 0 {
		t.Errorf("the closed document still counts: %v", got)
	}
	if before.ID() != f.Snapshot().ID() || before.ID() == edited.ID() {
		t.Errorf("IDs %s, %s, %s: only the second should differ", before.ID(), edited.ID(), f.Snapshot().ID())
	}
}

func TestWhatIsLeftOut(t *testing.T) {
	root := files(t, map[string]string{
		".gitignore": "ignored.pl\nout/\n", "ignored.pl": "", "out/x.pl": "", ".env": "KEY=1", "secret_keys.pl": "def S\n",
		"id_rsa": "x", "big.pl": strings.Repeat("x", 1<<20+1), "binary.pl": "a\x00b", "bad.pl": "fail\n", "node_modules/m/m.pl": "", "fine.pl": "",
		"latin.pl": "def caf\xe9\n",
	})
	s := newSession(t, false)
	f, err := s.AddFolder(root)
	if err != nil {
		t.Fatal(err)
	}
	snap := ready(t, f)
	for _, p := range []string{"fine.pl", "secret_keys.pl", "latin.pl", "bad.pl"} {
		if snap.File(p) == nil {
			t.Errorf("%s is not listed", p)
		}
	}
	for _, p := range []string{"secret_keys.pl", "latin.pl"} {
		if snap.File(p).Warning == "" {
			t.Errorf("%s comes without a warning", p)
		}
	}
	want := []Excluded{
		{".env", "secret"}, {"bad.pl", "told to fail"}, {"big.pl", "too_large"}, {"binary.pl", "binary"}, {"id_rsa", "secret"},
		{"ignored.pl", "ignored: .gitignore"}, {"node_modules/", "ignored: default (node_modules)"}, {"out/", "ignored: .gitignore"},
	}
	if diff := cmp.Diff(want, snap.Excluded()); diff != "" {
		t.Error(diff)
	}
	if got := snap.Reason("out/deep/y.pl"); got != "ignored: .gitignore" {
		t.Errorf("the reason for a file below an ignored directory: %q", got)
	}
	s.Open(filepath.Join(root, ".env"), "plain", 1, "def LEAK\n")
	if snap = f.Snapshot(); snap.File(".env") != nil {
		t.Error("a secret is listed because the editor sent its text")
	}
	if _, err := snap.Text(".env"); err == nil {
		t.Error("a secret was read")
	}
}

func TestLanguageOfTheEditorWins(t *testing.T) {
	root := files(t, map[string]string{"a.txt": "import b.pl\n", "b.pl": ""})
	s := newSession(t, false)
	f, err := s.AddFolder(root)
	if err != nil {
		t.Fatal(err)
	}
	if snap := ready(t, f); snap.File("a.txt").Language != nil {
		t.Error("a.txt has a language")
	}
	s.Open(filepath.Join(root, "a.txt"), "flat", 1, "import b.pl\n")
	if got := edges(t, f.Snapshot()); !slices.Equal(got, []string{"a.txt>b.pl"}) {
		t.Errorf("edges %v", got)
	}
}

func TestLanguageOfAFile(t *testing.T) {
	root := files(t, map[string]string{
		"a.hd": "", "x/a.poly": "", "x/a.hd": "", "x/b.pl": "", "x/deep/c.hd": "", "y/b.pl": "", "y/a.hd": "", "x/z/a.poly": "", "x/z/a.hd": "",
		"run": "#!/usr/bin/env -S plain3.11 -u\n", "run.txt": "#!/bin/plain\n", "LICENSE": "plain text\n", "bin": "\x00\x01",
	})
	s := newSession(t, false)
	f, err := s.AddFolder(root)
	if err != nil {
		t.Fatal(err)
	}
	check := func(want map[string]string) {
		t.Helper()
		snap := ready(t, f)
		for p, id := range want {
			got := "not listed"
			if file := snap.File(p); file != nil && file.Language != nil {
				got = file.Language.ID
			} else if file != nil {
				got = ""
			}
			if got != id {
				t.Errorf("%s: %q, want %q", p, got, id)
			}
		}
	}
	check(map[string]string{"a.hd": "plain", "x/a.hd": "poly", "x/deep/c.hd": "poly", "y/a.hd": "plain", "x/z/a.hd": "poly",
		"run": "plain", "run.txt": "", "LICENSE": "", "bin": "not listed"})
	for _, p := range []string{"x/c.pl", "x/d.pl"} {
		write(t, root, p, "")
		s.DiskChanged([]string{filepath.Join(root, filepath.FromSlash(p))})
	}
	check(map[string]string{"x/a.hd": "plain", "x/deep/c.hd": "plain", "x/z/a.hd": "poly"})
}

// Whoever listens hears of a file that came or went, source or not: settings lie in such files.
func TestStatusTellsOfEveryFile(t *testing.T) {
	root := files(t, map[string]string{"a.pl": "", "settings.toml": ""})
	told := make(chan int, 100)
	s := NewSession(Options{Languages: []*analysis.Language{plain()}, Log: slog.New(slog.DiscardHandler),
		OnStatus: func(f *Folder, _ Status) { told <- len(f.Snapshot().Files()) }})
	t.Cleanup(s.Close)
	f, err := s.AddFolder(root)
	if err != nil {
		t.Fatal(err)
	}
	ready(t, f)
	gone := filepath.Join(root, "settings.toml")
	if err := os.Remove(gone); err != nil {
		t.Fatal(err)
	}
	s.DiskChanged([]string{gone})
	for deadline := time.After(time.Minute); ; {
		select {
		case n := <-told:
			if n == 1 {
				return
			}
		case <-deadline:
			t.Fatal("nobody was told that settings.toml is gone")
		}
	}
}

func TestNestedFolders(t *testing.T) {
	root := files(t, map[string]string{"a.pl": "", "inner/b.pl": "", "innermost.pl": ""})
	s := newSession(t, false)
	for _, dir := range []string{root, filepath.Join(root, "inner")} {
		if _, err := s.AddFolder(dir); err != nil {
			t.Fatal(err)
		}
	}
	for p, want := range map[string]string{"a.pl": "a.pl", "inner/b.pl": "b.pl", "innermost.pl": "innermost.pl"} {
		if _, rel, ok := s.FolderOf(filepath.Join(root, p)); !ok || rel != want {
			t.Errorf("%s is %q of its folder, want %q", p, rel, want)
		}
	}
	if _, _, ok := s.FolderOf(root + "-other/a.pl"); ok {
		t.Error("a sibling directory's file belongs to the folder")
	}
	s.RemoveFolder(filepath.Join(root, "inner"))
	if _, rel, _ := s.FolderOf(filepath.Join(root, "inner", "b.pl")); rel != "inner/b.pl" {
		t.Errorf("after the inner folder was removed: %q", rel)
	}
}

func TestMissingFolder(t *testing.T) {
	if _, err := newSession(t, false).AddFolder(filepath.Join(t.TempDir(), "nothing")); err == nil {
		t.Error("a folder that is not there was opened")
	}
}

// A folder that vanished is a degraded one, and says why.
func TestVanishedFolderIsDegraded(t *testing.T) {
	root := filepath.Join(files(t, map[string]string{"inner/a.pl": ""}), "inner")
	f, err := newSession(t, false).AddFolder(root)
	if err != nil {
		t.Fatal(err)
	}
	ready(t, f)
	if err := os.RemoveAll(root); err != nil {
		t.Fatal(err)
	}
	f.refresh(nil, true)
	status := ready(t, f).Status()
	if status.State != Degraded || !strings.Contains(strings.Join(status.Degraded, "\n"), "cannot be listed") {
		t.Errorf("status %+v", status)
	}
}

func TestWatchedBranchSwitch(t *testing.T) {
	root := files(t, map[string]string{"a.pl": "import d0/f.pl\n"})
	git := func(args ...string) {
		t.Helper()
		cmd := exec.Command("git", append([]string{"-c", "user.name=a", "-c", "user.email=a@example.org"}, args...)...)
		cmd.Dir = root
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("git %v: %v\n%s", args, err, out)
		}
	}
	git("init", "-q", "-b", "one")
	git("add", ".")
	git("commit", "-qm", "one")
	git("switch", "-qc", "two")
	each := faulttest.Times(t, "switches between branches, watched", "files", 1000, 4000, 10_000) / 10
	for d := range 10 {
		for i := range each {
			write(t, root, fmt.Sprintf("d%d/f%d.pl", d, i), fmt.Sprintf("def X%d\n", i))
		}
	}
	write(t, root, "a.pl", "import d1/f1.pl\nuse X1\n")
	git("add", ".")
	git("commit", "-qm", "two")
	git("switch", "-q", "one")

	s := newSession(t, true)
	f, err := s.AddFolder(root)
	if err != nil {
		t.Fatal(err)
	}
	ready(t, f)
	for _, branch := range []string{"two", "one", "two"} {
		git("switch", "-q", branch)
		fresh, err := newSession(t, false).AddFolder(root)
		if err != nil {
			t.Fatal(err)
		}
		want := render(t, ready(t, fresh))
		deadline := time.Now().Add(time.Minute)
		for got := ""; got != want; got = render(t, ready(t, f)) {
			if time.Now().After(deadline) {
				t.Fatalf("after the switch to %s:\n%s", branch, cmp.Diff(want, got))
			}
			time.Sleep(20 * time.Millisecond)
		}
	}
	before := f.Snapshot().Head()
	git("commit", "-q", "--allow-empty", "-m", "empty")
	for deadline := time.Now().Add(time.Minute); f.Snapshot().Head() == before; time.Sleep(20 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatal("a commit that changes no file went unnoticed")
		}
	}
}

// TestAnySequenceEndsInTheFreshState shows that whatever happened, in the editor and on disk, the
// snapshot is what a new session over the same state shows.
func TestAnySequenceEndsInTheFreshState(t *testing.T) {
	names := []string{"a.pl", "b.pl", "dir/c.pl", "dir/d.pl", "e.txt", "dir/.gitignore", ".gitignore", "base.conf", "ignored.pl", ".env",
		"a.poly", "dir/b.poly", "h.hd", "dir/h.hd", "tool"}
	lines := []string{"def A", "def B", "use A", "use B", "import a.pl", "import b.pl", "import dir/c.pl", "import c.pl", "fail"}
	rules := []string{"ignored.pl", "dir/", "*.txt", "d.pl", "!d.pl", ""}
	for seed := range uint64(faulttest.Times(t, "edits, saves, renames and deletions in any order", "× 30 changes", 60, 600, 10_000)) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			r := rand.New(rand.NewPCG(seed, 0))
			root := t.TempDir()
			text := func(name string) string {
				pool, n := lines, r.IntN(5)
				switch {
				case strings.HasSuffix(name, ".gitignore"):
					pool = rules
				case name == "base.conf":
					return []string{"", "dir/"}[r.IntN(2)]
				}
				var out strings.Builder
				if name == "tool" && r.IntN(2) == 0 {
					out.WriteString("#!/usr/bin/env plain\n")
				}
				for range n {
					out.WriteString(pool[r.IntN(len(pool))] + "\n")
				}
				return out.String()
			}
			for range 4 {
				name := names[r.IntN(len(names))]
				write(t, root, name, text(name))
			}
			most := []int{0, 4}[seed%2]
			s := bounded(t, false, most)
			f, err := s.AddFolder(root)
			if err != nil {
				t.Fatal(err)
			}
			for version := range int32(30) {
				name := names[r.IntN(len(names))]
				abs := filepath.Join(root, filepath.FromSlash(name))
				switch r.IntN(8) {
				case 0, 1:
					s.Open(abs, []string{"", "poly", "unknown"}[r.IntN(3)], version, text(name))
				case 2:
					s.Edit(abs, version, text(name))
				case 3:
					s.CloseDocument(abs)
				case 4: // save
					if d := s.Document(abs); d != nil {
						write(t, root, name, d.Text)
						s.DiskChanged([]string{abs})
					}
				case 5:
					write(t, root, name, text(name))
					s.DiskChanged([]string{abs})
				case 6:
					if os.Remove(abs) == nil {
						s.DiskChanged([]string{abs})
					}
				case 7: // rename
					other := filepath.Join(root, filepath.FromSlash(names[r.IntN(len(names))]))
					if _, err := os.Lstat(abs); err != nil {
						break // nobody would tell of a directory that is made for nothing
					}
					if os.MkdirAll(filepath.Dir(other), 0o755) == nil && os.Rename(abs, other) == nil {
						s.DiskChanged([]string{abs, other})
					}
				}
				if r.IntN(4) == 0 {
					render(t, f.Snapshot()) // so that later graphs are linked on top of this one
				}
			}
			got := ready(t, f)
			fresh := bounded(t, false, most)
			g, err := fresh.AddFolder(root)
			if err != nil {
				t.Fatal(err)
			}
			for path, d := range s.documents {
				fresh.Open(path, d.LanguageID, d.Version, d.Text)
			}
			want := ready(t, g)
			if diff := cmp.Diff(render(t, want), render(t, got)); diff != "" {
				t.Errorf("(-fresh +got)\n%s", diff)
			}
			if want.ID() != got.ID() {
				t.Errorf("ID %s, want %s", got.ID(), want.ID())
			}
		})
	}
}
