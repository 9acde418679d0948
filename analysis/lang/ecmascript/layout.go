package ecmascript

import (
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/contextls/contextls/analysis"
)

const modules = "node_modules"

// layout is that of npm, and of those who install as it does.
func layout() *analysis.Layout {
	return &analysis.Layout{
		Shared: func(func(string) string) []string { return nil },
		Owns:   func(p string, _ bool) bool { return strings.Contains("/"+p+"/", "/"+modules+"/") },
		Find: func(fsys fs.FS, _ bool, from string, imp *analysis.Import, p analysis.Package) analysis.InstalledModule {
			return installed{fsys}.bare(from, imp.Specifier)
		},
		Follow: func(fsys fs.FS, from string, imp *analysis.Import) analysis.InstalledModule {
			i := installed{fsys}
			if !relative(imp.Specifier) {
				return i.bare(from, imp.Specifier)
			}
			return analysis.InstalledModule{Files: only(i.load(join(analysis.Dir(from), imp.Specifier)))}
		},
	}
}

// installed finds modules in node_modules directories. Declarations come first: they say the most in the least space.
type installed struct{ fs.FS }

// bare finds a package, or a path inside one, for a file below whose ancestors it is installed.
func (i installed) bare(from, spec string) analysis.InstalledModule {
	spec, _, _ = strings.Cut(spec, "?")
	name, sub := splitPackage(spec)
	if name == "" || !fs.ValidPath(name) || slices.Contains(strings.Split(spec, "/"), "..") {
		return analysis.InstalledModule{}
	}
	var script analysis.InstalledModule
	for dir := analysis.Dir(from); ; dir = analysis.Dir(dir) {
		if path.Base(dir) != modules {
			for _, called := range []string{name, typesOf(name)} {
				m := i.entry(join(dir, modules+"/"+called), sub)
				if len(m.Files) == 0 {
					continue
				}
				m.Package.Ecosystem, m.Package.Name = "npm", name
				if typescript(m.Files[0]) {
					if len(script.Files) > 0 { // the version is of what is declared, and not of the declarations
						m.Package = script.Package
					}
					return m
				}
				if len(script.Files) == 0 {
					script = m
				}
			}
		}
		if dir == "" {
			return script
		}
	}
}

// entry finds the module of a package that a path inside it names, "" being its main one.
func (i installed) entry(dir, sub string) (m analysis.InstalledModule) {
	text, err := fs.ReadFile(i.FS, dir+"/package.json")
	if err != nil {
		return m
	}
	manifest := readManifest(dir+"/package.json", text)
	m.Package.Version = str(manifest.json, "version")
	key, others := ".", []string{}
	if sub != "" {
		key, others = "./"+sub, []string{sub}
	} else {
		for _, field := range entryFields() {
			others = append(others, str(manifest.json, field))
		}
		others = append(others, "index")
	}
	script := ""
	for _, target := range append(targets(manifest.json["exports"], key), others...) {
		if target == "" || slices.Contains(strings.Split(target, "/"), "..") {
			continue
		}
		f := i.load(join(dir, target))
		if typescript(f) {
			m.Files = []string{f}
			return m
		}
		if script == "" {
			script = f
		}
	}
	m.Files = only(script)
	m.Loose = script != "" && path.Ext(script) != ".mjs" && str(manifest.json, "type") != "module" // its names may be computed
	return m
}

// load finds the file that a path stands for: a declaration or a source in TypeScript if there is one; "" for none.
func (i installed) load(p string) string {
	ext := path.Ext(p)
	for _, source := range sources(ext) {
		if f := strings.TrimSuffix(p, ext) + source; i.has(f) {
			return f
		}
	}
	if len(sources(ext)) == 0 && ext != "" && i.has(p) {
		return p
	}
	for _, ext := range extensions() {
		if i.has(p + ext) {
			return p + ext
		}
	}
	if i.has(p + "/package.json") {
		if m := i.entry(p, ""); len(m.Files) > 0 {
			return m.Files[0]
		}
	}
	for _, ext := range extensions() {
		if f := p + "/index" + ext; i.has(f) {
			return f
		}
	}
	return ""
}

func (i installed) has(p string) bool {
	info, err := fs.Stat(i.FS, p)
	return err == nil && info.Mode().IsRegular()
}

// only is the list of one file, nil for "".
func only(file string) []string {
	if file == "" {
		return nil
	}
	return []string{file}
}
