package c

import (
	"cmp"
	"slices"
	"strings"

	"github.com/contextls/contextls/analysis"
)

type reference struct{ qualifier, name string }

// references counts the names that the file uses. What a function or a macro declares for itself counts
// inside it for nothing. A name behind a namespace counts as the name alone, since that is how the files
// that define it offer it; a name behind a class or an object is a member of something unknown.
func (r *reader) references() []analysis.Reference {
	slices.SortFunc(r.bodies, func(a, b body) int { return cmp.Or(cmp.Compare(a.start, b.start), cmp.Compare(b.end, a.end)) })
	var out []analysis.Reference
	numbers := make(map[reference]int, 64) // in out
	own := r.ownNames()
	names := map[string]bool{} // that the current body declares
	next, end := 0, int32(0)
	for i := range r.tokens {
		for next < len(r.bodies) && int(r.bodies[next].start) <= i {
			if r.bodies[next].end > end {
				end = r.bodies[next].end
				clear(names)
				r.declared(r.bodies[next], names)
			}
			next++
		}
		t := &r.tokens[i]
		if t.kind != word || t.keyword != plain || t.defines {
			continue
		}
		name := r.src[t.start:t.end] // a string is made of it once for each reference
		qualifier, ok := r.qualifier(i, own.types)
		if !ok || qualifier == "" && (int32(i) < end && names[string(name)] || r.params[string(name)] || isContextual(string(name))) {
			continue
		}
		if qualifier == "" {
			qualifier = own.qualifiers[string(name)]
		}
		n, known := numbers[reference{qualifier, string(name)}]
		if !known {
			n = len(out)
			out = append(out, analysis.Reference{Qualifier: qualifier, Name: string(name)})
			numbers[reference{qualifier, out[n].Name}] = n
		}
		out[n].Count++
	}
	slices.SortFunc(out, func(x, y analysis.Reference) int {
		return cmp.Or(strings.Compare(x.Qualifier, y.Qualifier), strings.Compare(x.Name, y.Name))
	})
	return out
}

// own is what the file defines itself.
type own struct {
	types      map[string]bool   // outside of others
	qualifiers map[string]string // what a bare name inside a namespace or a class is a member of
}

func (r *reader) ownNames() own {
	o := own{map[string]bool{}, map[string]string{}}
	for _, s := range r.facts.Symbols {
		outermost, _, _ := strings.Cut(s.Container, ".")
		switch {
		case s.Container == "":
			o.types[s.Name] = s.Kind == analysis.Struct || s.Kind == analysis.Class || s.Kind == analysis.Enum
		case r.spaces[s.Container]:
			o.qualifiers[s.Name] = outermost
		case o.qualifiers[s.Name] == "" && !strings.HasSuffix("."+s.Container, "."+s.Name): // no constructor
			o.qualifiers[s.Name] = analysis.UnknownQualifier
		}
	}
	for name := range o.types {
		delete(o.qualifiers, name)
	}
	return o
}

// isContextual reports whether a name is one that the language, not a definition, gives a meaning.
func isContextual(name string) bool {
	switch name {
	case "std", "override", "final", "nodiscard", "maybe_unused", "fallthrough", "likely", "unlikely", "deprecated":
		return true
	}
	return false
}

// qualifier is what stands before the name at i; it is not ok for a name that is no reference: std's.
func (r *reader) qualifier(i int, own map[string]bool) (qualifier string, ok bool) {
	if i == 0 || r.tokens[i-1].kind != sign {
		return "", true
	}
	switch r.tokens[i-1].sign {
	case '.', arrowSign:
		return analysis.UnknownQualifier, true
	case scopeSign:
	default:
		return "", true
	}
	if i < 2 || r.tokens[i-2].kind != word {
		if i > 1 && r.tokens[i-2].sign == '>' {
			return analysis.UnknownQualifier, true
		}
		return "", true
	}
	before := &r.tokens[i-2]
	name := r.src[before.start:before.end]
	switch {
	case string(name) == "std":
		return "", false
	case own[string(name)]:
		return string(name), true
	case 'A' <= name[0] && name[0] <= 'Z':
		return analysis.UnknownQualifier, true
	case i > 3 && r.tokens[i-3].sign == scopeSign && string(r.src[r.tokens[i-4].start:r.tokens[i-4].end]) == "std":
		return "", false // std::chrono::seconds
	}
	return "", true
}

