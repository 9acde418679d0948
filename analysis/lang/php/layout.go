package php

import (
	"io/fs"
	"iter"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/contextls/contextls/analysis"
)

// vendor is the directory that Composer fills.
const vendor = "vendor"

// layout is that of Composer: in vendor/composer it writes down which files classes lie in.
func layout() *analysis.Layout {
	return &analysis.Layout{
		Separator: "\\",
		Shared:    func(func(string) string) []string { return nil },
		Owns:      func(p string, _ bool) bool { return strings.Contains("/"+p+"/", "/"+vendor+"/") },
		Find: func(fsys fs.FS, _ bool, from string, imp *analysis.Import, p analysis.Package) analysis.InstalledModule {
			for dir := analysis.Dir(from); ; dir = analysis.Dir(dir) {
				i := installed{fsys, inDir(dir, vendor)}
				m := i.find(imp, p.Name)
				if len(m.Files) == 0 {
					i.findMissing(&m, imp)
				}
				if len(m.Files) > 0 || len(m.Missing) > 0 || dir == "" {
					return m
				}
			}
		},
		Follow: func(fsys fs.FS, from string, imp *analysis.Import) analysis.InstalledModule {
			if len(imp.Names) > 0 {
				first, _, _ := strings.Cut("/"+from, "/"+vendor+"/")
				return installed{fsys, inDir(strings.TrimPrefix(first, "/"), vendor)}.find(imp, "")
			}
			if rest, ok := strings.CutPrefix(imp.Specifier, here+"/"); ok {
				return analysis.InstalledModule{Files: []string{inDir(analysis.Dir(from), rest)}, Loose: true}
			}
			return analysis.InstalledModule{Loose: true}
		},
	}
}

// installed finds classes and functions of the packages in a vendor directory.
type installed struct {
	fs.FS
	dir string
}

// find finds the file that a class lies in as Composer's loader does, else those with functions of its namespace, or of the
// package that is thought to have it. It is Loose: a file may give a class another name, or make one up.
func (i installed) find(imp *analysis.Import, guess string) analysis.InstalledModule {
	m := analysis.InstalledModule{Loose: true}
	if len(imp.Names) == 0 {
		return m
	}
	class := imp.Names[0].Name
	if imp.Specifier != global {
		class = imp.Specifier + "\\" + class
	}
	if m.Files = i.class(class); len(m.Files) == 0 {
		m.Files = i.functions(class, guess)
	}
	if len(m.Files) > 0 {
		m.Package = i.owner(m.Files[0])
	}
	return m
}

// class is the file of a class, by the class map, then by PSR-4, the longest namespace first, then by PSR-0.
func (i installed) class(class string) []string {
	for key, files := range i.table("autoload_classmap.php") {
		if key == class {
			return i.present(files[0])
		}
	}
	psr4 := maps.Collect(i.table("autoload_psr4.php"))
	for end := strings.LastIndexByte(class, '\\') + 1; ; end = strings.LastIndexByte(class[:end-1], '\\') + 1 {
		for _, dir := range psr4[class[:end]] {
			if file := i.present(dir + "/" + strings.ReplaceAll(class[end:], "\\", "/") + ".php"); file != nil {
				return file
			}
		}
		if end == 0 {
			break
		}
	}
	space := strings.LastIndexByte(class, '\\') + 1
	rest := strings.ReplaceAll(class[:space], "\\", "/") + strings.ReplaceAll(class[space:], "_", "/") + ".php"
	for prefix, dirs := range i.table("autoload_namespaces.php") {
		for _, dir := range dirs {
			if file := i.present(dir + "/" + rest); file != nil && strings.HasPrefix(class, prefix) {
				return file
			}
		}
	}
	return nil
}

// functions are the files that are loaded with the packages whose namespace a function is in, or with the guessed one.
func (i installed) functions(full, guess string) (files []string) {
	owners := []string{guess}
	psr4 := maps.Collect(i.table("autoload_psr4.php"))
	for end := strings.LastIndexByte(full, '\\') + 1; end > 0 && len(owners) == 1; end = strings.LastIndexByte(full[:end-1], '\\') + 1 {
		for _, dir := range psr4[full[:end]] {
			owners = append(owners, i.packageOf(dir))
		}
	}
	for _, file := range i.table("autoload_files.php") {
		if owner := i.packageOf(file[0]); owner != "" && slices.Contains(owners, owner) {
			files = append(files, file[0])
		}
	}
	slices.Sort(files)
	return slices.Compact(files)
}

// table goes through a table that Composer wrote, a line for each entry: 'A\\B\\' => array($vendorDir . '/a/b/src'). What lies
// elsewhere than in the vendor directory is no package's.
func (i installed) table(name string) iter.Seq2[string, []string] {
	return func(yield func(string, []string) bool) {
		text, err := fs.ReadFile(i.FS, i.dir+"/composer/"+name)
		if err != nil {
			return
		}
		for line := range strings.Lines(string(text)) {
			key, value, ok := strings.Cut(strings.TrimSpace(line), " => ")
			if !ok || !strings.HasPrefix(key, "'") {
				continue
			}
			var paths []string
			for part := range strings.SplitSeq(value, "$vendorDir . '") {
				if p, _, found := strings.Cut(part, "'"); found && strings.HasPrefix(p, "/") {
					paths = append(paths, i.dir+path.Clean(p))
				}
			}
			if len(paths) > 0 && !yield(strings.ReplaceAll(strings.Trim(key, "'"), `\\`, `\`), paths) {
				return
			}
		}
	}
}

// present is a file as a list, nil where it is not there.
func (i installed) present(file string) []string {
	if info, err := fs.Stat(i.FS, file); err != nil || !info.Mode().IsRegular() {
		return nil
	}
	return []string{file}
}

// packageOf is the name of the package that a path in the vendor directory lies in, "" for none.
func (i installed) packageOf(p string) string {
	parts := strings.SplitN(strings.TrimPrefix(p, i.dir+"/"), "/", 3)
	if len(parts) < 2 {
		return ""
	}
	return parts[0] + "/" + parts[1]
}

// owner is the package that a file belongs to, with the version that installed.json says.
func (i installed) owner(file string) analysis.Package {
	p := analysis.Package{Ecosystem: ecosystem, Name: i.packageOf(file)}
	text, err := fs.ReadFile(i.FS, i.dir+"/composer/installed.json")
	if err != nil {
		return p
	}
	if _, rest, ok := strings.Cut(string(text), `"name": "`+p.Name+`",`); ok {
		if _, rest, ok = strings.Cut(rest[:min(len(rest), 200)], `"version": "`); ok {
			p.Version, _, _ = strings.Cut(rest, `"`)
		}
	}
	return p
}
