package golang

import (
	"io/fs"
	"path"
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
			if m.Files = sourcesIn(fsys, path.Join(dir, "vendor", imp.Specifier)); len(m.Files) > 0 {
				break
			}
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
	m.Files = sourcesIn(fsys, path.Join(name+"@"+version, strings.TrimPrefix(imp.Specifier, called)))
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
