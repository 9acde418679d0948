package golang

import (
	"io/fs"
	"path"
	"slices"
	"strings"

	modpath "golang.org/x/mod/module"

	"github.com/contextls/contextls/analysis"
)

// layout is that of vendor directories and of the module cache.
func layout() *analysis.Layout {
	return &analysis.Layout{
		Shared: func(getenv func(string) string) []string {
			if cache := getenv("GOMODCACHE"); cache != "" {
				return []string{cache}
			}
			gopath, _, _ := strings.Cut(getenv("GOPATH"), string(listSeparator(getenv("GOPATH"))))
			if gopath == "" {
				if gopath = getenv("HOME"); gopath == "" {
					return nil
				}
				gopath += "/go"
			}
			return []string{gopath + "/pkg/mod"}
		},
		Owns: func(p string, shared bool) bool {
			if shared {
				module, _, _ := strings.Cut(p, "/")
				return module != "cache" // downloads, and clones of repositories
			}
			return strings.Contains("/"+p+"/", "/vendor/")
		},
		Find:   find,
		Follow: func(fs.FS, string, *analysis.Import) analysis.InstalledModule { return analysis.InstalledModule{} },
	}
}

// listSeparator separates the directories of a GOPATH: a semicolon on Windows, whose paths have colons.
func listSeparator(gopath string) byte {
	if strings.Contains(gopath, `:\`) || strings.Contains(gopath, ";") {
		return ';'
	}
	return ':'
}

// find finds a package in a vendor directory above the importing file, or in the module cache.
func find(fsys fs.FS, shared bool, from string, imp *analysis.Import, p analysis.Package) analysis.InstalledModule {
	m := analysis.InstalledModule{Package: p}
	if modpath.CheckImportPath(imp.Specifier) != nil { // it could lead anywhere
		return m
	}
	if !shared {
		for dir := range parents(analysis.Dir(from)) {
			if m.Files, m.Loose = onePlatform(sourcesIn(fsys, path.Join(dir, "vendor", imp.Specifier))); len(m.Files) > 0 {
				break
			}
		}
		if len(m.Files) == 0 && p.Source != "" {
			m.Refused = []string{p.Source}
		}
		return m
	}
	called := p.Name
	if p.As != "" {
		called = p.As
	}
	name, err := modpath.EscapePath(p.Name)
	if err != nil {
		return m
	}
	version, err := modpath.EscapeVersion(p.Version)
	if err != nil {
		return m
	}
	m.Files, m.Loose = onePlatform(sourcesIn(fsys, path.Join(name+"@"+version, strings.TrimPrefix(imp.Specifier, called))))
	return m
}

// sourcesIn are the files of the package in a directory. Tests are not for those who import it.
func sourcesIn(fsys fs.FS, dir string) (files []string) {
	entries, err := fs.ReadDir(fsys, dir)
	if err != nil {
		return nil
	}
	for _, e := range entries {
		name := e.Name()
		if strings.HasSuffix(name, ".go") && !isTest(name) && !strings.ContainsAny(name[:1], "_.") {
			files = append(files, path.Join(dir, name))
		}
	}
	return files
}

// manyFiles is of how many files of a package those are left out that others stand for. More hardly anybody writes by hand.
const manyFiles = 100

// onePlatform leaves of many files whose names differ in the system and the processor alone those for Linux, if there are
// any, and amd64: a name that a dozen files define is one that none of them tells for sure. It reports whether that left any out.
func onePlatform(files []string) ([]string, bool) {
	if len(files) <= manyFiles {
		return files, false
	}
	forLinux, forAMD64 := map[string]bool{}, map[string]bool{}
	for _, f := range files {
		stem, system, processor := platform(f)
		forLinux[stem] = forLinux[stem] || system == "linux"
		forAMD64[stem+system] = forAMD64[stem+system] || processor == "amd64"
	}
	out := slices.DeleteFunc(slices.Clone(files), func(f string) bool {
		stem, system, processor := platform(f)
		return system != "" && system != "linux" && forLinux[stem] || processor != "" && processor != "amd64" && forAMD64[stem+system]
	})
	return out, len(out) < len(files)
}

// platform is what a file's name says of the system and the processor that it is for, and what else it says.
func platform(file string) (stem, system, processor string) {
	stem = strings.TrimSuffix(file, ".go")
	last := func() string { return stem[strings.LastIndexByte(stem, '_')+1:] }
	switch last() {
	case "386", "amd64", "arm", "arm64", "loong64", "mips", "mipsle", "mips64", "mips64le", "mips64x", "mipsx", "ppc", "ppc64", "ppc64le", "ppc64x", "riscv64",
		"s390x", "sparc64", "wasm", "x86":
		processor = last()
		stem = strings.TrimSuffix(stem, "_"+processor)
	}
	switch last() {
	case "aix", "android", "darwin", "dragonfly", "freebsd", "illumos", "ios", "js", "linux", "netbsd", "openbsd", "plan9", "solaris", "wasip1", "windows", "zos":
		system = last()
		stem = strings.TrimSuffix(stem, "_"+system)
	}
	return stem, system, processor
}
