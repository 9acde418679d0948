package rank

import (
	"slices"

	"github.com/contextls/contextls/analysis"
)

// unseenUsers are the files that have the name of a member without the graph knowing that they use it, where the name itself tells: the
// language leaves open what most values are, no other definition of the folder has the name, and it is made of several words, so that
// nobody else's is likely called so.
func (ix *Index) unseenUsers(of Definition) (users []int32) {
	s, lang := ix.symbol(of), ix.graph.File(of.Node).Language
	switch s.Kind {
	case analysis.Function, analysis.AsyncFunction, analysis.Method, analysis.Field:
	default:
		return nil
	}
	if !lang.Untyped || s.Container == "" || !ix.isOnly(of) {
		return nil
	}
	var words []uint32 // the name as it stands, and its parts
	analysis.Words(s.Name, func(w string) { words = append(words, analysis.HashWord(w)) })
	if len(words) < 3 {
		return nil
	}
	for _, h := range ix.lexical.find(words[0], nil) {
		file := ix.graph.File(h.node)
		if h.node == of.Node || file.Language == nil || file.Language.Family != lang.Family {
			continue
		}
		if !slices.ContainsFunc(ix.graph.UsesOf(h.node, of.Node), func(u analysis.Use) bool { return u.Name == s.Name }) {
			users = append(users, h.node)
		}
	}
	slices.Sort(users)
	return slices.Compact(users)
}

// unseenWorth is the confidence that what has the name of a member means it, where nothing but the name says so. What values from elsewhere
// hold, such as the arguments of a command, is often called as the fields are that it goes to.
func unseenWorth(s *analysis.Symbol) float64 {
	if s.Kind == analysis.Field {
		return analysis.BesideReceiver / 2
	}
	return analysis.BesideReceiver
}

// isOnly reports whether no other definition has the name of one.
func (ix *Index) isOnly(of Definition) bool {
	name := ix.symbol(of).Name
	if definers := ix.graph.Definers(name); len(definers) != 1 || definers[0] != of.Node {
		return false
	}
	for i, s := range ix.symbols(of.Node) {
		if s.Name == name && i != of.Symbol {
			return false
		}
	}
	return true
}
