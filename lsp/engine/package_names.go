package engine

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/contextls/contextls/analysis"
)

// calledIn is what names of other modules are called where a file uses them, by place: by the names that the modules give
// them, and not by those that the file gives them.
func calledIn(facts *analysis.Facts) map[uint32]string {
	given := map[string]string{}
	for i := range facts.Imports {
		for _, b := range facts.Imports[i].Names {
			if b.Name != "default" {
				given[b.Local] = b.Name
			}
		}
	}
	called, places := map[uint32]string{}, facts.Places
	for i := range facts.References {
		ref := &facts.References[i]
		n := min(int(ref.Count), len(places))
		for _, at := range places[:n] {
			if called[at] = ref.Name; ref.Qualifier == "" {
				called[at] = cmp.Or(given[ref.Name], ref.Name)
			}
		}
		places = places[n:]
	}
	return called
}

// takenNames are the names that a file may take out of modules, and not of what has members.
func takenNames(facts *analysis.Facts) map[string]bool {
	modules, taken := map[string]bool{"": true}, map[string]bool{}
	for i := range facts.Imports {
		modules[facts.Imports[i].Local] = true
		for _, b := range facts.Imports[i].Names {
			taken[b.Name] = true
		}
	}
	for i := range facts.References {
		if r := &facts.References[i]; modules[r.Qualifier] {
			taken[r.Name] = true
		}
	}
	return taken
}

// countWithin is how often a name is used in a span; in all of the file where that is nil.
func countWithin(u *analysis.Use, within *analysis.Span) (count int) {
	if within == nil || u.Places == nil {
		return int(u.Count)
	}
	for _, at := range u.Places {
		if within.Start <= at && at < within.End {
			count++
		}
	}
	return count
}

// renamed is what a name that files pass on is called where it is defined.
func renamed(files []analysis.File, name string) string {
	for i := range files {
		for k := range files[i].Facts.Get().Imports {
			for _, b := range files[i].Facts.Get().Imports[k].Names {
				if b.Local == name && b.Name != name {
					return b.Name
				}
			}
		}
	}
	return name
}

// pathSign parts the names of a path that some languages import as one.
const pathSign = "::"

// dotted is a path of names as containers are written.
func dotted(name string) string {
	return strings.ReplaceAll(strings.TrimPrefix(name, pathSign), pathSign, ".")
}

// joinNames puts a dot between those names that are not "".
func joinNames(names ...string) string {
	return strings.Join(slices.DeleteFunc(names, func(name string) bool { return name == "" }), ".")
}

// renameIn is a signature with another name in the place of its own.
func renameIn(signature, name, called string) string {
	inName := func(r rune) bool { return r == '_' || r == '$' || unicode.IsLetter(r) || unicode.IsDigit(r) }
	for from := 0; ; {
		at := strings.Index(signature[from:], name)
		if at < 0 {
			return signature
		}
		at += from
		before, _ := utf8.DecodeLastRuneInString(signature[:at])
		after, _ := utf8.DecodeRuneInString(signature[at+len(name):])
		if !inName(before) && !inName(after) {
			return signature[:at] + called + signature[at+len(name):]
		}
		from = at + len(name)
	}
}

// mentions reports whether some file has a name in any way, or gives names that it does not tell.
func mentions(files []analysis.File, name string) bool {
	for i := range files {
		facts := files[i].Facts.Get()
		for k := range facts.Symbols {
			if s := &facts.Symbols[k]; s.Name == name || s.Name == "__getattr__" && s.Container == "" {
				return true
			}
		}
		for _, e := range facts.Exports {
			if e.Name == name {
				return true
			}
		}
		for k := range facts.Imports {
			imp := &facts.Imports[k]
			if imp.Local == name || slices.ContainsFunc(imp.Names, func(b analysis.Binding) bool { return b.Local == name || b.Name == name }) {
				return true
			}
		}
	}
	return false
}
