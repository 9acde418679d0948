package langtest

import (
	"bytes"
	"flag"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	"github.com/contextls/contextls/analysis"
)

// A flag has to be known before the tests' main parses the command line, so it is a package variable.
var update = flag.Bool("update", false, "rewrite the golden files of testdata archives")

const golden = "golden"

// Facts extracts every file of every archive dir/*.txtar and compares the Facts with the golden text.
// It also checks what holds for the Facts of any language; see Check. Every file must have a language.
func Facts(t *testing.T, langs []*analysis.Language, dir string) {
	t.Helper()
	archives(t, dir, func(t *testing.T, ar *txtar.Archive) string {
		var out strings.Builder
		for _, f := range ar.Files {
			lang := LanguageOf(langs, f.Name)
			if lang == nil {
				t.Errorf("%s: no language has this name", f.Name)
				continue
			}
			facts, err := lang.Read(f.Data)
			if err != nil {
				t.Errorf("%s: %v", f.Name, err)
				continue
			}
			Check(t, f.Name, f.Data, facts)
			if facts.Language != lang.ID {
				t.Errorf("%s: Facts.Language is %q, want %q", f.Name, facts.Language, lang.ID)
			}
			if again, err := lang.Read(f.Data); err != nil || !cmp.Equal(facts, again) {
				t.Errorf("%s: a second extraction differs (%v)\n%s", f.Name, err, cmp.Diff(facts, again))
			}
			renderFacts(&out, f.Name, f.Data, facts)
		}
		return out.String()
	})
}

// Parts extracts parts of every file of every archive dir/*.txtar, as files are that are being typed: cut off
// somewhere, or begun there. Whatever is there, the Facts are well-formed; see Check.
func Parts(t *testing.T, langs []*analysis.Language, dir string) {
	t.Helper()
	const cuts = 16
	read(t, dir, func(t *testing.T, _ string, ar *txtar.Archive) {
		for _, f := range ar.Files {
			lang := LanguageOf(langs, f.Name)
			if lang == nil { // golden
				continue
			}
			for n := 0; n <= len(f.Data); n += 1 + len(f.Data)/cuts {
				for _, part := range [][]byte{f.Data[:n], f.Data[n:]} {
					facts, err := lang.Extract(part)
					if err != nil {
						t.Errorf("%s, cut at %d: %v", f.Name, n, err)
						continue
					}
					Check(t, fmt.Sprintf("%s, cut at %d", f.Name, n), part, facts)
				}
			}
		}
	})
}

// Mutated extracts the files of the archives, n times in all, with something wrong at random: bytes changed, parts missing,
// twice, or of another file. Whatever is there, the Facts are well-formed; see Check.
func Mutated(t *testing.T, langs []*analysis.Language, archives []string, n int) {
	t.Helper()
	var files []txtar.File
	for _, p := range archives {
		ar, err := txtar.ParseFile(p)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, slices.DeleteFunc(ar.Files, func(f txtar.File) bool { return LanguageOf(langs, f.Name) == nil || len(f.Data) == 0 })...)
	}
	r := rand.New(rand.NewPCG(uint64(len(files)), 3))
	for range n {
		f, other := files[r.IntN(len(files))], files[r.IntN(len(files))].Data
		src := slices.Clone(f.Data)
		part := func(of []byte) (from, to int) {
			from = r.IntN(len(of) + 1)
			return from, min(len(of), from+r.IntN(100))
		}
		for range 1 + r.IntN(4) {
			from, to := part(src)
			switch r.IntN(4) {
			case 0:
				for range 1 + r.IntN(4) {
					if len(src) > 0 {
						src[r.IntN(len(src))] = byte(r.IntN(256))
					}
				}
			case 1:
				src = slices.Delete(src, from, to)
			case 2:
				src = slices.Insert(src, r.IntN(len(src)+1), slices.Clone(src[from:to])...)
			case 3:
				from, to := part(other)
				src = slices.Insert(src, r.IntN(len(src)+1), other[from:to]...)
			}
		}
		well(t, LanguageOf(langs, f.Name), f.Name, src)
	}
}

// well extracts a source, and says which it was where anything is wrong.
func well(t *testing.T, lang *analysis.Language, name string, src []byte) {
	t.Helper()
	defer func() {
		if r := recover(); r != nil {
			t.Errorf("panic: %v\n%s", r, debug.Stack())
		}
		if t.Failed() {
			t.Fatalf("the source is %q", src)
		}
	}()
	if facts, err := lang.Extract(src); err == nil { // else it says that it cannot
		Check(t, name, src, facts)
	}
}

