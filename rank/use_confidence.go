package rank

import (
	"slices"
	"strings"

	"github.com/contextls/contextls/analysis"
)

// confidence is how sure it is that a place where its name stands means the definition; 0: it does not. linked is
// what the graph has of the file's uses of the name.
func (f *useFinder) confidence(u Use, linked float64) float64 {
	before, spelling := f.text[:u.Span.Start], f.spelling()
	receiver, dotted := receiverBefore(before, spelling)
	switch {
	case isClause(before, spelling),
		!dotted && f.s.Container != "" && spelling.Sign != 0 && endsInAny(before, string(spelling.Sign)), // a local variable
		endsInAny(before, spelling.Labels):
		return 0
	case !dotted && f.inLiteral(u):
		return analysis.BesideMember
	case !dotted && f.shadowed(u):
		return 0
	case !dotted && f.s.Container != "" && f.takenOut():
		return max(linked, analysis.BesideMember)
	case f.s.Container == "" && f.n == f.of.Node:
		switch {
		case !dotted:
			return analysis.BesideBound
		case strings.Contains(f.s.Signature, "."+f.s.Name): // a function that extends a type
			return analysis.BesideMember
		}
		return 0
	case f.s.Container == "":
		if dotted && !(analysis.Use{Confidence: linked}).Sure() {
			return 0
		}
		return linked
	case f.n == f.of.Node:
		return f.ownMember(u, receiver, dotted)
	case !dotted && (linked >= analysis.BesideBound || f.bare && f.derives(u.Span) || f.isCase(u) || f.isInitialised(u)):
		return linked
	case !dotted && f.s.Name != lastPart(f.s.Container) && !f.inModule() && !f.isFree(): // a constructor is called by its type's name
		return 0
	case dotted && receiver == lastPart(f.s.Container):
		linked = max(linked, analysis.BesideMember)
	}
	return linked * f.share(receiver)
}

// isCase reports whether a place names a constant of an enumeration as a case, where its type is not repeated.
func (f *useFinder) isCase(u Use) bool {
	return f.s.Kind == analysis.Constant && lastWord(strings.TrimRight(f.text[:u.Span.Start], " \t")) == "case"
}

// isInitialised reports whether a place is a member that a value in braces, an attribute or the arguments of a constructor set.
func (f *useFinder) isInitialised(u Use) bool {
	before, after := beforeMember(f.text[:u.Span.Start]), strings.TrimLeft(f.text[u.Span.End:], blank)
	sets, brackets := f.spelling().Sets, "{,("
	if sets == ":" { // declares a parameter in parentheses
		brackets = "{,"
	}
	return sets != "" && endsInAny(before, brackets) && strings.HasPrefix(after, sets) && !strings.HasPrefix(after, sets+sets)
}

// companionEnd is how the name of a type's companion ends in Kotlin.
const companionEnd = ".Companion"

// ownMember is the confidence that a place of its own file means a member.
func (f *useFinder) ownMember(u Use, receiver string, dotted bool) float64 {
	within := false                                              // the place lies in what the member is in
	local := false                                               // which is a function
	container := strings.TrimSuffix(f.s.Container, companionEnd) // in all of that type its members go by their names
	heirs := f.heirs(container)
	for _, s := range f.ix.symbols(f.n) {
		name := s.QualifiedName()
		if s.Range.Contains(u.Span) && (name == container || heirs[name]) {
			within = true
			local = name == container && (s.Kind == analysis.Function || s.Kind == analysis.AsyncFunction || s.Kind == analysis.Method)
		}
	}
	if u.In != WholeFile { // methods need not stand inside their type: Go, Rust, tests of C++
		name := f.ix.symbols(f.n)[u.In].QualifiedName()
		of := name[:max(0, strings.LastIndexByte(name, '.'))]
		within = within || of == f.s.Container || heirs[of]
	}
	switch {
	case !dotted && within && (local || f.language().Bare),
		!dotted && f.s.Name == lastPart(f.s.Container):
		return analysis.BesideBound
	case !dotted && (f.inModule() || f.isFree()):
		return analysis.BesideMember
	case !dotted || local, isSelf(receiver) && f.otherMember(u):
		return 0
	case receiver == lastPart(f.s.Container), within && (f.only() || isSelf(receiver)):
		return analysis.BesideMember
	}
	return analysis.BesideReceiver * f.share(receiver)
}

