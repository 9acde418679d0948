package analysis

import (
	"slices"
	"strings"
)

// Span is a half-open range of byte offsets into a file.
type Span struct{ Start, End uint32 }

// Contains reports whether other lies inside s.
func (s Span) Contains(other Span) bool { return s.Start <= other.Start && other.End <= s.End }

// Facts are what one file says, read off its bytes and its language alone.
type Facts struct {
	Language   string      // the Language's ID
	Package    string      // what it says of its own place, for its family's resolver: a package clause, namespaces
	Lines      uint32      // number of lines; a last line without a newline counts
	Symbols    []Symbol    // by Range.Start, the outer before the inner
	Imports    []Import    // in source order
	Exports    []Export    // names the file explicitly gives to others (__all__, export {…})
	References []Reference // sorted by Qualifier, then Name
	Places     []uint32    // where the references stand: as many of the first as it counts, then of the second, …; each ascending; nil where that is not read
	Terms      []Term      // the words of all of it, sorted by Hash
	OwnWords   OwnWords    // which of them each of the Symbols has
	Generated  bool        // made by a program, as its header says
	Problems   []string    // what hindered reading: "syntax errors", …
}

// Assigned is the namespace that a file says it is, whose members are its names then: TypeScript's export = N. It is "" where it
// says no such thing.
func (f *Facts) Assigned() string {
	if len(f.Exports) != 1 || f.Exports[0].Name != "default" {
		return ""
	}
	name := f.Exports[0].Local
	if !slices.ContainsFunc(f.Symbols, func(s Symbol) bool { return s.Kind == Module && s.Container == "" && s.Name == name }) {
		return ""
	}
	return name
}

// Size is roughly how many bytes the Facts take in memory, with about 50 of a symbol's and 20 of a reference's texts.
func (f *Facts) Size() int {
	return 300 + 150*len(f.Symbols) + 100*len(f.Imports) + 60*len(f.References) + 4*len(f.Places) + 8*len(f.Terms) + len(f.OwnWords)
}

// Kind is a symbol's kind; its String is the wire name.
type Kind uint8

// The kinds of symbols.
const (
	Function Kind = iota
	AsyncFunction
	Method
	Class
	Interface
	Struct
	Enum
	Trait
	TypeAlias
	Constant
	Variable
	Field
	Module
	Macro
	TitledTest    // a test or a group of them, called by a title: no identifier, so that nothing refers to it. On the wire it is a function
	LocalFunction // one inside a long function or object: no file can import it. On the wire it is a function
)

var kindNames = [...]string{"function", "async_function", "method", "class", "interface", "struct", "enum",
	"trait", "type_alias", "constant", "variable", "field", "module", "macro", "function", "function"}

func (k Kind) String() string { return kindNames[k] }

// KindNamed is the kind with a wire name; it is not ok where there is none.
func KindNamed(name string) (k Kind, ok bool) {
	i := slices.Index(kindNames[:], name)
	return Kind(max(i, 0)), i >= 0
}

// Symbol is one definition.
type Symbol struct {
	Name      string
	Container string   // the enclosing symbol's name, dotted from the outside in; "" at the top level
	Signature string   // one line a reader can call or use it by; never its body
	Type      TypeExpr // of what it holds, gives or is, as a type expression (see TypeExpr); "" when it is not known
	Doc       string   // first sentence of its documentation, one line; "" when it has none
	Kind      Kind
	Exported  bool   // visible to other files, as the language defines it
	Declared  bool   // no more than declared here: another file defines it (a prototype in a C header)
	Set       bool   // an attribute that a method sets and no class declares: a base may have it
	Range     Span   // the whole definition with its decorators, without the comment above it
	Line      uint32 // of the name
}

// maxTitle is how many bytes of its title a test goes by.
const maxTitle = 120

// TestName is what a TitledTest is called: what makes it and its title, which has no more than a space between words then. It is "" without a title.
func TestName(call, title string) string {
	if title = ShortTitle(title); title == "" {
		return ""
	}
	return call + " " + title
}

// ShortTitle is a title in one line, cut where it is long.
func ShortTitle(title string) string {
	title = strings.Join(strings.Fields(title), " ")
	if len(title) <= maxTitle {
		return title
	}
	return strings.ToValidUTF8(title[:maxTitle], "") + "…"
}

// QualifiedName is the name with its Container's before it.
func (s *Symbol) QualifiedName() string {
	if s.Container == "" {
		return s.Name
	}
	return s.Container + "." + s.Name
}

// IsModule reports whether it is a module or namespace. Elixir's may be of other kinds, such as a struct; their names have dots.
func (s *Symbol) IsModule() bool {
	return s.Kind == Module || strings.Contains(s.Name, ".")
}

// InTests reports whether it is of the tests that a file has of itself, as Rust's have them: in a module that is called so.
func (s *Symbol) InTests() bool {
	modules := s.Container
	if s.IsModule() {
		modules = s.QualifiedName()
	}
	for name := range strings.SplitSeq(modules, ".") {
		if name == "tests" || name == "test" {
			return true
		}
	}
	return false
}

// isDeclaredField reports whether it is a field that its type declares with a type, as those are that one sets by name in making an instance.
func (s *Symbol) isDeclaredField() bool {
	rest, named := strings.CutPrefix(s.Signature, s.Name)
	return s.Kind == Field && !s.Set && named && strings.HasPrefix(rest, ": ")
}

// isAbstract reports whether it is a method that an interface leaves to others.
func (s *Symbol) isAbstract() bool {
	if s.Kind != Method {
		return false
	}
	modifiers, _, _ := strings.Cut(s.Signature, s.Name+"(")
	for word := range strings.FieldsSeq(modifiers) {
		if word == "default" || word == "static" || word == "private" {
			return false
		}
	}
	return true
}

// IsPartial reports whether it is a type of which other files may have parts, with what these derive from and their members: C#'s.
func (s *Symbol) IsPartial() bool { return strings.Contains(s.Signature, "partial ") }

// Import is one import of one module.
type Import struct {
	Specifier string    // the module as written, without quotes (Python: with its leading dots)
	Names     []Binding // names taken out of the module
	Local     string    // what the module as a whole is called here; "" when nothing names it or the module itself does (Go)
	Star      bool      // all its exported names enter this file
	ReExport  bool      // what it takes, it passes on to the importers of this file
	Implied   bool      // no statement says so: Line is where the name that it takes is first used
	Line      uint32
}

// Binding is a name taken out of a module. Name "default" is an ECMAScript default export.
type Binding struct{ Name, Local string }

// Export is a name under which a file offers one of its own or imported names.
type Export struct{ Name, Local string }

// UnknownQualifier stands for a receiver of which nothing is known.
const UnknownQualifier = "?"

// Reference is a use of a name that is not its definition, with how often it occurs.
type Reference struct {
	Qualifier string // the dotted names before it; "" for a bare name; or UnknownQualifier. Where the Facts have Places: the receiver, as a type expression
	Name      string
	Count     uint32
}

// Term is a word of the file, for lexical search; see Hash.
type Term struct {
	Hash  uint32 // of the lower-cased word
	Count uint32
}
