package python

import (
	"bytes"
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

	"github.com/google/go-cmp/cmp"

	"github.com/contextls/contextls/analysis"
)

// oracle answers with CPython's own import machinery; its working directory holds the trees.
const oracle = `
import importlib, importlib.util, json, os, sys

def where(spec):
    if spec is None:
        return None
    if spec.origin is None:
        return ""
    return os.path.relpath(spec.origin).replace(os.sep, "/")

def answer(query):
    try:
        name = query["Name"]
        if query["Package"]:
            name = importlib.util.resolve_name(name, query["Package"])
        found = where(importlib.util.find_spec(name))
    except ModuleNotFoundError:
        found = None
    except ImportError:
        return {"Invalid": True}
    members = {}
    if found is not None:
        module = importlib.import_module(name)
        if hasattr(module, "__path__"):
            for member in query["Members"]:
                at = where(importlib.util.find_spec(name + "." + member))
                if at:
                    members[member] = at
    return {"Found": found is not None, "File": found or "", "Members": members}

sys.dont_write_bytecode = True
top = os.getcwd()
answers = []
for tree in json.load(sys.stdin):
    os.chdir(os.path.join(top, tree["Dir"]))
    sys.path.insert(0, os.getcwd())
    before = set(sys.modules)
    importlib.invalidate_caches()
    answers.append([answer(q) for q in tree["Queries"]])
    for name in set(sys.modules) - before:
        del sys.modules[name]
    sys.path.pop(0)
json.dump({"Answers": answers, "Standard": sorted(getattr(sys, "stdlib_module_names", ()))}, sys.stdout)
`

type oracleTree struct {
	Dir     string
	Queries []oracleQuery
	files   []string
}

type oracleQuery struct {
	Name    string
	Package string // of the file that a relative import is in
	Members []string
	from    string
}

type oracleAnswer struct {
	Invalid bool
	Found   bool
	File    string // "" for a namespace package
	Members map[string]string
}

// TestCPythonAgrees compares the resolver with CPython on generated trees: packages, modules and mere
// directories, with all clashes between them.
func TestCPythonAgrees(t *testing.T) {
	python, err := exec.LookPath("python3")
	if err != nil && os.Getenv("CI") != "" {
		t.Fatal(err)
	} else if err != nil {
		t.Log("without python3 there is nothing to compare with")
		return
	}
	top := t.TempDir()
	random := rand.New(rand.NewPCG(7, 7))
	var trees []oracleTree
	for i := range 60 {
		tree := oracleTree{Dir: fmt.Sprint(i)}
		tree.files = append(generateFiles(random, "", 0), "main.py")
		slices.Sort(tree.files)
		for _, f := range tree.files {
			full := filepath.Join(top, tree.Dir, filepath.FromSlash(f))
			if err := os.MkdirAll(filepath.Dir(full), 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(full, nil, 0o644); err != nil {
				t.Fatal(err)
			}
		}
		tree.Queries = queries(tree.files)
		trees = append(trees, tree)
	}
	request, err := json.Marshal(trees)
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(python, "-I", "-c", oracle)
	cmd.Dir, cmd.Stdin, cmd.Stderr = top, bytes.NewReader(request), os.Stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	var reply struct {
		Answers  [][]oracleAnswer
		Standard []string
	}
	if err := json.Unmarshal(out, &reply); err != nil {
		t.Fatal(err)
	}
	for _, name := range reply.Standard {
		if !isStandard(name) {
			t.Errorf("%s is in the standard library", name)
		}
	}
	compared := 0
	for i, tree := range trees {
		compared += compare(t, tree, reply.Answers[i])
	}
	if compared < 5000 {
		t.Errorf("only %d imports compared", compared)
	}
}

// generateFiles makes up what lies in a directory.
func generateFiles(random *rand.Rand, dir string, depth int) []string {
	var files []string
	if depth > 0 && random.IntN(3) > 0 {
		files = append(files, path.Join(dir, "__init__.py"))
	}
	for _, name := range []string{"a", "b", "c"} {
		if random.IntN(2) == 0 {
			files = append(files, path.Join(dir, name+".py"))
		}
		if depth < 3 && random.IntN(2) == 0 {
			files = append(files, generateFiles(random, path.Join(dir, name), depth+1)...)
		}
	}
	return files
}

// queries are all absolute names of up to three parts, and relative ones from every file.
func queries(files []string) []oracleQuery {
	names := []string{"a", "b", "c"}
	dotted := slices.Clone(names)
	for _, first := range names {
		for _, second := range names {
			dotted = append(dotted, first+"."+second)
			for _, third := range names {
				dotted = append(dotted, first+"."+second+"."+third)
			}
		}
	}
	var out []oracleQuery
	for _, name := range dotted {
		out = append(out, oracleQuery{Name: name, Members: names, from: "main.py"})
	}
	for _, f := range files {
		if dir := analysis.Dir(f); dir != "" {
			for _, name := range append([]string{""}, dotted[:12]...) {
				for dots := 1; dots <= 1+strings.Count(dir, "/"); dots++ {
					out = append(out, oracleQuery{Name: strings.Repeat(".", dots) + name, Members: names,
						Package: strings.ReplaceAll(dir, "/", "."), from: f})
				}
			}
		}
	}
	return out
}

// compare returns how many imports were compared.
func compare(t *testing.T, tree oracleTree, answers []oracleAnswer) int {
	var files []analysis.File
	for _, f := range tree.files {
		files = append(files, analysis.File{Path: f})
	}
	r := newResolver(analysis.NewTree(files)).(*resolver)
	compared := 0
	for i, q := range tree.Queries {
		want := answers[i]
		imp := &analysis.Import{Specifier: q.Name}
		got := r.Resolve(q.from, imp)
		for _, m := range q.Members {
			imp.Names = append(imp.Names, analysis.Binding{Name: m, Local: m})
		}
		members := map[string]string{}
		for name, files := range r.Resolve(q.from, imp).Members {
			members[name] = files[0]
		}
		switch {
		case want.Invalid, !importable(r, q.Package):
			continue // a file that is hidden by another can have relative imports all the same
		case q.Package == "" && len(r.roots) > 1:
			// Where a package lies in a mere directory, that is another root; CPython looked at one.
			if want.File != "" && !slices.Contains(got.Files, want.File) {
				t.Errorf("%v: %s from %s: got %v, want %s among them", tree.files, q.Name, q.from, got.Files, want.File)
			}
		case !want.Found:
			if got.Status != analysis.Unresolved {
				t.Errorf("%v: %s from %s: got %v %v, want none", tree.files, q.Name, q.from, got.Status, got.Files)
			}
		default:
			if got.Status != analysis.Resolved || strings.Join(got.Files, " ") != want.File {
				t.Errorf("%v: %s from %s: got %v %v, want %s", tree.files, q.Name, q.from, got.Status, got.Files, want.File)
			}
			if diff := cmp.Diff(want.Members, members); diff != "" {
				t.Errorf("%v: members of %s from %s (-CPython +got)\n%s", tree.files, q.Name, q.from, diff)
			}
		}
		compared++
	}
	return compared
}

// importable reports whether a package's directory is what its name leads to.
func importable(r *resolver, name string) bool {
	m, _ := r.top.find(name)
	return m != nil && m.isPackage()
}
