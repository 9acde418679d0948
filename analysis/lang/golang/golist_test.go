package golang

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/contextls/contextls/analysis"
	"github.com/contextls/contextls/analysis/lang/langtest"
)

// TestGoListAgrees compares the resolver with the go command on generated modules that import each
// other at random: where each import leads, which files it stands for, what it is called.
func TestGoListAgrees(t *testing.T) {
	for seed := range uint64(4) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			t.Parallel()
			root, err := filepath.EvalSymlinks(t.TempDir())
			if err != nil {
				t.Fatal(err)
			}
			generate(t, root, rand.New(rand.NewPCG(seed, 1)), seed%2 == 1)
			want := goList(t, root)
			tree := langtest.Tree(t, os.DirFS(root), langs())
			resolver := newResolver(tree)
			edges, kinds := 0, map[string]int{}
			for _, p := range want {
				for _, files := range [][]string{p.GoFiles, p.TestGoFiles, p.XTestGoFiles} {
					for _, f := range files {
						file := tree.File(path.Join(p.Dir, f))
						for i := range file.Facts.Get().Imports {
							imp := &file.Facts.Get().Imports[i]
							w, g := want.outcome(tree, imp.Specifier), render(resolver.Resolve(file.Path, imp))
							edges++
							kinds[strings.Fields(w)[0]]++
							if w != g {
								t.Errorf("%s imports %s: go list says %s, the resolver %s", file.Path, imp.Specifier, w, g)
							}
						}
					}
				}
				for kind, files := range map[string][]string{"imports": p.GoFiles, "test imports": p.TestGoFiles, "x_test imports": p.XTestGoFiles} {
					listed := map[string][]string{"imports": p.Imports, "test imports": p.TestImports, "x_test imports": p.XTestImports}[kind]
					if d := cmp.Diff(slices.Sorted(slices.Values(listed)), importsOf(tree, p.Dir, files)); d != "" {
						t.Errorf("%s of %s (-go list +Facts)\n%s", kind, p.ImportPath, d)
					}
				}
			}
			if edges < 50 || kinds["resolved"] == 0 || kinds["external"] == 0 || kinds["unresolved"] == 0 {
				t.Errorf("the generated module shows too little: %v", kinds)
			}
		})
	}
}

