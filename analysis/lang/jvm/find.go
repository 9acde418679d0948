package jvm

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/contextls/contextls/analysis"
)

// find resolves an import of a package of the folder, or of a type in one; it reports whether the name leads
// into the folder at all.
func (r *resolver) find(p location, name string, imp *analysis.Import) (analysis.Resolution, bool) {
	for pkg := name; pkg != ""; pkg = parent(pkg) {
		if files := r.files(p, pkg); len(files) == 0 {
			continue
		} else if pkg == name {
			return r.names(p, pkg, files, imp), true
		} else {
			return r.members(p, pkg, name[len(pkg)+1:], imp.Star)
		}
	}
	// What is merely around packages has nothing but packages to give: Scala's import a.b of a.b.c.
	if r.prefixes[name] && len(imp.Names) > 0 {
		members := r.subpackages(p, name, imp.Names)
		return analysis.Resolution{Members: members}, len(members) == len(imp.Names)
	}
	return analysis.Resolution{}, false
}

// files are a package's files as a location sees them.
func (r *resolver) files(p location, pkg string) []string {
	if len(r.packages[pkg]) == 0 {
		return nil
	}
	if v := r.view(p, pkg); len(v.files) > 0 {
		return v.files
	}
	return r.everywhere(p, pkg).files
}

// file finds the file that is named like a type of a package.
func (r *resolver) file(p location, pkg, typ string) ([]string, analysis.Status) {
	if files, status := r.view(p, pkg).file(typ); len(files) > 0 {
		return files, status
	}
	return r.everywhere(p, pkg).file(typ)
}

// manyTypes are a package's files that may define types of any name.
func (r *resolver) manyTypes(p location, pkg string) []string {
	if v := r.view(p, pkg); len(v.files) > 0 {
		return v.manyTypes
	}
	return r.everywhere(p, pkg).manyTypes
}

// names resolves names taken out of a package, or all of them.
func (r *resolver) names(p location, pkg string, all []string, imp *analysis.Import) analysis.Resolution {
	if imp.Star || len(imp.Names) == 0 {
		return analysis.Resolution{Files: all}
	}
	res := analysis.Resolution{Members: r.subpackages(p, pkg, imp.Names)}
	for _, n := range imp.Names {
		files, status := r.file(p, pkg, n.Name)
		if len(files) == 0 && res.Members[n.Name] == nil {
			return analysis.Resolution{Files: all, MustDefine: true, Members: res.Members}
		}
		res.Files, res.Status = append(res.Files, files...), max(res.Status, status)
	}
	slices.Sort(res.Files)
	res.Files = slices.Compact(res.Files)
	return res
}

// members resolves an import that takes something, or all, out of a type, or out of a type in it.
func (r *resolver) members(p location, pkg, path string, all bool) (analysis.Resolution, bool) {
	typ, _, _ := strings.Cut(path, ".")
	files, status := r.file(p, pkg, typ)
	if len(files) > 0 {
		return analysis.Resolution{Status: status, Files: files, Within: path}, true
	}
	// Java has a type that others can import in a file of its name. By convention types are upper-case
	// and packages are not: another name is a package that is not here.
	others := r.manyTypes(p, pkg)
	if !isUpper(typ) || len(others) == 0 {
		return analysis.Resolution{}, false
	}
	// All members of what none of them defines may be those of a file, by a name that Java knows it by.
	return analysis.Resolution{Files: others, Within: path, MustDefine: !all}, true
}

// subpackages are the names that are packages themselves.
func (r *resolver) subpackages(p location, pkg string, names []analysis.Binding) map[string][]string {
	var out map[string][]string
	for _, n := range names {
		if sub := pkg + "." + n.Name; r.prefixes[sub] {
			if out == nil {
				out = map[string][]string{}
			}
			out[n.Name] = r.files(p, sub)
		}
	}
	return out
}

// isUpper reports whether a name begins with an upper-case letter, as those of types do.
func isUpper(name string) bool {
	first, _ := utf8.DecodeRuneInString(name)
	return unicode.IsUpper(first)
}
