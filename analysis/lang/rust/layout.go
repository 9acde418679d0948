package rust

import (
	"cmp"
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/contextls/contextls/analysis"
	"github.com/contextls/contextls/analysis/lang/toml"
)

const vendor = "vendor"

// layout is that of Cargo's sources of registries, and of what it vendors.
func layout() *analysis.Layout {
	return &analysis.Layout{
		Separator: "::",
		ByName:    true,
		Shared: func(getenv func(string) string) []string {
			home := getenv("CARGO_HOME")
			if home == "" {
				if home = cmp.Or(getenv("HOME"), getenv("USERPROFILE")); home == "" {
					return nil
				}
				home += "/.cargo"
			}
			return []string{home + "/registry", home + "/git"}
		},
		Owns: func(p string, shared bool) bool {
			if shared {
				top, _, _ := strings.Cut(p, "/")
				return top == "src" || top == "checkouts" // not the archives, the index and the repositories
			}
			return strings.Contains("/"+p+"/", "/"+vendor+"/")
		},
		Find: func(fsys fs.FS, shared bool, from string, imp *analysis.Import, p analysis.Package) analysis.InstalledModule {
			i := newInstalled(fsys)
			var of *unpacked
			if git := strings.HasPrefix(p.Source, fromGit); git && shared {
				of = i.checkout(p.Source, p.Name)
			} else if p.Source != "" && !git && !shared { // a path that is none of the folder's
				return analysis.InstalledModule{Refused: []string{p.Source}}
			} else if dirs := []string{}; shared && p.Source == "" {
				entries, _ := fs.ReadDir(fsys, "src")
				for _, e := range entries {
					dirs = append(dirs, "src/"+e.Name())
				}
				of = i.crate(dirs, p.Name, p.Version)
			} else if !shared {
				for dir := analysis.Dir(from); of == nil; dir = analysis.Dir(dir) {
					if of = i.crate([]string{path.Join(dir, vendor)}, p.Name, p.Version); dir == "" {
						break
					}
				}
			}
			if of == nil {
				return analysis.InstalledModule{}
			}
			names := strings.TrimPrefix(strings.TrimPrefix(imp.Specifier, "::"), cmp.Or(p.As, crateName(p.Name)))
			at := spot{unpacked: of, file: of.root}
			for _, name := range strings.FieldsFunc(names, func(r rune) bool { return r == ':' }) {
				var ok bool
				if at, ok = i.member(at, name, maxTurns); !ok {
					return analysis.InstalledModule{}
				}
			}
			m := i.module(at, imp)
			m.Loose = m.Loose || p.Version != of.version || at.unpacked != of
			m.Package = analysis.Package{Ecosystem: "cargo", Name: of.name, Version: of.version}
			return m
		},
	}
}

func newInstalled(fsys fs.FS) installed {
	return installed{fsys, map[string]*items{}, map[string]*unpacked{}}
}

// unpacked is a crate with its sources.
type unpacked struct {
	dir, name, version string
	root               string // its file
	macros             bool   // it makes macros, whose names need not be those of its functions
	manifest           toml.Table
}

// crate finds a crate in directories of crates: that of a version, else the newest that meets it as a requirement.
// It is nil where it is not there.
func (i installed) crate(dirs []string, name, version string) *unpacked {
	if name == "" || strings.ContainsAny(name, "/\\.") || strings.ContainsAny(version, "/\\") {
		return nil
	}
	var others []string
	at := map[string]string{}
	for _, dir := range dirs {
		if of := i.in(dir + "/" + name + "-" + version); of != nil && version != "" {
			return of
		}
		if path.Base(dir) == vendor {
			if of := i.in(dir + "/" + name); of != nil && of.name == name && (version == "" || meets(of.version, version)) {
				return of
			}
		}
		entries, _ := fs.ReadDir(i.FS, dir)
		first, _ := slices.BinarySearchFunc(entries, name+"-", func(e fs.DirEntry, name string) int { return strings.Compare(e.Name(), name) })
		for _, e := range entries[first:] {
			v, ok := strings.CutPrefix(e.Name(), name+"-")
			if !ok {
				break
			}
			if at[v] == "" {
				others, at[v] = append(others, v), dir
			}
		}
	}
	if best := newest(others, version); best != "" && version != "" {
		return i.in(at[best] + "/" + name + "-" + best)
	}
	return nil
}

// in is the crate of a directory, nil where there is none with a library.
func (i installed) in(dir string) *unpacked {
	of, known := i.crates[dir]
	if !known {
		of = i.manifest(dir)
		i.crates[dir] = of
	}
	return of
}

// manifest reads the manifest of a crate.
func (i installed) manifest(dir string) *unpacked {
	content, err := fs.ReadFile(i.FS, dir+"/Cargo.toml")
	if err != nil {
		return nil
	}
	t := toml.Read(string(content))
	about, lib := t.Table("package"), t.Table("lib")
	root := path.Join(dir, cmp.Or(lib.Text("path"), "src/lib.rs"))
	if len(i.files(root)) == 0 {
		return nil
	}
	return &unpacked{dir: dir, name: about.Text("name"), version: about.Text("version"), root: root, manifest: t,
		macros: cmp.Or(lib.Text("proc-macro"), lib.Text("proc_macro")) == "true"}
}

// dependency finds a crate that another one has by a name in its code; nil where it is not there.
func (i installed) dependency(of *unpacked, name string) *unpacked {
	tables := []toml.Table{of.manifest}
	for _, t := range of.manifest.Table("target") {
		tables = append(tables, t.Table)
	}
	for _, t := range tables {
		for key, value := range t.Table("dependencies") {
			if at := value.Table.Text("path"); crateName(key) == name && at != "" && strings.HasPrefix(of.dir, checkouts+"/") {
				return i.in(path.Join(of.dir, at))
			}
			if crateName(key) == name {
				return i.crate([]string{analysis.Dir(of.dir)}, cmp.Or(value.Table.Text("package"), key), requirement(value))
			}
		}
	}
	return nil
}

// files are the one file of a path, none where it is not there.
func (i installed) files(p string) []string {
	if info, err := fs.Stat(i.FS, p); err != nil || !info.Mode().IsRegular() {
		return nil
	}
	return []string{p}
}
