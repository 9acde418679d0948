package include

import (
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/contextls/contextls/analysis"
)

// ecosystem is that of libraries whose headers the system's package manager, or its administrator, puts into the include
// directories that all compilers search. A header stands for its package: which one has it, only the manager's data base knows.
const ecosystem = "system"

// Layout is that of the system's include directories.
func Layout() *analysis.Layout {
	h := &headers{known: set(cHeaders, cppHeaders, systems, directories)}
	return &analysis.Layout{
		Shared: func(func(string) string) []string { return []string{"/usr", "/opt/homebrew"} },
		Owns: func(p string, shared bool) bool {
			return shared && (strings.HasPrefix(p+"/", "include/") || strings.HasPrefix(p+"/", "local/include/"))
		},
		Find: func(fsys fs.FS, shared bool, _ string, imp *analysis.Import, p analysis.Package) analysis.InstalledModule {
			if !shared || p.Name == "" {
				return analysis.InstalledModule{}
			}
			return analysis.InstalledModule{Package: p, Files: h.searched(fsys, p.Name), Loose: true}
		},
		Follow: h.follow,
	}
}

// headers knows which headers come with a compiler or a system.
type headers struct{ known map[string]bool }

// isKnown reports whether a header comes with a compiler or a system.
func (h *headers) isKnown(p string) bool {
	top, _, nested := strings.Cut(p, "/")
	return h.known[p] || nested && h.known[top+"/"]
}

// follow finds what a header includes: beside it, then where the library's own headers are, as its flags have it, then in all include
// directories. Headers of C, C++ and systems are not followed.
func (h *headers) follow(fsys fs.FS, from string, imp *analysis.Import) analysis.InstalledModule {
	m := analysis.InstalledModule{Loose: true}
	spec, angle := strings.CutPrefix(imp.Specifier, "<")
	spec = strings.TrimSuffix(spec, ">")
	if h.isKnown(spec) || !isPath(spec) {
		return m
	}
	for dir := analysis.Dir(from); dir != "" && path.Base(dir) != "include"; dir = analysis.Dir(dir) {
		if p := path.Join(dir, spec); isHere(fsys, p) && !(angle && dir == analysis.Dir(from) && strings.Contains(spec, "/")) {
			m.Files = []string{p}
			return m
		}
	}
	m.Files = h.searched(fsys, spec)
	return m
}

// searched is a header in the include directories: where compilers search, else in the only directory there that has it, which a
// library's flags name (glib-2.0, libxml2).
func (h *headers) searched(fsys fs.FS, spec string) []string {
	if !isPath(spec) {
		return nil
	}
	for _, dir := range []string{"local/include", "include"} {
		if p := dir + "/" + spec; isHere(fsys, p) {
			return []string{p}
		}
	}
	var found []string
	for _, dir := range []string{"local/include", "include"} {
		entries, err := fs.ReadDir(fsys, dir)
		if err != nil {
			continue
		}
		for _, e := range entries {
			if p := dir + "/" + e.Name() + "/" + spec; e.IsDir() && !h.known[e.Name()+"/"] && isHere(fsys, p) {
				found = append(found, p)
			}
		}
	}
	multiarch := func(p string) bool { return strings.Contains(p, "-linux-gnu") }
	if slices.ContainsFunc(found, multiarch) { // which compilers search
		found = slices.DeleteFunc(found, func(p string) bool { return !multiarch(p) })
	}
	if len(found) != 1 {
		return nil
	}
	return found
}

// isPath reports whether what is included is a path below an include directory.
func isPath(spec string) bool {
	return fs.ValidPath(spec) && spec != "." && !strings.ContainsAny(spec, "() \t")
}

func isHere(fsys fs.FS, p string) bool {
	info, err := fs.Stat(fsys, p)
	return err == nil && info.Mode().IsRegular()
}
