package cython

import (
	"slices"
	"strings"

	"github.com/contextls/contextls/analysis"
	"github.com/contextls/contextls/analysis/lang/scan"
)

// isModifier reports whether a word may stand between cdef and what it defines.
func isModifier(word string) bool {
	return slices.Contains([]string{"public", "readonly", "api", "inline", "packed", "extern", "static", "async"}, word)
}

// define reads a line that may define something, and returns the block that it opens if it ends in a colon.
func (r *reader) define(i, end int, kind blockKind, declared, opens bool) block {
	from, typed := i, false // typed: C's types stand before names
	outer := r.outerTyped()
	switch r.Text(r.At(i)) {
	case "cdef", "cpdef":
		typed = true
		i++
	case "ctypedef":
		return r.typedef(i, end, opens)
	}
	if typed && i < end && r.Text(r.At(i)) == ":" {
		return block{-1, 0, cdefs}
	}
	for i < end && isModifier(r.Text(r.At(i))) && i+1 < end {
		if r.Text(r.At(i)) == "extern" && r.Text(r.At(i+1)) == "from" {
			return block{-1, 0, extern}
		}
		i++
	}
	stop := end
	if opens {
		stop--
	}
	word := r.Text(r.At(i))
	switch {
	case word == "def" && i+1 < end:
		return r.function(from, i+1, end)
	case slices.Contains([]string{"class", "struct", "union", "enum", "cppclass", "fused"}, word) && (typed || outer || word == "class"):
		name := i + 1
		if r.Is(name, "class") { // enum class
			name++
		}
		if word == "fused" || r.At(name).Kind != scan.Word || name >= stop {
			if word == "enum" { // without a name
				if !opens {
					return block{symbol: -1}
				}
				return block{-1, 0, values}
			}
			return block{symbol: -1}
		}
		if !opens && (word == "struct" || word == "union" || word == "enum") && name+1 < stop { // cdef struct point p
			r.variables(from, i, stop, kind)
			return block{symbol: -1}
		}
		symbol := r.add(kinds(word), name, from, stop)
		if !opens {
			r.symbols[symbol].Declared = true
		}
		if word == "enum" {
			return block{symbol, 0, values}
		}
		return block{symbol, 0, class}
	case typed || outer:
		if open := r.bracket(i, stop); open > i {
			if b := r.function(from, open-1, end); b.symbol >= 0 && !opens {
				r.symbols[b.symbol].Declared = true
				return block{symbol: -1}
			} else if b.symbol >= 0 {
				return b
			}
		}
		if !opens {
			r.variables(from, i, end, kind)
		}
	case !opens && r.At(i).Kind == scan.Word && r.Text(r.At(i+1)) == "=" && r.Text(r.At(i+2)) != "=" && i+1 < end:
		r.value(from, i, end, kind)
	}
	return block{symbol: -1}
}

// outerTyped reports whether C's declarations need no cdef here: in an extern or cdef block, a struct.
func (r *reader) outerTyped() bool {
	if len(r.open) == 0 {
		return false
	}
	b := r.open[len(r.open)-1]
	return b.kind == extern || b.kind == cdefs || b.kind == class && r.symbols[b.symbol].Kind == analysis.Struct
}

func kinds(word string) analysis.Kind {
	switch word {
	case "class":
		return analysis.Class
	case "enum":
		return analysis.Enum
	}
	return analysis.Struct
}

// function adds a function or method whose name is a token.
func (r *reader) function(from, name, end int) block {
	if r.At(name).Kind != scan.Word {
		return block{symbol: -1}
	}
	kind, _, _ := r.around()
	to := end
	if bracket := name + 1; r.Is(bracket, "(") { // what follows a colon on the same line is a body
		for to = r.Close(bracket) + 1; to < end && r.Text(r.At(to)) != ":"; to++ {
		}
	}
	k := analysis.Function
	if kind == class {
		k = analysis.Method
	} else if r.Is(from, "async") {
		k = analysis.AsyncFunction
	}
	symbol := r.add(k, name, from, max(min(to, end), name+1))
	r.symbols[symbol].Range.End = r.At(end - 1).End
	return block{symbol, 0, function}
}

