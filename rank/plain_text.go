package rank

import (
	"cmp"
	"path"
	"slices"
	"strings"

	"github.com/contextls/contextls/rank/task"
)

// NamedText is the place in a ranking of a text file without a language that a task names by a path which so many such files end in;
// named is false where it names none of them. Its node is NoNode.
func NamedText(file string, p task.Path, files int) (place Ranked, named bool) {
	if files == 0 || files > maxSameName {
		return Ranked{}, false
	}
	score := namedBelow
	if p.Title {
		score = namedText
	}
	return Ranked{Node: NoNode, Path: file, Score: score * p.Weight / float64(files), Distance: -1, Relationship: Mentioned,
		Reasons: []string{"the task names " + p.Path}}, true
}

// ResemblingText are those text files without a language that past commits which read like a task changed as much as what they changed most, or half as
// much, the best first; at most maxResemblingText. Prose, tests and what tools write are none of them.
func (ix *Index) ResemblingText(words []task.Word, isText func(file string) bool) (found []Ranked) {
	if len(words) == 0 {
		return nil
	}
	all, greatest := ix.history.Resembling(ix.history.Alike(words)), 0.0
	for i := range all {
		all[i].Weight *= ix.history.telling[ix.history.number[all[i].Path]]
		greatest = max(greatest, all[i].Weight)
	}
	for i := range all {
		s := &all[i]
		if s.Commits >= leastResemblingText && s.Weight > 0 && s.Weight >= resemblingTextShare*greatest && isText(s.Path) && isWritten(s.Path) {
			found = append(found, Ranked{Node: NoNode, Path: s.Path, Score: resemblingText * s.Weight / greatest, Distance: -1, Relationship: CochangePartner,
				Reasons: []string{s.reason()}, Like: s.reason()})
		}
	}
	slices.SortFunc(found, func(a, b Ranked) int { return cmp.Or(cmp.Compare(b.Score, a.Score), cmp.Compare(a.Path, b.Path)) })
	return found[:min(len(found), maxResemblingText)]
}

// isWritten reports whether a text file, by its name, is one that people write for programs: not prose, which a change of the program only brings up
// to date, no part of a test, nor what a tool wrote down.
func isWritten(file string) bool {
	file = strings.ToLower(file)
	base := path.Base(file)
	switch path.Ext(base) {
	case ".rst", ".txt", ".adoc", ".rdoc", ".textile", ".pod", ".lock", ".sum", ".svg", ".snap", ".pbxproj", ".xcscheme", ".xcworkspacedata":
		return false
	case "":
		for _, notes := range []string{"change", "history", "news", "release"} {
			if strings.Contains(base, notes) {
				return false
			}
		}
	}
	if strings.Contains(base, "-lock.") || strings.Contains(base, "shrinkwrap") {
		return false
	}
	for _, dir := range strings.Split(path.Dir(file), "/") {
		switch dir {
		case "test", "tests", "spec", "testdata", "fixtures", "docs", "doc":
			return false
		}
	}
	return true
}
