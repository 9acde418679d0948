package python

import (
	"fmt"
	"testing"
	"testing/fstest"

	"github.com/contextls/contextls/analysis"
)

// What is installed to be edited is read in its environment; what lies elsewhere is refused.
func TestEditable(t *testing.T) {
	const site = "lib/python3.12/site-packages/"
	files := map[string]string{
		site + "__editable__.tea-1.0.pth":          "/elsewhere/tea/src\n",
		site + "__editable___cup_2_0_finder.py":    "MAPPING: dict[str, str] = {'cup': '/w/app/.venv/src/cup/cup', 'lid': '/elsewhere/lid'}\n",
		site + "_pot.pth":                          "/w/app/.venv/src/pot/src\n",
		site + "old.egg-link":                      "/w/app/.venv/../../out\n.",
		site + "run.pth":                           "import run; run.all('/etc')\n",
		"src/cup/cup/__init__.py":                  "",
		"src/cup/cup/handle.py":                    "",
		"src/pot/src/pot/__init__.py":              "",
		site + "plain.py":                          "",
		site + "plain-1.0.dist-info/RECORD":        "plain.py,,\n",
		site + "cup-2.0.dist-info/RECORD":          "__editable___cup_2_0_finder.py,,\n",
		"../../out/old/__init__.py":                "",
		site + "__editable___broken_1_0_finder.py": "MAPPING = {'cup': 1, 'broken': ''}",
	}
	folder, shared := fstest.MapFS{}, fstest.MapFS{}
	for p, text := range files {
		folder["app/.venv/"+p], shared[p] = &fstest.MapFile{Data: []byte(text)}, &fstest.MapFile{Data: []byte(text)}
	}
	for module, want := range map[string]string{
		"tea":        "[] [/elsewhere/tea/src] ",
		"lid.x":      "[] [/elsewhere/lid] ",
		"cup":        "[src/cup/cup/__init__.py] [] 2.0",
		"cup.handle": "[src/cup/cup/handle.py] [] 2.0",
		"pot":        "[src/pot/src/pot/__init__.py] [] ",
		"old":        "[] [/w/app/.venv/../../out] ",
		"run":        "[] [] ",
		"broken":     "[] [] ",
		"plain":      "[" + site + "plain.py] [] 1.0",
		"none":       "[] [] ",
	} {
		imp := &analysis.Import{Specifier: module}
		for name, m := range map[string]analysis.InstalledModule{
			"shared": layout().Find(shared, true, "", imp, analysis.Package{Name: module}),
			"folder": layout().Find(folder, false, "app/src/a.py", imp, analysis.Package{Name: module}),
		} {
			for i := range m.Files {
				if name == "folder" {
					m.Files[i] = m.Files[i][len("app/.venv/"):]
				}
			}
			if got := fmt.Sprintf("%v %v %s", m.Files, m.Refused, m.Package.Version); got != want {
				t.Errorf("%s, %s: got %s, want %s", module, name, got, want)
			}
		}
	}
}
