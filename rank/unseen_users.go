package rank

import (
	"slices"

	"github.com/contextls/contextls/analysis"
)

// maxUnseen is how many definitions of a name may have users that the graph does not know: each may mean any of them.
const maxUnseen = 3

// unseenUsers are the files that have the name of a member without the graph knowing whose it is there, where the name itself tells: the
// language leaves open what most values are, few other definitions of the folder have the name, and it is made of several words, so that
// nobody else's is likely called so. The confidence is that it means this one there.
func (ix *Index) unseenUsers(of Definition) (users []int32, confidence float64) {
	s, lang := ix.symbol(of), ix.graph.File(of.Node).Language
	switch s.Kind {
	case analysis.Function, analysis.AsyncFunction, analysis.Method, analysis.Field:
	default:
		return nil, 0
	}
	if !lang.Untyped || s.Container == "" {
		return nil, 0
	}
	definers, count := ix.definersOf(s.Name)
	if count > maxUnseen {
		return nil, 0
	}
	var words []uint32 // the name as it stands, and its parts
	analysis.Words(s.Name, func(w string) { words = append(words, analysis.HashWord(w)) })
	if len(words) < 3 {
		return nil, 0
	}
	for _, h := range ix.lexical.find(words[0], nil) {
		file := ix.graph.File(h.node)
		if file.Language == nil || file.Language.Family != lang.Family || slices.Contains(definers, h.node) {
			continue
		}
		if !slices.ContainsFunc(definers, func(d int32) bool {
			return slices.ContainsFunc(ix.graph.UsesOf(h.node, d), func(u analysis.Use) bool { return u.Name == s.Name })
		}) {
			users = append(users, h.node)
		}
	}
	slices.Sort(users)
	return slices.Compact(users), unseenWorth(s) / float64(count)
}

// unseenWorth is the confidence that what has the name of a member means it, where nothing but the name says so. What values from elsewhere
// hold, such as the arguments of a command, is often called as the fields are that it goes to.
func unseenWorth(s *analysis.Symbol) float64 {
	if s.Kind == analysis.Field {
		return analysis.BesideReceiver / 2
	}
	return analysis.BesideReceiver
}

// definersOf are the files that define a name, and how many definitions they have of it: those of one qualified name are one.
func (ix *Index) definersOf(name string) (definers []int32, count int) {
	definers = ix.graph.Definers(name)
	if len(definers) > maxUnseen {
		return definers, len(definers)
	}
	for _, n := range definers {
		named := map[string]bool{}
		for _, s := range ix.symbols(n) {
			if s.Name == name {
				named[s.QualifiedName()] = true
			}
		}
		count += len(named)
	}
	return definers, count
}