// heirs are the types of the definition's own file that derive from one, at any distance, and have the member from it, where members go by
// their names in these, too.
func (f *useFinder) heirs(of string) map[string]bool {
	if f.heired != nil || !f.language().Bare {
		return f.heired
	}
	f.heired = map[string]bool{}
	symbols, own := f.ix.symbols(f.n), map[string]bool{}
	for i := range symbols {
		own[symbols[i].Container] = own[symbols[i].Container] || symbols[i].Name == f.s.Name
	}
	for i := range symbols {
		if symbols[i].QualifiedName() != of {
			continue
		}
		for _, d := range f.ix.graph.Derived(f.n, i) {
			if d.File == f.n && !own[symbols[d.Symbol].QualifiedName()] {
				f.heired[symbols[d.Symbol].QualifiedName()] = true
			}
		}
	}
	return f.heired
}

// derives reports whether a place can be in a type that has members from others: it is not in one that derives from none, and is no part of
// the definition's own.
func (f *useFinder) derives(place analysis.Span) bool {
	derives := true
	for _, s := range f.ix.symbols(f.n) {
		if analysis.Class <= s.Kind && s.Kind <= analysis.Trait && s.Range.Contains(place) {
			derives = s.Type != "" || s.QualifiedName() == f.s.Container || s.IsPartial()
		}
	}
	return derives
}

// inModule reports whether the definition is in a module, whose functions are called by their names where it is imported.
func (f *useFinder) inModule() bool {
	symbols := f.ix.symbols(f.of.Node)
	i := slices.IndexFunc(symbols, func(s analysis.Symbol) bool { return s.QualifiedName() == f.s.Container })
	return i >= 0 && symbols[i].IsModule()
}

// isFree reports whether the definition is one of a type's that goes by its name wherever the type's would: a constructor or a field of OCaml.
func (f *useFinder) isFree() bool {
	return f.ix.graph.File(f.of.Node).Language.Spelling.Free && (f.s.Kind == analysis.Constant || f.s.Kind == analysis.Field)
}

// otherMember reports whether a place stands in another type that has a member of the name, too.
func (f *useFinder) otherMember(u Use) bool {
	symbols := f.ix.symbols(f.n)
	if u.In == WholeFile || symbols[u.In].Container == f.s.Container {
		return false
	}
	return slices.ContainsFunc(symbols, func(s analysis.Symbol) bool {
		return s.Name == f.s.Name && s.Container != "" && s.Container == symbols[u.In].Container
	})
}

// share is what a member has of a use that may mean any of its file's members of the name: all of them share it,
// but where the file that uses it names the types of some, or the receiver is one, only those.
func (f *useFinder) share(receiver string) float64 {
	var all, named []int
	symbols := f.ix.symbols(f.of.Node)
	for i := range symbols {
		if s := &symbols[i]; s.Name == f.s.Name && s.Container != "" {
			all = append(all, i)
			if receiver == lastPart(s.Container) {
				if s.Container == f.s.Container {
					return 1
				}
				return 0
			}
			if strings.Contains(f.text, lastPart(s.Container)) {
				named = append(named, i)
			}
		}
	}
	if len(named) > 0 {
		all = named
	}
	if !slices.ContainsFunc(all, func(i int) bool { return symbols[i].Container == f.s.Container }) {
		return 0
	}
	return 1 / float64(len(all))
}

// only reports whether no other definition of its file has the member's name.
func (f *useFinder) only() bool { return f.share("") == 1 }

// staticSign is what stands before the name of a static property in PHP.
const staticSign = "::$"

// receiverBefore is the name before the dot that a text ends with, "" for another expression.
func receiverBefore(text string, s *analysis.Spelling) (receiver string, dotted bool) {
	for _, separators := range [][]string{{"?.", ".", "::", staticSign, "->"}, s.Separators} {
		for _, sep := range separators {
			if before, cut := strings.CutSuffix(text, sep); cut && !strings.HasSuffix(before, ".") {
				return lastWord(before), true
			}
		}
	}
	return "", false
}

// isClause reports whether a text ends where the name of a function stands that one of its clauses, or its type, is for.
func isClause(text string, s *analysis.Spelling) bool {
	return len(s.Clauses) > 0 && slices.Contains(s.Clauses, strings.TrimSpace(text[strings.LastIndexByte(text, '\n')+1:]))
}

// isSelf reports whether a receiver is the object that a method runs on, or its type.
func isSelf(receiver string) bool {
	return slices.Contains([]string{"self", "this", "$this", "cls", "Self", "super", "static"}, receiver)
}
