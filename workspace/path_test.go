package workspace

import (
	"path/filepath"
	"testing"
)

func TestRel(t *testing.T) {
	root, err := filepath.Abs("root")
	if err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]string{ // "" is outside
		filepath.Join(root, "a"):                  "a",
		filepath.Join(root, "dir", "a"):           "dir/a",
		filepath.Join(root, "..a"):                "..a",
		root + string(filepath.Separator) + "dir": "dir",
		root + filepath.FromSlash("/dir/../b/"):   "b",
		root + filepath.FromSlash("/../root/c"):   "c",
		root:                                      "",
		root + string(filepath.Separator):         "",
		root + "-other":                           "",
		filepath.Dir(root):                        "",
		root + filepath.FromSlash("/../x"):        "",
		filepath.FromSlash("a"):                   "",
		filepath.FromSlash("../root/a"):           "",
		filepath.VolumeName(root) + "relative":    "",
	} {
		if rel, ok := Rel(root, path); rel != want || ok != (want != "") {
			t.Errorf("Rel(%q) = %q, %v; want %q", path, rel, ok, want)
		}
	}
	top := filepath.VolumeName(root) + string(filepath.Separator)
	if rel, ok := Rel(top, filepath.Join(top, "a", "b")); rel != "a/b" || !ok {
		t.Errorf("below the top directory: %q, %v", rel, ok)
	}
}