// generate writes three modules: one at the root, one nested in it and one beside it; they know each
// other by replacements, or by a workspace.
func generate(t *testing.T, root string, r *rand.Rand, workspace bool) {
	t.Helper()
	write := func(name, text string) {
		p := filepath.Join(root, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(p), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(p, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	write("tools/go.mod", "module example.com/app/tools\n\ngo 1.21\n")
	write("third/lib/go.mod", "module example.com/lib\n\ngo 1.21\n")
	mod := "module example.com/app\n\ngo 1.21\n"
	if workspace {
		write("go.work", "go 1.21\n\nuse (\n\t.\n\t./tools\n\t./third/lib\n)\n")
	} else {
		mod += "\nrequire (\n\texample.com/app/tools v0.0.0\n\texample.com/lib v0.0.0\n)\n\n" +
			"replace (\n\texample.com/app/tools => ./tools\n\texample.com/lib => ./third/lib\n)\n"
	}
	write("go.mod", mod)
	// Each package imports only those before it, so that there are no cycles.
	type pkg struct{ dir, path, name string }
	var pkgs []pkg
	for _, dir := range []string{"third/lib", "third/lib/sub", "third/lib/sub/deep", "tools", "tools/gen", "a", "a/b", "a/b/v2", "c-d", "x", "x/y", "z", "cmd/run"} {
		importPath := path.Join("example.com/app", dir)
		if rest, found := strings.CutPrefix(dir, "third/lib"); found {
			importPath = "example.com/lib" + rest
		}
		name := strings.ReplaceAll(path.Base(dir), "-", "")
		if r.IntN(4) == 0 {
			name += "pkg"
		}
		pkgs = append(pkgs, pkg{dir, importPath, name})
	}
	others := []string{"fmt", "math/rand/v2", "C", "unsafe", "example.com/app/missing", "example.com/lib/missing",
		"example.com/app/tools/missing", "example.com/nowhere", "nowhere/x", "example.com/app/testonly"}
	write("testonly/a_test.go", "package testonly\n")
	for i, p := range pkgs {
		file := func(name, clause, constraint string, upTo int) {
			var b strings.Builder
			fmt.Fprintf(&b, "%spackage %s\n\nimport (\n", constraint, clause)
			for range 1 + r.IntN(4) {
				spec := others[r.IntN(len(others))]
				if upTo > 0 && r.IntN(3) > 0 {
					spec = pkgs[r.IntN(upTo)].path
				}
				if spec != "C" {
					fmt.Fprintf(&b, "\t%s%q\n", []string{"", "_ ", "x "}[r.IntN(3)], spec)
				}
			}
			b.WriteString(")\n")
			write(path.Join(p.dir, name), b.String())
		}
		file("one.go", p.name, "", i)
		file("two.go", p.name, "", i)
		file("in_test.go", p.name, "", i)
		file("out_test.go", p.name+"_test", "", i+1)
		if r.IntN(2) == 0 {
			file("three_plan9.go", p.name, "", i)
			file("four.go", p.name, "//go:build sometag\n\n", i)
			file("gen.go", "main", "//go:build ignore\n\n", i)
		}
	}
}

// listed is one package as go list -json prints it.
type listed struct {
	Dir, ImportPath, Name, ForTest                     string
	Standard                                           bool
	GoFiles, IgnoredGoFiles, TestGoFiles, XTestGoFiles []string
	Imports, TestImports, XTestImports                 []string
	Error                                              *struct{ Err string }
}

// packages are the listed packages of a folder by import path; their Dirs are relative to it.
type packages map[string]*listed

func goList(t *testing.T, root string) packages {
	t.Helper()
	cmd := exec.Command("go", "list", "-e", "-deps", "-test", "-json", "./...")
	if _, err := os.Stat(filepath.Join(root, "go.work")); err == nil {
		cmd.Args = append(cmd.Args, "./tools/...", "./third/lib/...")
		cmd.Env = append(os.Environ(), "GOFLAGS=")
	} else {
		cmd.Args = append(cmd.Args, "example.com/app/tools/...", "example.com/lib/...")
		cmd.Env = append(os.Environ(), "GOFLAGS=-mod=mod", "GOWORK=off")
	}
	cmd.Env = append(cmd.Env, "GOPROXY=off", "GOTOOLCHAIN=local", "CGO_ENABLED=0")
	cmd.Dir = root
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("go list: %v\n%s", err, stderr.Bytes())
	}
	all := packages{}
	for dec := json.NewDecoder(bytes.NewReader(out)); ; {
		var p listed
		if err := dec.Decode(&p); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatal(err)
		}
		if p.Standard {
			p = listed{ImportPath: p.ImportPath, Name: p.Name, Standard: true}
		} else if p.ForTest != "" || strings.HasSuffix(p.ImportPath, ".test") || p.Dir == "" {
			continue
		} else if rel, err := filepath.Rel(root, p.Dir); err != nil {
			t.Fatal(err)
		} else {
			p.Dir = filepath.ToSlash(rel)
		}
		all[p.ImportPath] = &p
	}
	return all
}

// outcome is where the go command says that an import leads.
func (all packages) outcome(tree *analysis.Tree, importPath string) string {
	p := all[importPath]
	switch {
	case p == nil || p.Error != nil || !p.Standard && len(p.GoFiles) == 0:
		return "unresolved"
	case p.Standard:
		return "external " + p.Name
	}
	var files []string
	for _, f := range slices.Concat(p.GoFiles, p.IgnoredGoFiles) {
		if full := path.Join(p.Dir, f); !isTest(full) && tree.File(full).Facts.Package == p.Name {
			files = append(files, full)
		}
	}
	slices.Sort(files)
	return fmt.Sprint("resolved ", p.Name, files)
}

func render(r analysis.Resolution) string {
	switch r.Status {
	case analysis.Unresolved:
		return "unresolved"
	case analysis.External:
		return "external " + r.Local
	}
	return fmt.Sprint(r.Status, " ", r.Local, r.Files)
}

// importsOf are the sorted specifiers that some files of a directory import.
func importsOf(tree *analysis.Tree, dir string, files []string) []string {
	set := map[string]bool{}
	for _, f := range files {
		for _, imp := range tree.File(path.Join(dir, f)).Facts.Get().Imports {
			set[imp.Specifier] = true
		}
	}
	return slices.Sorted(maps.Keys(set))
}

// TestStandardLibraryIsKnown holds isStandard against the toolchain that runs the test.
func TestStandardLibraryIsKnown(t *testing.T) {
	out, err := exec.Command("go", "list", "std", "cmd").Output()
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range strings.Fields(string(out)) {
		if !isStandard(p) && !strings.HasPrefix(p, "vendor/") {
			t.Errorf("%s is not known", p)
		}
	}
	for _, p := range []string{"example.com/fmt", "fmtx", "main/fmt", "x"} {
		if isStandard(p) {
			t.Errorf("%s is taken for the standard library's", p)
		}
	}
}
