package analysis

// Spelling is what the text around a name says of it in a language, where Facts do not have it: whether it is a member's, a label's or a
// local variable's. What most languages have in common (`a.b`, `let a =`) need not be said.
type Spelling struct {
	// Sign stands before variables, and is no part of their names; 0 for none.
	Sign byte
	// Separators stand between a receiver and its member, besides ".", "?.", "::" and "->".
	Separators []string
	// Ends are signs one of which may end a name, where no "=" follows: `empty?`.
	Ends string
	// Labels are the bytes that make the name behind one an argument's label.
	Labels string
	// Sets stands behind a member that a value in brackets sets: "=" (`Lid(wide = 1)`) or ":" (`Lid { wide: 1 }`); "" for neither.
	Sets string
	// Free members go by their names wherever their type is seen.
	Free bool
	// Clauses are the words before a name at the beginning of a line that say more of a function, and use none.
	Clauses []string

	// Typed declarations have the type before the name of a local variable or a parameter.
	Typed bool
	// Assigned variables need no declaration.
	Assigned bool
	// Bars enclose the parameters of a block: `|a, b|`.
	Bars bool
	// Arrow stands between the one parameter of a lambda and what that gives; "" for none.
	Arrow string

	// TakesOut reports whether a text takes a constant out of a type by the type's name where it needs it, and not where it
	// begins; nil: the language has no such imports.
	TakesOut func(text, kind, constant string) bool
}
