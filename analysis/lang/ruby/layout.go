package ruby

import (
	"cmp"
	"io/fs"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/contextls/contextls/analysis"
)

// layout is that of gem directories: each has a directory gems with one for each version of each gem. In a folder they are
// Bundler's, vendor/bundle/ruby/*. The shared ones are those of the environment, else a person's own and the system's, as RubyGems,
// Debian and rbenv have them.
func layout() *analysis.Layout {
	return &analysis.Layout{
		Shared: shared,
		Owns: func(p string, shared bool) bool {
			if !shared {
				return strings.Contains("/"+p+"/", "/vendor/bundle/")
			}
			first, _, _ := strings.Cut(p, "/")
			return slices.Contains([]string{"gems", "ruby", "rubygems-integration", "versions"}, first)
		},
		Find: func(fsys fs.FS, shared bool, from string, imp *analysis.Import, p analysis.Package) analysis.InstalledModule {
			if !isConstant(imp) { // requires lead to no names: the constants do
				return analysis.InstalledModule{Loose: true}
			}
			if shared {
				return gems{fsys, sharedHomes(fsys)}.find(imp, p)
			}
			for dir := analysis.Dir(from); ; dir = analysis.Dir(dir) {
				m := gems{fsys, below(fsys, inDir(dir, "vendor/bundle/ruby"), "gems")}.find(imp, p)
				if len(m.Files) > 0 || dir == "" {
					return m
				}
			}
		},
		Follow: func(fsys fs.FS, from string, imp *analysis.Import) analysis.InstalledModule {
			m := analysis.InstalledModule{Loose: true}
			at := strings.LastIndex(from, "/lib/")
			if at < 0 {
				return m
			}
			lib := from[:at] + "/lib"
			if isConstant(imp) {
				m.Files, _ = constant(fsys, lib, names(imp.Specifier))
			} else if analysis.Dir(from) == lib { // what a gem begins with requires the rest of it
				m.Files = required(fsys, lib, from, imp.Specifier)
			}
			return m
		},
	}
}

// shared are the directories in or below which gems lie for all of a person's folders.
func shared(getenv func(string) string) []string {
	var dirs []string
	add := func(dir string) {
		if dir != "" && !slices.Contains(dirs, dir) {
			dirs = append(dirs, dir)
		}
	}
	add(getenv("GEM_HOME"))
	for dir := range strings.SplitSeq(getenv("GEM_PATH"), ":") {
		add(dir)
	}
	if home := getenv("HOME"); home != "" {
		add(home + "/.gem")
		add(cmp.Or(getenv("XDG_DATA_HOME"), home+"/.local/share") + "/gem")
		add(home + "/.rbenv")
	}
	for _, system := range []string{"/var/lib", "/usr/local/lib/ruby", "/usr/lib/ruby", "/usr/share"} {
		add(system)
	}
	return dirs
}

// sharedHomes are the directories with gems of a shared place, those of the newest Ruby first.
func sharedHomes(fsys fs.FS) []string {
	homes := []string{"gems"}
	for _, in := range []string{"gems", "ruby", "rubygems-integration"} {
		homes = append(homes, below(fsys, in, "gems")...)
	}
	for _, version := range below(fsys, "versions", "lib/ruby/gems") {
		homes = append(homes, below(fsys, version, "gems")...)
	}
	return homes
}

// below are the paths of that name in the directories of another that are named like a version of Ruby, the newest first.
func below(fsys fs.FS, dir, name string) (out []string) {
	entries, err := fs.ReadDir(fsys, dir)
	if err != nil {
		return nil
	}
	for _, e := range entries {
		if c := e.Name()[0]; '0' <= c && c <= '9' && !strings.Contains(e.Name(), "-") || e.Name() == "all" {
			out = append(out, e.Name())
		}
	}
	slices.SortFunc(out, func(a, b string) int { return compareVersions(b, a) })
	for i := range out {
		out[i] = path.Join(dir, out[i], name)
	}
	return out
}

// isConstant reports whether an import is the use of a constant, and no require.
func isConstant(imp *analysis.Import) bool {
	return len(imp.Names) == 1 && imp.Names[0].Name == imp.Specifier
}

// names are those of a constant's path.
func names(constant string) []string { return strings.Split(strings.TrimPrefix(constant, "::"), "::") }

