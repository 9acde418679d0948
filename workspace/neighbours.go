package workspace

import (
	"iter"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/contextls/contextls/analysis"
	"github.com/contextls/contextls/workspace/disk"
)

// counts reports whether a path speaks for one of the languages that share an extension.
func (ls *languages) counts(p string) bool {
	l := ls.of(p, "")
	return l != nil && len(l.Shared) > 0 && !slices.Contains(l.Shared, extension(p))
}

// neighbours counts, for each directory, the files at any depth of languages that share extensions. What is not there is 0.
type neighbours map[inDirectory]int

type inDirectory struct {
	dir  string // "" is the folder
	lang *analysis.Language
}

func (ls *languages) neighbours(paths iter.Seq[string]) neighbours {
	n := neighbours{}
	for p := range paths {
		if ls.counts(p) {
			n.count(ls, p, 1)
		}
	}
	return n
}

// count counts a path that speaks for its language, or with -1 does so no more.
func (n neighbours) count(ls *languages, p string, by int) {
	for dir := range above(p) {
		at := inDirectory{dir, ls.of(p, "")}
		if n[at] += by; n[at] <= 0 {
			delete(n, at)
		}
	}
}

// turn counts a path, or with -1 does so no more, and reports whether files of a shared extension are of another language by that.
func (n neighbours) turn(ls *languages, p string, by int) bool {
	extensions := slices.Collect(maps.Keys(ls.shares))
	languages := func() (all []*analysis.Language) {
		for dir := range above(p) {
			for _, ext := range extensions {
				all = append(all, n.of(ls, path.Join(dir, "x"+ext)))
			}
		}
		return all
	}
	before := languages()
	n.count(ls, p, by)
	return !slices.Equal(before, languages())
}

// above are the directories that a path lies in, from the inside out; the last one is the folder.
func above(p string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for dir := analysis.Dir(p); yield(dir) && dir != ""; dir = analysis.Dir(dir) {
		}
	}
}

// of is the language of a path whose extension is shared: that of most files in and below the nearest
// directory that has any; by the name alone where there are none, or as many of one as of another.
func (n neighbours) of(ls *languages, p string) *analysis.Language {
	best := ls.of(p, "")
	for dir := range above(p) {
		known := false
		for _, l := range ls.all {
			count := n[inDirectory{dir, l}]
			known = known || count > 0
			if slices.Contains(l.Shared, extension(p)) && count > n[inDirectory{dir, best}] {
				best = l
			}
		}
		if known {
			break
		}
	}
	return best
}

// languageByNeighbours reports whether the files around a path decide its language: several languages
// use its extension, and the editor knows no better.
func (f *Folder) languageByNeighbours(p string, doc *Document) bool {
	langs := f.session.langs
	return langs.shared(p) && (doc == nil || langs.of("", doc.LanguageID) == nil)
}

// turns counts a path among the neighbours of others, or with -1 does so no more, and reports whether some of these are of another language by that.
// It needs the lock.
func (f *Folder) turns(p string, by int) bool {
	return f.session.langs.counts(p) && f.neighbours.turn(f.session.langs, p, by)
}

// listedOrOpen are the paths that were listed, and those that are open besides and not left out. It needs the lock.
func (f *Folder) listedOrOpen(listed []disk.Entry) iter.Seq[string] {
	return func(yield func(string) bool) {
		for _, e := range listed {
			if !yield(e.Path) {
				return
			}
		}
		for p := range f.documents {
			if _, known := slices.BinarySearchFunc(listed, p, func(e disk.Entry, p string) int { return strings.Compare(e.Path, p) }); !known && f.disk.Check(p) == "" && !yield(p) {
				return
			}
		}
	}
}
