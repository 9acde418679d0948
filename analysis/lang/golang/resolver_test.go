package golang

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/contextls/contextls/analysis"
)

// TestModuleNamesResolve shows, for random layouts of modules in modules, that the name of every package
// leads to that package from everywhere.
func TestModuleNamesResolve(t *testing.T) {
	lang := Language()
	rapid.Check(t, func(t *rapid.T) {
		var files []analysis.File
		want := map[string][]string{}
		for i, dir := range []string{"", "a/", "a/b/", "a/b/c/", "a/d/", "e/", "e/f/"} {
			if kind := rapid.IntRange(0, 2).Draw(t, "module in "+dir); dir == "" || kind > 0 {
				name := strings.TrimSuffix("example.com/x/"+dir, "/")
				if kind == 2 {
					name = fmt.Sprintf("other.com/m%d", i)
				}
				files = append(files, analysis.File{Path: dir + "go.mod", Manifest: []byte("module " + name + "\n")})
			}
			for _, name := range rapid.SliceOfNDistinct(rapid.SampledFrom([]string{"p.go", "q.go", "r_linux.go"}), 0, 3, rapid.ID).Draw(t, "files in "+dir) {
				files = append(files, analysis.File{Path: dir + name, Language: lang, Facts: analysis.Known(&analysis.Facts{Package: fmt.Sprint("p", i)})})
				want[strings.TrimSuffix(dir, "/")] = append(want[strings.TrimSuffix(dir, "/")], dir+name)
			}
			files = append(files, analysis.File{Path: dir + "z_test.go", Language: lang, Facts: analysis.Known(&analysis.Facts{Package: fmt.Sprint("p", i)})})
		}
		slices.SortFunc(files, func(a, b analysis.File) int { return strings.Compare(a.Path, b.Path) })
		r := newResolver(analysis.NewTree(files))
		for _, from := range files {
			for dir, target := range want {
				slices.Sort(target)
				res := r.Resolve(from.Path, &analysis.Import{Specifier: r.ModuleName(target[0])})
				if d := cmp.Diff(target, res.Files); d != "" || res.Status != analysis.Resolved {
					t.Fatalf("%s from %s (named %s): %s\n%s", dir, from.Path, r.ModuleName(target[0]), res.Status, d)
				}
			}
		}
	})
}

func TestAssumedName(t *testing.T) {
	for _, test := range []struct{ path, module, want string }{
		{"fmt", "", "fmt"},
		{"math/rand/v2", "", "rand"},
		{"example.com/x/v2", "example.com/x/v2", "x"},
		{"example.com/x/v2", "example.com/x", "v2"},
		{"example.com/x/v2/y", "example.com/x/v2", "y"},
		{"example.com/x/v1", "", "v1"},
		{"example.com/x/v02", "", "v02"},
		{"example.com/x/vet", "", "vet"},
		{"example.com/go-x", "", "go-x"},
		{"gopkg.in/yaml.v3", "gopkg.in/yaml.v3", "yaml"},
		{"gopkg.in/user/x.v1", "", "x"},
		{"gopkg.in/yaml.v3/sub", "", "sub"},
		{"example.com/x.v3", "", "x.v3"},
		{"v2", "", "v2"},
	} {
		if got := assumedName(test.path, test.module); got != test.want {
			t.Errorf("assumedName(%q, %q) = %q, want %q", test.path, test.module, got, test.want)
		}
	}
}
