package analysis

// Lexis is how a language writes comments and strings, as far as it can be told without parsing: the zero value has neither. (What cuts tokens
// has to know more, see lang/scan.)
type Lexis struct {
	Line   []string  // what begins a comment up to the line's end
	Block  [2]string // what encloses a comment that may go on over lines
	Nested bool      // comments in Block hold others
	Quotes string    // of strings, a byte each; a tripled one's may go on over lines…
	Lines  string    // …and what these enclose
	Char   bool      // ' encloses one character at most

	// Raw gives what closes the string without escapes that a double quote begins, by the word (and the signs #) before it and the text
	// behind it: Rust's r#"…"#. It gives "" for a string with escapes. Nil: all have them.
	Raw func(prefix, behind string) (closing string)
	// Verbatim strings (@"…") have no escapes but a doubled quote, and go on over lines.
	Verbatim bool
	// Doc gives what stands behind the beginning of a line that may document in three quotes, and reports whether it may. Nil: none does.
	Doc func(line string) (quoted string, may bool)
}

// CLexis is how C writes comments and strings, and many with it.
func CLexis() Lexis {
	return Lexis{Line: []string{"//"}, Block: [2]string{"/*", "*/"}, Quotes: `"'`, Char: true}
}

// HashLexis is how most scripting languages do.
func HashLexis() Lexis { return Lexis{Line: []string{"#"}, Quotes: `"'`} }

// MarkupLexis is that of text with tags, where a quote may be an apostrophe, or hold code.
func MarkupLexis() Lexis { return Lexis{Block: [2]string{"<!--", "-->"}} }
