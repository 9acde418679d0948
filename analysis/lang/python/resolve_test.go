package python

import (
	"fmt"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/contextls/contextls/analysis"
	"github.com/contextls/contextls/analysis/lang/toml"
)

func TestLeaves(t *testing.T) {
	for src, want := range map[string][]setting{
		"[t]\n\"k.k\" = 'a'":               {{"", "t", nil}, {"t", "k.k", []string{"a"}}},
		"[[t.u]]\nk = ['a', ['b']]\nl = 1": {{"", "t", nil}, {"t", "u", nil}, {"t.u", "k", []string{"a", "b"}}, {"t.u", "l", nil}},
		"k = {a = 'x', b = {c = 'y'}}":     {{"", "k", nil}, {"k", "a", []string{"x"}}, {"k", "b", nil}, {"k.b", "c", []string{"y"}}},
		"k = [{a = 'x'}, {a = 'y'}]":       {{"", "k", nil}, {"k", "a", []string{"x"}}, {"k", "a", []string{"y"}}},
		"":                                 nil,
	} {
		if diff := cmp.Diff(want, leaves(toml.Read(src)), cmp.AllowUnexported(setting{})); diff != "" {
			t.Errorf("%q (-want +got)\n%s", src, diff)
		}
	}
}

func TestRequirements(t *testing.T) {
	for requirement, module := range map[string]string{
		"requests": "requests", "  Flask >=2,<3 ; python_version > '3'": "flask", "uvicorn[standard]": "uvicorn",
		"PyYAML": "yaml", "python-dotenv": "dotenv", "types-requests": "requests", "docutils-stubs": "docutils",
		"markdown-it-py": "markdown_it", "kafka-python": "kafka", "sphinx-lint": "sphinxlint", "zope.interface": "zope.interface",
		"google-cloud-storage": "google.cloud", "opencv-python": "cv2", "Pillow": "PIL", "scikit_learn": "sklearn",
		"django-environ": "environ", "pyOpenSSL": "OpenSSL", "PyJWT": "jwt", "name @ https://example.org/x.whl": "name",
		"-e git+https://example.org/x.git#egg=name": "name", "flask-login": "flask",
	} {
		d := dists{}
		d.addAll([]string{requirement})
		if !d.have(module, false) {
			t.Errorf("%q does not bring %s", requirement, module)
		}
	}
	d := dists{}
	d.addAll([]string{"", "# comment", "-r more.txt", "--hash=sha256:abc", "./local", "https://example.org/a.whl", "..", "C:\\x"})
	if len(d) > 0 {
		t.Errorf("what is no requirement gave %v", d)
	}
	d.addAll([]string{"azure-core", "requests"})
	for module, want := range map[string]bool{"azure.core.rest": true, "azure.other": false, "requests.adapters": false} {
		if got := d.have(module, true); got != want {
			t.Errorf("with its first part claimed, have(%s) = %v", module, got)
		}
	}
}

func TestStandardIsSorted(t *testing.T) {
	if !slices.IsSorted(standard) {
		t.Error("it is searched as if it were")
	}
}

// BenchmarkResolve resolves 15000 imports in a folder of 3000 files.
func BenchmarkResolve(b *testing.B) {
	var files []analysis.File
	var imports []analysis.Import
	for i := range 150 {
		dir := fmt.Sprintf("app/pkg%03d/", i)
		files = append(files, analysis.File{Path: dir + "__init__.py"})
		for j := range 19 {
			files = append(files, analysis.File{Path: fmt.Sprintf("%smod%02d.py", dir, j)})
		}
	}
	files = append([]analysis.File{{Path: "app/__init__.py"}}, files...)
	tree := analysis.NewTree(files)
	for i := range 15000 {
		specifier := []string{"app.pkg%03d.mod%02d", ".mod%[2]02d", "os.path%.0d%.0d", "..pkg%03d%.0d", "numpy%.0d%.0d"}[i%5]
		imports = append(imports, analysis.Import{Specifier: fmt.Sprintf(specifier, i%150, i%19),
			Names: []analysis.Binding{{Name: "mod00", Local: "mod00"}}})
	}
	b.Run("new", func(b *testing.B) {
		for b.Loop() {
			newResolver(tree)
		}
	})
	b.Run("resolve", func(b *testing.B) {
		r := newResolver(tree)
		for b.Loop() {
			for i := range imports {
				r.Resolve(files[1+i%3000].Path, &imports[i])
			}
		}
	})
}

// A script without an extension imports as a module beside it would, also where it has a directory for itself.
func TestScripts(t *testing.T) {
	shop := analysis.File{Path: "shop/cart.py", Language: languages()[0]}
	for _, tt := range []struct {
		script, imports string
		want            analysis.Status
	}{
		{"bin/tools/sell", "argparse", analysis.External}, {"bin/tools/sell", "shop.cart", analysis.Resolved},
		{"bin/tools/sell", "tools", analysis.Unresolved}, {"bin/tools/sell", ".cart", analysis.Unresolved}, {"shop/sell", "cart", analysis.Resolved},
	} {
		script := analysis.File{Path: tt.script, Language: languages()[0]}
		r := newResolver(analysis.NewTree([]analysis.File{script, shop}))
		if got := r.Resolve(tt.script, &analysis.Import{Specifier: tt.imports}); got.Status != tt.want {
			t.Errorf("%s in %s is %v, want %v", tt.imports, tt.script, got.Status, tt.want)
		}
	}
}