// declared adds the names that a function's parameters and body declare, or a macro's parameters.
func (r *reader) declared(b body, names map[string]bool) {
	parameters := b.end
	if !b.prototype {
		parameters = r.parametersEnd(b)
	}
	depth, listAt := 0, -1 // listAt: in a list of declarators, at this depth
	for i := b.start; i < b.end; i++ {
		t := &r.tokens[i]
		if t.kind == sign {
			switch t.sign {
			case '(', '[', '{':
				depth++
			case ')', ']', '}':
				depth--
			case ';':
				listAt = -1
			}
			continue
		}
		if t.kind != word || t.keyword != plain || t.defines {
			continue
		}
		if r.isLabel(i) {
			names[string(r.src[t.start:t.end])] = true
		}
		if r.declares(b, i, i < parameters) || listAt == depth && r.continuesList(i) {
			names[string(r.src[t.start:t.end])] = true
			listAt = depth
		}
	}
}

// declares reports whether the word at i is declared there: behind a type, before what can follow a
// declarator.
func (r *reader) declares(b body, i int32, parameter bool) bool {
	next := &r.tokens[min(int(i)+1, len(r.tokens)-1)]
	if next.kind != sign || strings.IndexByte("=;,)[{:(", next.sign) < 0 {
		return false
	}
	k := i - 1
	for k > b.start && r.tokens[k].kind == sign && (r.tokens[k].sign == '*' || r.tokens[k].sign == '&' || r.tokens[k].sign == andSign) {
		k--
	}
	if k < b.start {
		return false
	}
	if r.tokens[b.start].directive { // a macro: its parameters are all there is to see
		return r.tokens[k].sign == '(' && k == b.start || r.tokens[k].sign == ',' && parameter
	}
	before := &r.tokens[k]
	pointer := k < i-1
	switch {
	case before.kind == word && before.keyword == typeWord:
		return true
	case before.kind == sign && before.sign == '>':
		return !pointer && next.sign != '(' && next.sign != ')'
	case before.kind != word || before.keyword != plain:
		return false
	case !pointer:
		return true
	}
	// a * b: a declaration where a statement or a parameter begins
	for k--; k > b.start && r.tokens[k].kind == sign && r.tokens[k].sign == scopeSign && r.tokens[k-1].kind == word; {
		k -= 2
	}
	begin := &r.tokens[max(k, b.start)]
	if begin.kind == word {
		return begin.keyword == typeWord || begin.keyword == static || begin.keyword == classKey || begin.keyword == enumKey
	}
	return begin.sign == ';' || begin.sign == '{' || begin.sign == '}' || next.sign != '(' && k == b.start ||
		(begin.sign == ',' || begin.sign == '(') && (next.sign == ')' || next.sign == ',') && parameter
}

// parametersEnd is the bracket that closes the one at a body's start, by depth alone.
func (r *reader) parametersEnd(b body) int32 {
	depth := 0
	for i := b.start; i < b.end; i++ {
		switch t := &r.tokens[i]; {
		case t.kind != sign:
		case t.sign == '(':
			depth++
		case t.sign == ')':
			if depth--; depth == 0 {
				return i
			}
		}
	}
	return b.end
}

// isLabel reports whether the word at i is what a goto can go to.
func (r *reader) isLabel(i int32) bool {
	if int(i)+1 >= len(r.tokens) || r.tokens[i+1].kind != sign || r.tokens[i+1].sign != ':' || r.tokens[i-1].kind != sign {
		return false
	}
	before := r.tokens[i-1].sign
	return before == ';' || before == '{' || before == '}'
}

// continuesList reports whether the word at i is a further declarator: behind a comma and asterisks.
func (r *reader) continuesList(i int32) bool {
	k := i - 1
	for k > 0 && r.tokens[k].kind == sign && r.tokens[k].sign == '*' {
		k--
	}
	next := &r.tokens[min(int(i)+1, len(r.tokens)-1)]
	return r.tokens[k].sign == ',' && next.kind == sign && strings.IndexByte("=;,[", next.sign) >= 0
}
