package php

import (
	"io/fs"
	"path"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/contextls/contextls/analysis"
)

// maxSearched is how many files of a package are searched for a name. Of a larger one nothing is sure.
const maxSearched = 4000

// findMissing notes a class that is not where Composer's loader looks for it, though the package has others of its namespace, and whose
// name is nowhere in the package or in what is always loaded: these may make it up.
func (i installed) findMissing(m *analysis.InstalledModule, imp *analysis.Import) {
	if len(imp.Names) == 0 || imp.Specifier == global {
		return
	}
	name := imp.Names[0].Name
	if first, _ := utf8.DecodeRuneInString(name); !unicode.IsUpper(first) { // perhaps a function
		return
	}
	space := strings.Trim(imp.Specifier, `\`) + `\`
	found := ""
	for prefix, dirs := range i.table("autoload_psr4.php") {
		rest, ok := strings.CutPrefix(space, prefix)
		if !ok {
			continue
		}
		for _, dir := range dirs {
			if !i.hasSources(path.Join(dir, strings.ReplaceAll(rest, `\`, "/"))) {
				continue
			}
			owner := i.packageOf(dir)
			if budget := maxSearched; owner == "" || i.mentions(i.dir+"/"+owner, name, &budget) {
				return
			}
			found = dir
		}
	}
	if found == "" {
		return
	}
	for _, files := range i.table("autoload_files.php") {
		if i.says(files[0], name) {
			return
		}
	}
	m.Missing, m.Loose, m.Package = []string{name}, false, i.owner(found)
}

// hasSources reports whether sources lie directly in a directory.
func (i installed) hasSources(dir string) bool {
	entries, _ := fs.ReadDir(i.FS, dir)
	for _, e := range entries {
		if strings.HasSuffix(e.Name(), ".php") {
			return true
		}
	}
	return false
}

// mentions reports whether a source below a directory has a name, as far as the budget of files to search goes: beyond, it may.
func (i installed) mentions(dir, name string, budget *int) bool {
	entries, err := fs.ReadDir(i.FS, dir)
	if err != nil {
		return true
	}
	for _, e := range entries {
		p := dir + "/" + e.Name()
		switch {
		case e.IsDir():
			if i.mentions(p, name, budget) {
				return true
			}
		case strings.HasSuffix(p, ".php") || strings.HasSuffix(p, ".inc"):
			if *budget--; *budget < 0 || i.says(p, name) {
				return true
			}
		case !e.Type().IsRegular():
			return true
		}
	}
	return false
}

// says reports whether a file has a name, or is not to be read.
func (i installed) says(file, name string) bool {
	text, err := fs.ReadFile(i.FS, file)
	return err != nil || strings.Contains(string(text), name)
}
