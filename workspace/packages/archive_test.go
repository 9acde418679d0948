package packages

import (
	"archive/zip"
	"bytes"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/contextls/contextls/analysis"
)

// zipped is an archive of files with their texts; a name that ends with @ is that of a link.
func zipped(t *testing.T, files ...string) string {
	t.Helper()
	var out bytes.Buffer
	w := zip.NewWriter(&out)
	for i := 0; i < len(files); i += 2 {
		header := &zip.FileHeader{Name: strings.TrimSuffix(files[i], "@"), Method: zip.Deflate}
		if header.Name != files[i] {
			header.SetMode(fs.ModeSymlink | 0o777)
		}
		f, err := w.CreateHeader(header)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := f.Write([]byte(files[i+1])); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// Files in archives are read like others, and where they lie.
func TestReadArchive(t *testing.T) {
	dir := t.TempDir()
	put(t, dir, "lib/tea.jar", zipped(t, "leaf/pot.n", "cup < lid", "leaf/lid.n", "cup", "leaf/large.n", strings.Repeat("cup\n", 30), "../out.n", "cup", "/abs.n", "cup",
		"leaf/link.n@", "pot.n"), "lib/none.jar", "no archive", "tea.jar", zipped(t, "pot.n", "cup"))
	var extracted atomic.Int32
	r, file := reader(t, dir, "", &extracted)
	in := ""
	layout := *file.Language.Layout
	layout.Find = func(fsys fs.FS, _ bool, _ string, _ *analysis.Import, p analysis.Package) analysis.InstalledModule {
		if _, err := fs.Stat(fsys, in); err != nil {
			return analysis.InstalledModule{}
		}
		return analysis.InstalledModule{Package: p, Files: []string{in}}
	}
	file.Language.Layout = &layout
	for _, tt := range []struct {
		in    string
		want  []string
		loose bool
	}{
		{"lib/tea.jar!/leaf/pot.n", []string{"pot.n", "lid.n"}, false},
		{"lib/tea.jar!/leaf/large.n", nil, false},
		{"lib/tea.jar!/leaf/missing.n", nil, false},
		{"lib/tea.jar!/leaf/link.n", nil, false},
		{"lib/tea.jar!/../out.n", nil, false},
		{"lib/tea.jar!/../../tea.n", nil, false},
		{"lib/tea.jar!//abs.n", nil, false},
		{"lib/tea.jar!/leaf", nil, false},
		{"lib/none.jar!/pot.n", nil, false},
		{"tea.jar!/pot.n", nil, false}, // not a package manager's
	} {
		in = tt.in
		m, err := r.Read(t.Context(), InFolder, file, 0, analysis.Package{Name: tt.in}, []string{"cup"})
		if err != nil || !slices.Equal(base(m), tt.want) {
			t.Errorf("%s: got %v, %v", tt.in, base(m), err)
		}
	}
	if _, err := os.Stat(filepath.Join(dir, "lib", "leaf")); err == nil {
		t.Error("it was unpacked")
	}

	in = "lib/tea.jar!/leaf/pot.n"
	put(t, dir, "lib/tea.jar", zipped(t, "leaf/pot.n", "cup < jug", "leaf/jug.n", "cup"))
	m, err := r.Read(t.Context(), InFolder, file, 0, analysis.Package{Name: in}, []string{"cup"})
	if err != nil || !slices.Equal(base(m), []string{"pot.n", "jug.n"}) {
		t.Errorf("of another archive: %v, %v", base(m), err)
	}
}

// Where modules are found by the names that are wanted of them, these are told.
func TestWholly(t *testing.T) {
	facts := &analysis.Facts{
		Imports: []analysis.Import{{Specifier: "tea", Local: "tea"}, {Specifier: "cup", Star: true}, {Specifier: "lid", Names: []analysis.Binding{{Name: "Lid", Local: "Top"}}}},
		Symbols: []analysis.Symbol{{Name: "own"}, {Name: "member", Container: "Type"}},
		References: []analysis.Reference{{Name: "Handle"}, {Name: "Top"}, {Name: "own"}, {Qualifier: "Saucer", Name: "new"}, {Qualifier: "tea", Name: "pour"},
			{Qualifier: "tea.Pot", Name: "new"}, {Qualifier: analysis.UnknownQualifier, Name: "send"}},
	}
	for i, want := range []string{"Pot pour", "Handle Saucer", "Lid"} {
		var names []string
		for _, b := range wholly(facts, &facts.Imports[i]).Names {
			names = append(names, b.Name)
		}
		if got := strings.Join(names, " "); got != want {
			t.Errorf("of %s: got %q, want %q", facts.Imports[i].Specifier, got, want)
		}
	}
}
