package syntax

import (
	"sync"

	sitter "github.com/smacker/go-tree-sitter"

	"github.com/contextls/contextls/analysis"
)

// Grammar says how one language's Facts are read. T is the language's own state of one file: what Read keeps of
// a match for the later ones and for Finish. A grammar that keeps nothing has struct{}.
//
// Captures that mean the same in every query, and are handled here:
//
//	@opaque   bytes that hold no references: strings, comments, JSX text, …
//	@comment  the same, and a doc comment when it stands right above a definition
//	@code     code inside something opaque: the interpolations of a string
//
//	@local.definition    a name that is bound inside of a function: behind it, in the innermost scope around it, it is no reference
//	@reference           one for all that: the field that such a name sets (Rust's Point { x })
//	@local.scope         what such names are seen in: a function, a closure, a branch of a match
//	@local.scope.closed  the same, and names that are bound around it are not seen there
//
// All other captures go to Read. A match with nothing but these never reaches Read.
type Grammar[T any] struct {
	ID         string                  // the language's ID, for Facts.Language
	Language   func() *sitter.Language // the grammar; called once
	Query      string                  // compiled once, when first needed; no predicates (filter in Read)
	Separators []string                // what stands between a qualifier and a name: ".", "?."
	NameStart  string                  // signs one of which may begin a name: #x (JavaScript)
	NameInside string                  // signs that a name may hold behind its first letter: x' (OCaml)
	NameEnd    string                  // signs one of which may end a name, where no = follows: empty? (Ruby)
	Keywords   []string                // words that are never references
	Builtins   []string                // types of the language, which are references only where a file imports or defines such a name
	LineEnds   bool                    // the end of a line separates members in braces; signatures then have a semicolon
	OwnName    bool                    // an import that gives no name brings in the module's own (Go)
	StarTypes  bool                    // a star import brings in types by names in upper case, which are kept as qualifiers
	Self       []string                // names of the receiver: self, this, cls; kept as qualifiers
	Places     bool                    // Facts have the places of references; Finish tells their receivers, with Builder.Receiver and Local
	Refers     bool                    // Read and Finish note the references themselves, with Builder.Refer

	State  func(*Builder) *T         // optional: makes the state that a file begins with; else it is a zero T
	Alone  Alone[T]                  // optional: reads what it can without the grammar, and makes the state
	Read   func(*Builder, *T, Match) // turns a match into symbols, imports, exports, references
	Finish func(*Builder, *T)        // optional: runs after the last match, before references are read

	once     sync.Once
	compiled *compiled
	err      error
}

// Alone reads a source by another parser than the grammar's, which is quicker: it calls found with what the query would capture, match
// by match. Not whole says that it is not sure of that; then nothing that it has found counts, but the state that it has made does.
type Alone[T any] func(src []byte, found func(...Capture)) (state *T, whole bool)

// Match is one match of a grammar's query: named byte ranges.
type Match struct{ captures []Capture }

// Capture is a range of bytes and the name that a query has for it.
type Capture struct {
	Name string
	Span analysis.Span
}

// Span is the first capture of that name.
func (m Match) Span(name string) (s analysis.Span, ok bool) {
	for _, c := range m.captures {
		if c.Name == name {
			return c.Span, true
		}
	}
	return s, false
}

// All are the spans of all captures of that name, in source order.
func (m Match) All(name string) []analysis.Span {
	var out []analysis.Span
	for _, c := range m.captures {
		if c.Name == name {
			out = append(out, c.Span)
		}
	}
	return out
}

// First is the first capture whose name begins with prefix: its name without the prefix, and its span.
// `First("definition.")` tells a class from a function in one query.
func (m Match) First(prefix string) (rest string, s analysis.Span, ok bool) {
	for _, c := range m.captures {
		if len(c.Name) >= len(prefix) && c.Name[:len(prefix)] == prefix {
			return c.Name[len(prefix):], c.Span, true
		}
	}
	return "", s, false
}