// bracket is the bracket behind the name of a function, -1 where a line declares none.
func (r *reader) bracket(i, end int) int {
	for k := i; k < end; k++ {
		switch text := r.Text(r.At(k)); {
		case text == "=":
			return -1
		case text == "(":
			if k > i && r.At(k-1).Kind == scan.Word && !r.Is(k+1, "*") {
				return k
			}
			return -1
		case text == "[":
			k = r.Close(k)
		}
	}
	return -1
}

// typedef reads ctypedef, which names a type: of its own body, or another's.
func (r *reader) typedef(i, end int, opens bool) block {
	stop, kind, at := end, analysis.TypeAlias, i+1
	if opens {
		stop--
	}
	for isModifier(r.Text(r.At(at))) {
		at++
	}
	word := r.Text(r.At(at))
	name := stop - 1
	if open := r.bracket(i+1, stop); open > 0 {
		name = open - 1
	}
	if r.At(name).Kind != scan.Word || name <= i {
		return block{symbol: -1}
	}
	b := block{symbol: -1}
	if opens && (word == "struct" || word == "union" || word == "enum" || word == "class") {
		kind = kinds(word)
	}
	symbol := r.add(kind, name, i, stop)
	switch {
	case kind == analysis.Enum:
		b = block{symbol, 0, values}
	case kind != analysis.TypeAlias:
		b = block{symbol, 0, class}
	case opens: // fused types: the lines name types
		b = block{symbol, 0, function}
	}
	return b
}

// variables adds what a line declares: the last word before each comma, bracket or value.
func (r *reader) variables(from, i, end int, kind blockKind) {
	name := -1
	note := func() {
		if name > i || name == i && from < i && name >= 0 {
			r.value(from, name, end, kind)
		}
		name = -1
	}
	for k := i; k < end; k++ {
		switch t := r.At(k); {
		case t.Kind == scan.Word && name != -2:
			name = k
		case r.Is(k, "="):
			note()
			name = -2
		case r.Is(k, ","):
			if name != -2 {
				note()
			}
			name = -1
		case r.Is(k, "[") || r.Is(k, "("):
			k = r.Close(k)
		}
	}
	if name >= 0 {
		note()
	}
}

// value adds a variable, constant or field.
func (r *reader) value(from, name, end int, kind blockKind) {
	text := r.Text(r.At(name))
	_, _, container := r.around()
	if isKeyword(text) || r.defined[container+"."+text] {
		return // assigned again
	}
	k := analysis.Variable
	switch {
	case kind == class:
		k = analysis.Field
	case text == strings.ToUpper(text) && strings.ToLower(text) != text:
		k = analysis.Constant
	}
	r.add(k, name, from, end)
}

// references counts the names that the code uses.
func (r *reader) references() {
	chain := ""
	for i, t := range r.Tokens {
		text := r.Text(t)
		if t.Kind != scan.Word || r.quiet[t.Start] {
			if t.Kind == scan.Word {
				chain = text
			} else if text != "." {
				chain = ""
				if text == ")" || text == "]" || t.Kind == scan.String {
					chain = analysis.UnknownQualifier
				}
			}
			continue
		}
		qualifier := ""
		if r.Is(i-1, ".") {
			qualifier = analysis.UnknownQualifier
			if first, _, _ := strings.Cut(chain, "."); r.bound[first] {
				qualifier = chain
			}
			if chain != "" && chain != analysis.UnknownQualifier {
				text = chain + "." + text
			}
		}
		name := r.Text(t)
		chain = text
		if qualifier == "" && (isKeyword(name) || name == "self" || name == "cls") {
			continue
		}
		r.Refer(qualifier, name)
	}
}

func isKeyword(word string) bool {
	switch word {
	case "False", "None", "True", "NULL", "and", "as", "assert", "async", "await", "break", "class", "continue", "def", "del", "elif", "else",
		"except", "finally", "for", "from", "global", "if", "import", "in", "is", "lambda", "nonlocal", "not", "or", "pass", "raise",
		"return", "try", "while", "with", "yield", "cdef", "cpdef", "ctypedef", "cimport", "include", "extern", "nogil", "gil", "noexcept",
		"inline", "public", "readonly", "api", "struct", "union", "enum", "cppclass", "fused", "packed", "sizeof", "const", "volatile",
		"unsigned", "signed", "int", "long", "short", "char", "float", "double", "void", "bint", "object":
		return true
	}
	return false
}