// gems finds constants in the gems of some directories.
type gems struct {
	fs.FS
	dirs []string
}

// find finds the file of a constant. Any gem may add to any module, and much is defined by calls, so that nothing is known to be
// missing.
func (g gems) find(imp *analysis.Import, p analysis.Package) analysis.InstalledModule {
	m := analysis.InstalledModule{Loose: true}
	parts := names(imp.Specifier)
	for _, dir := range g.dirs {
		for _, in := range g.installed(dir, p, parts) {
			lib := dir + "/" + in.name + "-" + in.version + "/lib"
			files, exact := constant(g.FS, lib, parts)
			if !exact && strings.HasPrefix(p.Name, in.name+"-") { // rack of rack-test, which is not installed
				continue
			}
			if m.Files = files; len(files) > 0 {
				m.Package = analysis.Package{Ecosystem: ecosystem, Name: in.name, Version: in.version}
				return m
			}
		}
	}
	return m
}

// version is one of a gem.
type version struct{ name, version string }

// installed are the gems of a directory that may define a constant: the one that a manifest tells, then those that are named like the
// modules around it. Of several versions it is the locked one, else the newest.
func (g gems) installed(dir string, p analysis.Package, parts []string) (out []version) {
	entries, err := fs.ReadDir(g.FS, dir)
	if err != nil {
		return nil
	}
	wanted := []string{normal(p.Name)}
	for n := len(parts); n > 0; n-- {
		wanted = append(wanted, normal(strings.Join(parts[:n], "")))
	}
	for i, name := range wanted {
		best := version{}
		for _, e := range entries {
			v, ok := splitGem(e.Name())
			switch {
			case !ok || normal(v.name) != name, i > 0 && v.name == p.Name:
			case i == 0 && p.Version != "" && p.Version != v.version && !strings.HasPrefix(v.version, p.Version+"-"):
			case best.name == "" || compareVersions(v.version, best.version) > 0:
				best = v
			}
		}
		if best.name != "" {
			out = append(out, best)
		}
	}
	return out
}

// splitGem splits the name of a gem's directory: rack-test-2.1.0, nokogiri-1.16.0-x86_64-linux.
func splitGem(dir string) (version, bool) {
	for at := 1; at+1 < len(dir); at++ {
		if c := dir[at+1]; dir[at] == '-' && '0' <= c && c <= '9' && strings.Contains(dir[at:], ".") {
			return version{dir[:at], dir[at+1:]}, true
		}
	}
	return version{}, false
}

// compareVersions compares versions by their numbers.
func compareVersions(a, b string) int {
	x, y := strings.FieldsFunc(a, notInVersion), strings.FieldsFunc(b, notInVersion)
	return slices.CompareFunc(x, y, func(a, b string) int {
		m, err := strconv.Atoi(a)
		n, err2 := strconv.Atoi(b)
		if err != nil || err2 != nil {
			return strings.Compare(a, b)
		}
		return cmp.Compare(m, n)
	})
}

func notInVersion(r rune) bool { return r == '.' || r == '-' }

// constant is the file that is named like a constant exactly, or else like the innermost module around it that has one. What is
// not in there is in what the gem's first file requires.
func constant(fsys fs.FS, lib string, parts []string) (files []string, exact bool) {
	best, dir := "", lib
	for n, part := range parts {
		entries, err := fs.ReadDir(fsys, dir)
		if err != nil {
			break
		}
		next := ""
		for _, e := range entries {
			name := strings.TrimSuffix(e.Name(), ".rb")
			switch {
			case normal(name) != normal(part):
			case e.IsDir():
				next = dir + "/" + name
			case name != e.Name():
				best, exact = dir+"/"+e.Name(), n+1 == len(parts)
			}
		}
		if dir = next; dir == "" {
			break
		}
	}
	if best == "" {
		return nil, false
	}
	return []string{best}, exact
}

// required is the file that a require of another means: in its gem, or beside it.
func required(fsys fs.FS, lib, from, spec string) []string {
	spec = strings.TrimSuffix(spec, ".rb")
	p := path.Join(lib, spec)
	if strings.HasPrefix(spec, ".") {
		p = path.Join(analysis.Dir(from), spec)
	}
	if info, err := fs.Stat(fsys, p+".rb"); err == nil && info.Mode().IsRegular() {
		return []string{p + ".rb"}
	}
	return nil
}
