package php

import (
	"strings"

	"github.com/contextls/contextls/analysis"
)

func (r *receivers) block() { r.Inside(r.statements) }

func (r *receivers) statements() {
	r.Rest(r.statement)
}

func (r *receivers) statement() {
	if !r.Deeper() {
		return
	}
	defer r.Shallower()
	r.attributes()
	switch r.Kind() {
	case ';':
		r.At++
		return
	case '{':
		r.block()
		return
	case 'n':
		if r.word() {
			return
		}
	}
	if doc := r.doc(r.start()); doc != "" && r.Kind() == 'n' && r.Str(r.At)[0] == '$' && (r.IsAt(r.At+1, "=") || r.IsAt(r.At+1, ";")) {
		name := r.Str(r.At) // /** @var A $a */
		r.value()
		if says := r.tag(doc, "var", name); says != "" {
			r.vars[name] = says
		}
		return
	}
	r.value()
	r.Take(";")
}

// start is where the token to be read begins.
func (r *receivers) start() uint32 {
	if r.At < r.End {
		return r.Tokens[r.At].Start
	}
	return uint32(len(r.Text))
}

// word reads a statement that a word begins, and reports whether it is one.
func (r *receivers) word() bool {
	switch strings.ToLower(r.Str(r.At)) {
	case "abstract", "final", "readonly":
		r.At++
		return true
	case "class", "interface", "trait", "enum":
		return r.typeDeclaration()
	case "function":
		if r.KindAt(r.At+1) == '(' || r.IsAt(r.At+1, "&") && r.KindAt(r.At+2) == '(' {
			return false
		}
		r.function()
	case "foreach":
		r.foreach()
	case "catch":
		r.At++
		r.Inside(func() {
			t := r.typ()
			if r.Kind() == 'n' {
				r.vars[r.Str(r.At)] = t
				r.At++
			}
		})
	case "return":
		r.At++
		r.result = analysis.Either(r.result, r.value())
		r.Take(";")
	case "if", "elseif", "while", "switch", "for":
		r.At++
		if r.Kind() == '(' {
			r.Inside(func() {
				for r.At < r.End {
					before := r.At
					r.value()
					r.Take(";")
					r.Take(",")
					if r.At == before {
						r.At = r.After(r.At)
					}
				}
			})
		}
	case "else", "do", "try", "finally", "echo", "global", "endif", "endforeach", "endwhile", "endfor", "endswitch", "declare", "unset", "goto":
		r.At++
	case "break", "continue":
		r.At++
		r.value()
	case "case":
		r.At++
		r.value()
		r.Take(":")
	case "default":
		r.At++
		r.Take(":")
	case "use", "namespace", "const":
		for r.At < r.End && !r.Is(";") && r.Kind() != '{' {
			r.At++
		}
	case "static":
		if r.KindAt(r.At+1) != 'n' || r.Str(r.At + 1)[0] != '$' {
			return false
		}
		r.At++
	default:
		return false
	}
	return true
}

// foreach reads foreach (… as $key => $value).
func (r *receivers) foreach() {
	r.At++
	doc := r.doc(r.Tokens[r.At-1].Start)
	if r.Kind() != '(' {
		return
	}
	r.Inside(func() {
		t := r.value()
		if !r.Take("as") {
			return
		}
		value := t.Element()
		at := r.At
		r.target(value)
		if r.Take("=>") {
			if r.KindAt(at) == 'n' {
				r.vars[r.Str(at)] = t.Key()
			}
			at = r.At
			r.target(value)
		}
		if r.KindAt(at) == 'n' {
			if says := r.tag(doc, "var", r.Str(at)); says != "" {
				r.vars[r.Str(at)] = says
			}
		}
	})
}

// target reads what a value is assigned to: a variable, a member, or a list of them.
func (r *receivers) target(t analysis.TypeExpr) {
	r.Take("&")
	switch {
	case r.Kind() == 'n' && r.Str(r.At)[0] == '$' && !r.IsAt(r.At+1, "->") && !r.IsAt(r.At+1, "["):
		r.vars[r.Str(r.At)] = t
		r.At++
	case r.Kind() == '[', r.Is("list") && r.KindAt(r.At+1) == '(':
		r.Take("list")
		r.Each(func(int) {
			if r.Kind() == '"' && r.IsAt(r.At+1, "=>") {
				r.At += 2
			}
			r.target(t.Element())
		})
	default:
		r.value()
	}
}