// Resolve makes a tree of every archive dir/*.txtar, resolves all imports of all its files, and
// compares this, the files' siblings and their module names with the golden text.
func Resolve(t *testing.T, langs []*analysis.Language, dir string) {
	t.Helper()
	archives(t, dir, func(t *testing.T, ar *txtar.Archive) string {
		fsys, err := txtar.FS(ar)
		if err != nil {
			t.Fatal(err)
		}
		tree := Tree(t, fsys, langs)
		resolvers := Resolvers(tree, langs)
		var out strings.Builder
		for _, f := range tree.Files() {
			if f.Facts == nil {
				continue
			}
			renderResolutions(&out, f, resolvers[f.Language.Family])
		}
		return out.String()
	})
}

// Tree makes a tree of all files of fsys but those below .git, with their Facts and manifests.
func Tree(t testing.TB, fsys fs.FS, langs []*analysis.Language) *analysis.Tree {
	t.Helper()
	var files []analysis.File
	err := fs.WalkDir(fsys, ".", func(p string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.Name() == ".git" && d.IsDir(): // of a worktree it is a file
			return fs.SkipDir
		case !d.Type().IsRegular():
			return nil
		}
		f := analysis.File{Path: p, Language: LanguageOf(langs, p)}
		manifest := slices.ContainsFunc(langs, func(l *analysis.Language) bool { return l.IsManifest(p) })
		if f.Language != nil || manifest {
			src, err := fs.ReadFile(fsys, p)
			if err != nil {
				return err
			}
			if manifest {
				f.Manifest = append([]byte{}, src...) // not nil, even when empty
			}
			if f.Language != nil {
				facts, err := f.Language.Read(src)
				if f.Facts = analysis.Known(facts); err != nil {
					t.Errorf("%s: %v", p, err)
				}
			}
		}
		files = append(files, f)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	slices.SortFunc(files, func(a, b analysis.File) int { return strings.Compare(a.Path, b.Path) })
	return analysis.NewTree(files)
}

// Resolvers makes the tree's resolvers, one for each family.
func Resolvers(tree *analysis.Tree, langs []*analysis.Language) map[string]analysis.Resolver {
	out := map[string]analysis.Resolver{}
	for _, l := range langs {
		if out[l.Family] == nil {
			out[l.Family] = l.NewResolver(tree)
		}
	}
	return out
}

// LanguageOf finds a file's language by its name: whole names first, then extensions.
func LanguageOf(langs []*analysis.Language, name string) *analysis.Language {
	base := path.Base(name)
	for _, l := range langs {
		if slices.Contains(l.Names, base) {
			return l
		}
	}
	for _, l := range langs {
		if slices.Contains(l.Extensions, strings.ToLower(path.Ext(base))) {
			return l
		}
	}
	return nil
}

// archives renders each archive of dir in a subtest, and compares it with its golden file.
func archives(t *testing.T, dir string, render func(*testing.T, *txtar.Archive) string) {
	t.Helper()
	read(t, dir, func(t *testing.T, p string, ar *txtar.Archive) {
		want := ""
		ar.Files = slices.DeleteFunc(ar.Files, func(f txtar.File) bool {
			if f.Name == golden {
				want = string(f.Data)
			}
			return f.Name == golden
		})
		got := render(t, ar)
		if got == want {
			return
		}
		if !*update {
			t.Errorf("%s: golden differs (-want +got); go test -update rewrites it\n%s", p, cmp.Diff(want, got))
			return
		}
		ar.Files = append(ar.Files, txtar.File{Name: golden, Data: []byte(got)})
		if err := os.WriteFile(p, txtar.Format(ar), 0o644); err != nil {
			t.Fatal(err)
		}
	})
}

// read hands out each archive of dir in a subtest.
func read(t *testing.T, dir string, use func(t *testing.T, path string, ar *txtar.Archive)) {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join(dir, "*.txtar"))
	if err != nil {
		t.Fatal(err)
	}
	if len(paths) == 0 {
		t.Fatalf("no archives in %s", dir)
	}
	for _, p := range paths {
		t.Run(strings.TrimSuffix(filepath.Base(p), ".txtar"), func(t *testing.T) {
			raw, err := os.ReadFile(p)
			if err != nil {
				t.Fatal(err)
			}
			// A checkout may have turned the line ends; a fixture that is about them says so in another way.
			use(t, p, txtar.Parse(bytes.ReplaceAll(raw, []byte("\r\n"), []byte("\n"))))
		})
	}
}
