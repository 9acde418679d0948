package python

import (
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/contextls/contextls/analysis"
)

const sitePackages = "site-packages"

// environments are what virtual environments in a folder are called.
var environments = []string{".venv", "venv"}

// layout is that of virtual environments.
func layout() *analysis.Layout {
	return &analysis.Layout{
		Shared: func(getenv func(string) string) []string {
			if dir := getenv("VIRTUAL_ENV"); dir != "" {
				return []string{dir}
			}
			return nil
		},
		Owns: func(p string, shared bool) bool {
			parts := strings.Split(p, "/")
			if shared {
				return strings.EqualFold(parts[0], "lib") || parts[0] == "src" // where pip checks out what is editable
			}
			return slices.ContainsFunc(parts, func(part string) bool { return slices.Contains(environments, part) })
		},
		Find: func(fsys fs.FS, shared bool, from string, imp *analysis.Import, p analysis.Package) analysis.InstalledModule {
			if shared {
				return site{fsys, sitesIn(fsys, ""), ""}.find(imp, p)
			}
			none := analysis.InstalledModule{}
			for dir := analysis.Dir(from); ; dir = analysis.Dir(dir) {
				for _, name := range environments {
					environment := path.Join(dir, name)
					m := site{fsys, sitesIn(fsys, environment), environment}.find(imp, p)
					if len(m.Files) > 0 || len(m.Members) > 0 {
						return m
					}
					none.Refused = append(none.Refused, m.Refused...)
				}
				if dir == "" {
					return none
				}
			}
		},
		Follow: follow,
	}
}

// follow finds where an import of an installed file leads.
func follow(fsys fs.FS, from string, imp *analysis.Import) analysis.InstalledModule {
	before, rest, ok := strings.Cut(from, sitePackages+"/")
	if !ok {
		return analysis.InstalledModule{}
	}
	s := site{fsys, []string{before + sitePackages}, ""}
	name := strings.TrimLeft(imp.Specifier, ".")
	dots := len(imp.Specifier) - len(name)
	if dots == 0 {
		return s.module(name, imp)
	}
	dir := analysis.Dir(rest)
	for ; dots > 1 && dir != ""; dots-- {
		dir = analysis.Dir(dir)
	}
	return s.module(strings.Trim(strings.ReplaceAll(dir, "/", ".")+"."+name, "."), imp)
}

// site is where the packages of an environment lie.
type site struct {
	fs.FS
	dirs        []string
	environment string // its directory; "" for that of the file system
}

// sitesIn are the directories with packages of an environment, that of the newest Python first.
func sitesIn(fsys fs.FS, environment string) (dirs []string) {
	entries, err := fs.ReadDir(fsys, path.Join(environment, "lib"))
	if err == nil {
		for _, e := range slices.Backward(entries) {
			if strings.HasPrefix(e.Name(), "python") {
				dirs = append(dirs, path.Join(environment, "lib", e.Name(), sitePackages))
			}
		}
	}
	return append(dirs, path.Join(environment, "Lib", sitePackages)) // on Windows
}

// find finds a module, and of which distribution it is.
func (s site) find(imp *analysis.Import, p analysis.Package) analysis.InstalledModule {
	m := s.module(imp.Specifier, imp)
	if len(m.Files) == 0 && len(m.Members) == 0 {
		m = s.editable(imp)
	}
	if len(m.Files) > 0 || len(m.Members) > 0 {
		m.Package = s.distribution(imp.Specifier, p)
	}
	return m
}

// module finds the files of a module: stubs before sources.
func (s site) module(name string, imp *analysis.Import) analysis.InstalledModule {
	m := analysis.InstalledModule{Files: s.files(name)}
	for _, b := range imp.Names {
		if files := s.files(name + "." + b.Name); len(files) > 0 {
			if m.Members == nil {
				m.Members = map[string][]string{}
			}
			m.Members[b.Name] = files
		}
	}
	return m
}

// files are the file of a module, none where it is not there or compiled.
func (s site) files(name string) []string {
	if name == "" {
		return nil
	}
	top, rest, _ := strings.Cut(strings.ReplaceAll(name, ".", "/"), "/")
	for _, dir := range s.dirs {
		for _, at := range []string{path.Join(dir, top+"-stubs", rest), path.Join(dir, top, rest)} {
			for _, end := range []string{"/__init__.pyi", ".pyi", "/__init__.py", ".py"} {
				if info, err := fs.Stat(s.FS, at+end); err == nil && info.Mode().IsRegular() {
					return []string{at + end}
				}
			}
		}
	}
	return nil
}

// distribution is what a module was installed with, as far as the names in its environment tell.
func (s site) distribution(module string, p analysis.Package) analysis.Package {
	top, _, _ := strings.Cut(module, ".")
	p.Ecosystem = "pypi"
	names := append([]string{p.Name, normalise(top)}, otherNames[top]...)
	var unsure []string
	for _, dir := range s.dirs {
		entries, err := fs.ReadDir(s.FS, dir)
		if err != nil {
			continue
		}
		for _, e := range entries {
			info, ok := strings.CutSuffix(e.Name(), ".dist-info")
			name, version, found := strings.Cut(info, "-")
			if !ok || !found {
				continue
			}
			if slices.Contains(names, normalise(name)) {
				p.Name, p.Version = normalise(name), version
				return p
			}
			unsure = append(unsure, path.Join(dir, e.Name()))
		}
	}
	for _, dir := range unsure {
		record, err := fs.ReadFile(s.FS, dir+"/RECORD")
		if err != nil {
			continue
		}
		for line := range strings.Lines(string(record)) {
			if strings.HasPrefix(line, top+"/") || strings.HasPrefix(line, top+".py,") {
				name, version, _ := strings.Cut(strings.TrimSuffix(path.Base(dir), ".dist-info"), "-")
				p.Name, p.Version = normalise(name), version
				return p
			}
		}
	}
	return p
}
