package python

import (
	"testing"

	"github.com/contextls/contextls/analysis"
)

// Where nothing is installed, a lock file near the importing file says which version is meant.
func TestLocked(t *testing.T) {
	tree := analysis.NewTree([]analysis.File{
		{Path: "Pipfile.lock", Manifest: []byte(`{"_meta": {"sources": [{"name": "pypi"}]}, "default": {"tea": {"version": "==1.2.0"}, "local": {"path": "."}}, "develop": {"Cup_Board": {"version": "==3.0"}}}`)},
		{Path: "main.py"},
		{Path: "poetry/poetry.lock", Manifest: []byte("[[package]]\nname = \"tea\"\nversion = \"2.0\"\ndescription = \"\"\n\n[package.dependencies]\nname = \"x\"\n\n[package.extras]\nversion = \"9\"\n\n[[package]]\nname = \"PyYAML\"\nversion = \"6.0\"\n")},
		{Path: "poetry/requirements.txt", Manifest: []byte("tea==7.0\nmilk[fat,free]==1.5 ; python_version > '3' # fresh\nsugar>=2,==2.*\nhoney===1.0\n-r other==1.txt\n")},
		{Path: "poetry/src/main.py"},
		{Path: "pins/requirements/dev.txt", Manifest: []byte("tea==3.1 \\\n    --hash=sha256:12\nopencv-python-headless==4.0")},
		{Path: "pins/requirements/test.txt", Manifest: []byte("tea==3.2\nmilk==1.0")},
		{Path: "pins/main.py"},
		{Path: "uv/main.py"},
		{Path: "uv/uv.lock", Manifest: []byte("version = 1\n[[package]]\nname = \"tea\"\nversion = \"4.0\"\nsource = { registry = \"x\" }\n\n[[package]]\nname = \"tea\"\nversion = \"5.0\"\n\n[[package]]\nname = \"own\"\nsource = { virtual = \".\" }\n[package.metadata]\nversion = \"1\"\n")},
	})
	r := newResolver(tree)
	for _, tt := range []struct{ from, module, want string }{
		{"main.py", "tea", "tea 1.2.0"},
		{"main.py", "cup_board.door", "cup-board 3.0"},
		{"poetry/src/main.py", "tea", "tea 2.0"},
		{"poetry/src/main.py", "yaml", "pyyaml 6.0"},
		{"poetry/src/main.py", "milk", "milk 1.5"},
		{"poetry/src/main.py", "honey", "honey 1.0"},
		{"poetry/src/main.py", "sugar", "sugar "},
		{"pins/main.py", "tea", "tea "},
		{"pins/main.py", "milk", "milk 1.0"},
		{"uv/main.py", "tea", "tea "},
	} {
		p := r.Resolve(tt.from, &analysis.Import{Specifier: tt.module}).Package
		if p == nil || p.Name+" "+p.Version != tt.want {
			t.Errorf("%s of %s is %+v, want %q", tt.module, tt.from, p, tt.want)
		}
	}
}
