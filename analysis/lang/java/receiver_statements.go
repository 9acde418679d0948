package java

import (
	"github.com/contextls/contextls/analysis"
)

func (r *receivers) block() {
	r.open()
	defer r.close()
	r.Inside(r.statements)
}

func (r *receivers) statements() {
	r.Rest(r.statement)
}

// statement reads a statement, and declares what it declares in the current scope.
func (r *receivers) statement() {
	if !r.Deeper() {
		return
	}
	defer r.Shallower()
	switch r.Kind() {
	case ';':
		r.At++
		return
	case '{':
		r.block()
		return
	case 'n', '@':
		if r.Kind() == 'n' && r.word() {
			return
		}
		before := r.At
		r.modifiers()
		if r.typeDeclaration() || r.local() {
			return
		}
		if r.At > before {
			return
		}
	}
	r.value()
	r.Take(";")
}

// local reads the declaration of local variables, and reports whether there is one.
func (r *receivers) local() bool {
	end := r.typeEnd(r.At)
	if end < 0 || r.KindAt(end) != 'n' || isKeyword(r.Str(end)) {
		return false
	}
	switch r.KindAt(end + 1) {
	case '=', ';', ',', '[', ':', ')', 0:
		if r.IsAt(end+1, "==") || r.IsAt(end+1, "::") {
			return false
		}
	default:
		return false
	}
	r.variables(r.typ(), r.declare)
	return true
}

// word reads a statement that a word begins, and reports whether it is one.
func (r *receivers) word() bool {
	switch word := r.Str(r.At); word {
	case "if", "while":
		r.At++
		r.condition()
		r.statement()
	case "else", "do", "finally":
		r.At++
		r.statement()
	case "for":
		r.loop()
	case "switch":
		r.switches()
		r.Take(";")
	case "synchronized":
		r.At++
		r.condition()
		r.block()
	case "try":
		r.try()
	case "return", "throw", "yield":
		if word == "yield" && (r.KindAt(r.At+1) == '=' || r.KindAt(r.At+1) == '.' || r.KindAt(r.At+1) == '(') {
			return false
		}
		r.noName()
		if t := r.value(); word != "throw" {
			r.result = analysis.Either(r.result, t)
		}
		r.Take(";")
	case "assert":
		r.At++
		r.value()
		if r.Take(":") {
			r.value()
		}
		r.Take(";")
	case "break", "continue":
		r.At++
		if r.Kind() == 'n' {
			r.noName()
		}
		r.Take(";")
	case "this", "super", "new":
		return false
	default:
		if r.IsAt(r.At+1, ":") {
			r.noName()
			r.At++
			return true
		}
		return false
	}
	return true
}

// condition reads a value in parentheses.
func (r *receivers) condition() {
	if r.Kind() == '(' {
		r.Inside(func() { r.value() })
	}
}

// try reads a try statement with all that belongs to it.
func (r *receivers) try() {
	r.At++
	r.open()
	if r.Kind() == '(' {
		r.Inside(func() {
			for r.At < r.End {
				before := r.At
				r.modifiers()
				if !r.local() {
					r.value()
				}
				r.Take(";")
				if r.At == before {
					r.At = r.After(r.At)
				}
			}
		})
	}
	if r.Kind() == '{' {
		r.block()
	}
	r.close()
	for r.Take("catch") {
		r.open()
		r.Inside(func() {
			t := r.typ()
			for r.Take("|") {
				t = analysis.Either(t, r.typ())
			}
			r.declare(r.At, t)
		})
		if r.Kind() == '{' {
			r.block()
		}
		r.close()
	}
}

// loop reads a for statement.
func (r *receivers) loop() {
	r.At++
	r.open()
	defer r.close()
	if r.Kind() == '(' {
		r.Inside(func() {
			r.modifiers()
			if end := r.typeEnd(r.At); end > 0 && r.KindAt(end) == 'n' && r.IsAt(end+1, ":") {
				t := r.typ()
				name := r.At
				r.At += 2
				if of := r.value(); t == "" {
					t = of.Element()
				}
				r.declare(name, t)
				return
			}
			for r.At < r.End {
				before := r.At
				if !r.local() {
					r.value()
				}
				r.Take(";")
				r.Take(",")
				if r.At == before {
					r.At++
				}
			}
		})
	}
	r.statement()
}
