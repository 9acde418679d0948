package c

import "github.com/contextls/contextls/analysis"

// token is a word, a number, a literal or a sign.
type token struct {
	start, end uint32
	line       uint32
	indent     uint16 // of the line that it stands on
	kind       kind
	first      bool    // of its line
	apart      bool    // white space or a comment stands before it
	directive  bool    // part of a preprocessor line
	hidden     bool    // in a branch of an #if that does not count for the structure
	defines    bool    // the name of a symbol, where it is defined
	keyword    keyword // of a word
	sign       byte    // of a sign: its byte, or one of the long signs
}

type kind uint8

const (
	word kind = iota
	number
	literal
	sign
)

// Signs of several bytes that mean something to the reader; all others are read byte by byte.
const (
	scopeSign    = 1 + iota // ::
	arrowSign               // ->
	ellipsisSign            // ...
	compareSign             // == != <= <=>
	andSign                 // && ||
)

// keyword is what a word means to the scanner of declarations.
type keyword uint8

const (
	plain        keyword = iota
	typeWord             // int, auto, const: part of a type
	specifier            // inline, virtual: before a declaration
	static               // internal linkage, or a class's own
	statement            // return, if: only in functions
	attribute            // __attribute__, alignas, noexcept: may have brackets of its own
	typeOf               // decltype(…), _BitInt(…): a type with brackets
	classKey             // struct, class, union
	enumKey              // enum
	accessWord           // public, protected
	privateWord          // private
	namespaceKey         // namespace
	templateKey          // template
	typedefKey           // typedef
	usingKey             // using
	friendKey            // friend
	externKey            // extern
	exportKey            // export
	operatorKey          // operator
	conceptKey           // concept
	requiresKey          // requires
	assertKey            // static_assert
	inlineKey            // inline
)

// keywords are C's and C++'s. A C file may well call a variable class or template; the scanner looks at what
// follows. The names of types that come with a compiler are here, too: they refer to nothing.
func keywords() map[string]keyword {
	m := map[string]keyword{}
	for k, words := range map[keyword][]string{
		typeWord: {"int", "char", "void", "short", "long", "signed", "unsigned", "float", "double", "bool", "_Bool", "auto",
			"const", "volatile", "restrict", "__restrict", "__restrict__", "_Complex", "wchar_t", "char8_t", "char16_t",
			"char32_t", "__int128", "constexpr", "consteval", "constinit", "_Thread_local", "thread_local", "__const",
			"__volatile__", "mutable", "register", "typename", "__thread", "__inline", "__inline__", "__forceinline"},
		specifier: {"virtual", "explicit", "_Noreturn", "noreturn", "__extension__"},
		static:    {"static"},
		inlineKey: {"inline"},
		statement: {"return", "if", "else", "for", "while", "do", "switch", "case", "default", "break", "continue", "goto",
			"sizeof", "new", "delete", "throw", "try", "catch", "this", "nullptr", "true", "false", "NULL", "co_await",
			"co_return", "co_yield", "static_cast", "dynamic_cast", "const_cast", "reinterpret_cast", "typeid", "alignof",
			"_Alignof", "_Generic", "defined", "and", "or", "not", "__VA_ARGS__", "__VA_OPT__", "__FILE__", "__LINE__",
			"__func__", "__FUNCTION__"},
		attribute: {"__attribute__", "__attribute", "__declspec", "alignas", "_Alignas", "noexcept", "asm", "__asm",
			"__asm__", "__pragma", "_Pragma"},
		typeOf:   {"decltype", "typeof", "__typeof__", "typeof_unqual", "_Atomic", "_BitInt"},
		classKey: {"struct", "class", "union"}, enumKey: {"enum"},
		accessWord: {"public", "protected", "signals", "Q_SIGNALS"}, privateWord: {"private"},
		namespaceKey: {"namespace"}, templateKey: {"template"}, typedefKey: {"typedef"}, usingKey: {"using"},
		friendKey: {"friend"}, externKey: {"extern"}, exportKey: {"export"}, operatorKey: {"operator"},
		conceptKey: {"concept"}, requiresKey: {"requires"}, assertKey: {"static_assert", "_Static_assert"},
	} {
		for _, w := range words {
			m[w] = k
		}
	}
	return m
}

// comment is one comment, or several line comments right below each other.
type comment struct {
	analysis.Span
	line, last uint32 // its first and last line
	leads      bool   // nothing stands before it on its line
}

func wordStart(c byte) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || c == '_' || c == '$' || c >= 0x80
}

func wordByte(c byte) bool { return wordStart(c) || isDigit(c) }

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

// isMacro reports whether a name looks like a macro's: capitals, at least two.
func isMacro(name []byte) bool {
	capitals := 0
	for _, c := range name {
		switch {
		case 'A' <= c && c <= 'Z':
			capitals++
		case 'a' <= c && c <= 'z':
			return false
		}
	}
	return capitals > 1
}

// isType reports whether a word can begin a type or what stands before one.
func isType(k keyword) bool {
	switch k {
	case plain, typeWord, specifier, static, typeOf, classKey, enumKey, inlineKey:
		return true
	}
	return false
}
