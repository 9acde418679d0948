package golang

import (
	"cmp"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/contextls/contextls/analysis"
)

// directory is what the Go files of one directory make up together.
type directory struct {
	name   string   // of the package that an import of the directory means
	target []string // that package's files without its tests, by path
	files  []*analysis.File
}

// directories groups a folder's Go files. The go command passes over files whose names begin with _ or
// a dot, and so does this.
func directories(tree *analysis.Tree) map[string]*directory {
	dirs := map[string]*directory{}
	in, d := "", (*directory)(nil) // that of the file before: mostly the same
	for _, f := range tree.Files() {
		if f.Language == nil || f.Language.ID != id || strings.ContainsAny(path.Base(f.Path)[:1], "_.") {
			continue
		}
		if dir := analysis.Dir(f.Path); d == nil || dir != in {
			if in, d = dir, dirs[dir]; d == nil {
				d = &directory{}
				dirs[dir] = d
			}
		}
		d.files = append(d.files, f)
	}
	for dir, d := range dirs {
		d.name = d.importable(dir)
		for _, f := range d.files {
			if !isTest(f.Path) && d.clause(f) == d.name {
				d.target = append(d.target, f.Path)
			}
		}
	}
	return dirs
}

// importable is the name of the package that an import of the directory means: what most files outside
// of tests say. Programs beside a library ("package main" behind the tag ignore) never outvote it, nor
// does "documentation", which the go command ignores. A tie goes to the directory's own name, then to
// the alphabet.
func (d *directory) importable(dir string) string {
	if name, all := d.same(); all {
		return name
	}
	own := assumedName(dir, "")
	votes := map[string]int{}
	for _, f := range d.files {
		if !isTest(f.Path) && f.Facts != nil && f.Facts.Package != "" {
			votes[f.Facts.Package] += 2
		}
	}
	if len(votes) == 0 {
		return own
	}
	if votes[own] > 0 {
		votes[own]++ // half a file's vote: it breaks ties only
	}
	stray := func(name string) int {
		if name == "main" || name == "documentation" {
			return 1
		}
		return 0
	}
	return slices.MinFunc(slices.Collect(maps.Keys(votes)), func(a, b string) int {
		return cmp.Or(cmp.Compare(stray(a), stray(b)), cmp.Compare(votes[b], votes[a]), strings.Compare(a, b))
	})
}

// same is the name that all files outside of tests say.
func (d *directory) same() (name string, all bool) {
	for _, f := range d.files {
		if isTest(f.Path) || f.Facts == nil || f.Facts.Package == "" {
			continue
		}
		if name != "" && f.Facts.Package != name {
			return "", false
		}
		name = f.Facts.Package
	}
	return name, name != ""
}

// clause is the package that a file says it belongs to. One that does not say, because it is being
// edited, belongs to its directory's.
func (d *directory) clause(f *analysis.File) string {
	if f.Facts == nil || f.Facts.Package == "" {
		return d.name
	}
	return f.Facts.Package
}

// siblings are the other files of a file's package that the compiler shows it: tests see the package,
// the package does not see its tests. A program beside a library is taken to stand alone.
func (d *directory) siblings(p string) []string {
	i := slices.IndexFunc(d.files, func(f *analysis.File) bool { return f.Path == p })
	if i < 0 {
		return nil
	}
	name := d.clause(d.files[i])
	if name == "main" && d.name != name {
		return nil
	}
	var out []string
	for _, f := range d.files {
		if f.Path != p && d.clause(f) == name && (isTest(p) || !isTest(f.Path)) {
			out = append(out, f.Path)
		}
	}
	return out
}

// assumedName is what the package of an import path is called where its files cannot be asked: its last
// element, without a major version. A version is the module's, so below the module's own path ("" if it
// is not known) v2 is a directory's name.
func assumedName(importPath, module string) string {
	base := path.Base(importPath)
	if dir := path.Dir(importPath); isMajor(base) && dir != "." && (module == "" || module == importPath) {
		base = path.Base(dir)
	}
	if name, version, _ := strings.Cut(base, ".v"); strings.HasPrefix(importPath, "gopkg.in/") && isNumber(version) {
		base = name
	}
	return base
}

// isMajor reports whether a path element is a major version suffix: v2 and above.
func isMajor(element string) bool {
	digits, found := strings.CutPrefix(element, "v")
	return found && isNumber(digits) && digits[0] != '0' && digits != "1"
}

func isNumber(s string) bool { return s != "" && strings.Trim(s, "0123456789") == "" }
