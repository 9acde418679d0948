package python

import (
	"fmt"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/contextls/contextls/analysis"
)

func TestTOML(t *testing.T) {
	for src, want := range map[string][]setting{
		"a = 1\nb.c = 'x' # y\n":                            {{"", "a", nil}, {"b", "c", []string{"x"}}},
		"[t]\n\"k.k\" = \"a\\tb\\\"c\"":                     {{"", "t", nil}, {"t", "k.k", []string{"a\tb\"c"}}},
		"[[t.u]]\nk = ['a', # c\n \"b\", ['c']\n]\nl='d'":   {{"t", "u", nil}, {"t.u", "k", []string{"a", "b", "c"}}, {"t.u", "l", []string{"d"}}},
		"k = {a = 'x', b = {c = ['y']}, d = 1}":             {{"k", "a", []string{"x"}}, {"k.b", "c", []string{"y"}}, {"k", "b", nil}, {"k", "d", nil}, {"", "k", nil}},
		"k = [{a = 'x'}, {a = 'y'}]":                        {{"k", "a", []string{"x"}}, {"k", "a", []string{"y"}}, {"", "k", nil}},
		"k = '''a\n'b''' \nl = \"\"\"c\"\"\"":               {{"", "k", []string{"a\n'b"}}, {"", "l", []string{"c"}}},
		"k = 'never closed\nl = ['a',\n":                    {{"", "k", []string{"never closed"}}, {"", "l", []string{"a"}}},
		"k = \n= 'x'\n]}\n[t\nl = 'y'":                      {{"", "k", nil}, {"", "", []string{"x"}}, {"", "t", nil}, {"t", "l", []string{"y"}}},
		"d = 1979-05-27T07:32:00Z\nf = 1.5\nb = true\ns=''": {{"", "d", nil}, {"", "f", nil}, {"", "b", nil}, {"", "s", []string{""}}},
		"": nil,
	} {
		if diff := cmp.Diff(want, readTOML(src), cmp.AllowUnexported(setting{})); diff != "" {
			t.Errorf("%q (-want +got)\n%s", src, diff)
		}
	}
}

// FuzzTOML shows that reading ends, and that the strings it gives are in the text or came of an escape.
func FuzzTOML(f *testing.F) {
	f.Add("[a.b]\nc = {d = ['e', \"f\\n\"]}\n[[x]]\ny = '''z'''")
	f.Add("= [ { , = ] } \" ' # .")
	f.Fuzz(func(t *testing.T, text string) {
		n := 0
		for _, s := range readTOML(text) {
			n += len(s.values)
			for _, v := range s.values {
				if len(v) > 4*len(text) {
					t.Errorf("%q became longer than its text", v)
				}
			}
		}
		if n > len(text) {
			t.Errorf("%d strings in %d bytes", n, len(text))
		}
	})
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
