package elixir

import (
	"cmp"
	"io/fs"
	"regexp"
	"strings"

	"github.com/contextls/contextls/analysis"
)

const ecosystem = "hex"

// layout is that of Mix, which puts dependencies into the directory deps.
func layout() *analysis.Layout {
	return &analysis.Layout{
		Shared: func(func(string) string) []string { return nil },
		Owns:   func(p string, _ bool) bool { return strings.Contains("/"+p+"/", "/deps/") },
		Find: func(fsys fs.FS, _ bool, from string, imp *analysis.Import, p analysis.Package) analysis.InstalledModule {
			for dir := analysis.Dir(from); ; dir = analysis.Dir(dir) {
				m := installed{fsys, strings.TrimPrefix(dir+"/deps", "/")}.find(imp.Specifier, p)
				if len(m.Files) > 0 || dir == "" {
					return m
				}
			}
		},
		// What a file of a dependency imports it passes on by macros alone.
		Follow: func(fs.FS, string, *analysis.Import) analysis.InstalledModule {
			return analysis.InstalledModule{Loose: true}
		},
	}
}

// installed finds modules in a directory of dependencies.
type installed struct {
	fs.FS
	dir string
}

// find finds the file of a module where the convention has it: in the dependency that a manifest tells, else in one whose name
// begins as the module's does. One inside of another lies in that one's file. It is Loose: macros define functions, too.
func (i installed) find(module string, p analysis.Package) analysis.InstalledModule {
	m := analysis.InstalledModule{Loose: true}
	entries, err := fs.ReadDir(i.FS, i.dir)
	if err != nil {
		return m
	}
	first, _, _ := strings.Cut(module, ".")
	names := []string{p.Name}
	for _, e := range entries {
		if name := e.Name(); name != p.Name && strings.HasPrefix(name, underscored(first)) {
			names = append(names, name)
		}
	}
	for outer := module; outer == module || strings.Contains(outer, "."); outer = outer[:max(strings.LastIndexByte(outer, '.'), 0)] {
		for _, name := range names {
			dir := i.dir + "/" + name
			for _, file := range conventional(outer, name) {
				if info, err := fs.Stat(i.FS, dir+"/lib/"+file); err == nil && info.Mode().IsRegular() {
					m.Files = []string{dir + "/lib/" + file}
					m.Package = analysis.Package{Ecosystem: ecosystem, Name: name, Version: cmp.Or(i.version(dir), p.Version)}
					return m
				}
			}
		}
	}
	return m
}

// conventional are the paths that a module of a dependency may have: Phoenix.HTML.Form is phoenix/html/form.ex, or
// phoenix_html/form.ex in phoenix_html.
func conventional(module, dependency string) []string {
	paths := []string{underscored(module) + ".ex"}
	joined, parts := "", strings.Split(module, ".")
	for n, part := range parts {
		if joined += strings.ToLower(part); joined == strings.ReplaceAll(dependency, "_", "") {
			paths = append(paths, strings.TrimSuffix(dependency+"/"+underscored(strings.Join(parts[n+1:], ".")), "/")+".ex")
		}
	}
	return paths
}

// version is what the metadata of a package from Hex says, else the mix.exs of another.
func (i installed) version(dir string) string {
	for _, said := range []struct{ file, pattern string }{
		{"hex_metadata.config", `<<"version">>,\s*<<"([^"]+)">>`},
		{"mix.exs", `(?m)^\s*(?:@version|version:)\s+"([^"]+)"`},
	} {
		text, err := fs.ReadFile(i.FS, dir+"/"+said.file)
		if err != nil {
			continue
		}
		if found := regexp.MustCompile(said.pattern).FindSubmatch(text); found != nil {
			return string(found[1])
		}
	}
	return ""
}
