package analysis

import (
	"strings"
	"unicode"
)

// alternatives are those of which t is one.
func (t TypeExpr) alternatives() []TypeExpr {
	if t.isCollection() || t.isFunc() {
		return []TypeExpr{t}
	}
	return t.list('|')
}

// bases are those that a type with this expression has the members of, promised those whose members it says it has.
func (t TypeExpr) bases() []TypeExpr {
	bases, _, _ := strings.Cut(string(t), ";")
	return TypeExpr(bases).list(',')
}

func (t TypeExpr) promised() []TypeExpr {
	_, promised, _ := strings.Cut(string(t), ";")
	return TypeExpr(promised).list(',')
}

func (t TypeExpr) isCollection() bool { return len(t) > 1 && t[0] == '[' }

func (t TypeExpr) isFunc() bool { return len(t) > 1 && t[0] == '(' }

// Named reports whether t begins with a name, so that a step may follow it.
func (t TypeExpr) Named() bool {
	return t != "" && t[0] != '?' && t[0] != '!' && t[0] != '[' && t[0] != '('
}

// Dotted reports whether t is a name alone, or names with dots between them.
func (t TypeExpr) Dotted() bool {
	return t != "" && !strings.ContainsFunc(string(t), func(c rune) bool {
		return c != '.' && c != '_' && c != '$' && !unicode.IsLetter(c) && !unicode.IsDigit(c) && !unicode.IsMark(c)
	})
}

// nothing is what a step leads to from what has no name: the members of a collection are the language's.
func (t TypeExpr) nothing() TypeExpr {
	if t == "" || t == Unknown {
		return Unknown
	}
	return Foreign
}

func (t TypeExpr) orUnknown() TypeExpr {
	if t == "" {
		return Unknown
	}
	return t
}

// closing is where the bracket closes that t begins with.
func (t TypeExpr) closing() int {
	depth := 0
	for i := range len(t) {
		switch t[i] {
		case '[', '(', '{':
			depth++
		case ']', ')', '}':
			if depth--; depth == 0 {
				return i
			}
		}
	}
	return len(t) - 1
}

// list are the parts of a list.
func (t TypeExpr) list(separator byte) (parts []TypeExpr) {
	depth, from := 0, 0
	for i := range len(t) {
		switch t[i] {
		case '[', '(', '{':
			depth++
		case ']', ')', '}':
			depth--
		case separator:
			if depth == 0 {
				parts = append(parts, t[from:i])
				from = i + 1
			}
		}
	}
	if from < len(t) {
		parts = append(parts, t[from:])
	}
	return parts
}

// cut splits t after its first name.
func (t TypeExpr) cut() (name string, steps TypeExpr) {
	i := strings.IndexAny(string(t), ".([,;@{")
	if i < 0 {
		return string(t), ""
	}
	return string(t[:i]), t[i:]
}

// step splits the first step off a list of them: its kind ('.', '(', '[', '@', '{' or 'k'), its name, number
// or arguments, and the rest.
func (t TypeExpr) step() (kind byte, name string, rest TypeExpr) {
	switch t[0] {
	case '(':
		name, rest = t[min(2, len(t)):].digits()
		return '(', name, rest
	case '@':
		name, rest = t[1:].digits()
		return '@', name, rest
	case '{':
		end := t.closing()
		return '{', string(t[1:max(1, end)]), t[end+1:]
	case '[':
		if strings.HasPrefix(string(t), "[k]") {
			return 'k', "", t[3:]
		}
		return '[', "", t[min(2, len(t)):]
	}
	name, rest = t[1:].cut()
	return '.', name, rest
}

// digits splits a number off.
func (t TypeExpr) digits() (number string, rest TypeExpr) {
	end := 0
	for end < len(t) && '0' <= t[end] && t[end] <= '9' {
		end++
	}
	return string(t[:end]), t[end:]
}
