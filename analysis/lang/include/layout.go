package include

import (
	"cmp"
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/contextls/contextls/analysis"
)

// ecosystem is that of libraries whose headers the system's package manager, or its administrator, puts into the include
// directories that all compilers search. A header stands for its package: which one has it, only the manager's data base knows.
const ecosystem = "system"

// roots are the directories that managers of packages of C and C++ fill for all of a person's folders: the system's, Homebrew's,
// Conan's and vcpkg's.
func roots(getenv func(string) string) []string {
	dirs := []string{"/usr", "/opt/homebrew", "/home/linuxbrew/.linuxbrew"}
	home := cmp.Or(getenv("HOME"), getenv("USERPROFILE"))
	for _, own := range []struct{ variable, below string }{{"CONAN_HOME", "/.conan2"}, {"CONAN_USER_HOME", "/.conan"}, {"VCPKG_ROOT", "/vcpkg"}} {
		if dir := getenv(own.variable); dir != "" {
			dirs = append(dirs, dir)
		} else if home != "" {
			dirs = append(dirs, home+own.below)
		}
	}
	return dirs
}

// Layout is that of the system's include directories, and of those that commands name and package managers fill.
func Layout() *analysis.Layout {
	h := &headers{known: set(cHeaders, cppHeaders, systems, directories)}
	return &analysis.Layout{
		Shared: roots,
		Owns:   owns,
		Find: func(fsys fs.FS, shared bool, from string, imp *analysis.Import, p analysis.Package) analysis.InstalledModule {
			if !isPath(p.Name) {
				return analysis.InstalledModule{Loose: true}
			}
			m := analysis.InstalledModule{Loose: true}
			for dir := range strings.SplitSeq(p.As, "\n") {
				own, inFolder := strings.CutPrefix(dir, "./")
				if !inFolder {
					own = tail(dir)
				}
				file := path.Join(own, p.Name)
				if !shared && !inFolder && own == "" && dir != "" {
					m.Refused = append(m.Refused, dir)
				}
				if shared != inFolder && own != "" && owns(file, shared) && isHere(fsys, file) {
					m.Files = []string{file}
					break
				}
			}
			if len(m.Files) == 0 && shared {
				m.Files = h.searched(fsys, p.Name)
			} else if len(m.Files) == 0 {
				m.Files = inVcpkg(fsys, from, p.Name)
			}
			if shared || len(m.Files) > 0 {
				m.Package = analysis.Package{Ecosystem: p.Ecosystem, Name: p.Name, Version: p.Version}
			}
			return m
		},
		Follow: h.follow,
	}
}

// owns reports whether a path is a package manager's: in the folder those of vcpkg and of CMake's FetchContent.
func owns(p string, shared bool) bool {
	p += "/"
	if !shared {
		return strings.Contains("/"+p, "/vcpkg_installed/") || strings.Contains("/"+p, "/_deps/")
	}
	p = strings.TrimPrefix(p, "local/")
	if strings.HasPrefix(p, "lib/") { // what differs by architecture
		return strings.Contains(p, "/include/")
	}
	return slices.ContainsFunc([]string{"include/", "Cellar/", "opt/", "p/", "data/", "installed/"}, func(dir string) bool { return strings.HasPrefix(p, dir) })
}

// tail is an absolute path as one below a root, "" where it is below none, or not in what is a package manager's there.
func tail(dir string) string {
	if below, found := strings.CutPrefix(dir, "/usr/"); found && owns(below, true) {
		return below
	}
	for _, end := range []string{"/opt/homebrew/", "/.linuxbrew/", "/.conan2/", "/.conan/", "/vcpkg/"} {
		if _, below, found := strings.Cut(dir, end); found && owns(below, true) {
			return below
		}
	}
	return ""
}

// inVcpkg is a header that vcpkg installed for a folder, of whatever triplet.
func inVcpkg(fsys fs.FS, from, spec string) []string {
	for dir := analysis.Dir(from); ; dir = analysis.Dir(dir) {
		at := path.Join(dir, "vcpkg_installed")
		triplets, _ := fs.ReadDir(fsys, at)
		for _, t := range triplets {
			if p := path.Join(at, t.Name(), "include", spec); isHere(fsys, p) {
				return []string{p}
			}
		}
		if dir == "" {
			return nil
		}
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
