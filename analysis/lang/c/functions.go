package c

import (
	"strings"

	"github.com/contextls/contextls/analysis"
)

// oldParameters reports whether the function's parameters are names alone, whose types follow.
func (d *decl) oldParameters() bool {
	for k := d.fn + 1; k < d.after(d.fn)-1 && k < d.fn+64; k++ {
		if !d.isName(k) && !d.is(k, ',') || d.isName(k) && d.isName(k-1) {
			return false
		}
	}
	return d.isName(d.fn + 1)
}

// oldBody reports whether the semicolon at j ends but the type of a parameter: int f(a, b) int a; char *b; { … }
func (d *decl) oldBody(j int) bool {
	behind := d.at(d.after(d.fn))
	if d.is(j-1, ')') || behind.kind != word || behind.keyword != typeWord && behind.keyword != classKey && behind.keyword != plain || !d.oldParameters() {
		return false
	}
	for k := j; k < min(j+64, d.end); k++ {
		t := d.at(k)
		if t.kind == sign && t.sign == '{' {
			return d.is(k-1, ';')
		}
		if t.kind == sign && t.sign != ';' && t.sign != ',' && t.sign != '*' && t.sign != '[' && t.sign != ']' {
			return false
		}
	}
	return false
}

// bracket finds out what the ( at j means: a function's parameters, a declarator in brackets, a macro.
func (d *decl) bracket(j int) {
	close := d.after(j) - 1
	if close <= j {
		return
	}
	before, behind := d.at(j-1), d.at(close+1)
	pointer := d.is(close+1, '(') && (d.is(j+1, '*') || d.is(j+1, '^') || d.is(j+1, '&'))
	if d.pointer {
		return
	}
	d.pointer = pointer && !d.is(j+3, '(')
	if j == d.first || before.kind == word && before.keyword == typeWord || d.is(j-1, '*') || d.is(j-1, '&') {
		if d.isName(j+1) && close == j+2 && d.is(close+1, '(') { // int (f)(int)
			d.fn, d.name = close+1, j+1
			d.types++
		}
		if d.is(j+1, '*') && d.isName(j+2) && d.is(j+3, '(') && d.is(close+1, '(') { // void (*f(int))(int)
			d.fn, d.name = j+3, j+2
			d.types++
		}
		return
	}
	name := j - 1
	if d.is(name, '>') && d.match[name] >= 0 {
		name = int(d.match[name]) - 1
	}
	if !d.isName(name) || name < d.first {
		return
	}
	typeBefore := d.types > 1 || d.is(name-1, scopeSign) || d.is(name-1, '~')
	switch {
	case pointer || d.is(j+1, '*'):
		return // a pointer to a function or an array, of a named type
	case d.is(close+1, '(') && d.isName(j+1) && close == j+2 && !isMacro(d.bytes(name)): // size_t (f)(int)
		d.fn, d.name = close+1, j+1
		d.types++
		return
	case d.is(close+1, '('):
		return // a macro that makes a name
	case behind.kind == word && isType(behind.keyword):
		word := d.text(close + 1)
		qualified := word == "const" || word == "volatile" || word == "override" || word == "final" || isMacro([]byte(word))
		if !qualified && (!typeBefore || isMacro(d.bytes(name)) && !behind.first) {
			d.types-- // a macro with arguments before the declaration proper
			return
		}
	}
	if d.types < 3 || !isMacro(d.bytes(name)) || !d.isName(name-1) || isMacro(d.bytes(name-1)) {
		d.fn, d.name = j, name
	}
}

// operator steps over an operator's name; what follows are the parameters.
func (d *decl) operator(j int) int {
	k := j + 1
	if d.is(k, '(') && d.is(k+1, ')') {
		k += 2
	}
	for k < d.end && !d.is(k, '(') && !d.is(k, ';') && !d.is(k, '{') {
		if d.is(k, '<') && d.match[k] >= 0 && d.isName(k-1) { // operator vector<int>()
			k = d.after(k)
			continue
		}
		k++
	}
	if d.is(k, '(') {
		d.fn, d.name = k, j
		return d.after(k)
	}
	return k
}

// block reads a macro with a block, as test frameworks have it: TEST(suite, name) { … }. It is a function
// that goes by the names among the first arguments. The first of several may be a type that it is a part of.
func (d *decl) block(j int) bool {
	open := d.first + 1
	if !d.isName(d.first) || !d.is(open, '(') || d.after(open) != j || d.inClass {
		return false
	}
	name, named := d.text(open+1), 0
	for k := open + 1; d.at(k).kind == word && (d.is(k+1, ',') || d.is(k+1, ')')); k += 2 {
		if k > open+1 {
			name += "." + d.text(k)
		}
		named = k
		d.at(k).defines = k > open+1 || d.is(k+1, ')')
	}
	if named == 0 {
		return true
	}
	s := analysis.Symbol{Kind: analysis.Function, Signature: d.signature(d.start, j), Doc: d.docAbove(d.start)}
	d.reader.bodies = append(d.reader.bodies, body{d.code[open], d.code[min(d.after(j), len(d.code))-1], false})
	d.add(s, named, d.after(j), local)
	d.facts.Symbols[len(d.facts.Symbols)-1].Name = name
	return true
}

// titled reads a test with a title, as Catch2 and doctest have it: TEST_CASE("adds", "[cart]") { … }. Macros that stand before it without a semicolon are no
// part of it.
func (d *decl) titled(j int) bool {
	if !d.is(j-1, ')') || d.match[j-1] < 1 || d.inClass {
		return false
	}
	open := int(d.match[j-1])
	title := open + 1
	if d.at(title).kind == word && d.is(title+1, ',') { // TEST_CASE_METHOD(Fixture, "adds")
		title += 2
	}
	if !isMacro(d.bytes(open-1)) || d.at(title).kind != literal || !strings.HasPrefix(d.text(title), `"`) {
		return false
	}
	name := analysis.TestName(d.text(open-1), strings.Trim(d.text(title), `"`))
	d.reader.bodies = append(d.reader.bodies, body{d.code[open], d.code[min(d.after(j), len(d.code))-1], false})
	d.reader.add(analysis.Symbol{Name: name, Signature: d.signature(open-1, j), Kind: analysis.TitledTest}, open-1, open-1, d.after(j), *d.scope, local)
	return true
}

// function adds a function, or none where what looks like one is the use of a macro.
func (d *decl) function(end int) {
	head := end
	if d.body >= 0 {
		head = d.body
		if d.oldParameters() && !d.is(head-1, ')') && d.is(head-1, ';') {
			head = d.after(d.fn)
		}
	}
	if d.colon > d.fn {
		head = min(head, d.colon)
	}
	if d.text(head-1) == "try" {
		head--
	}
	from := d.name // where the qualified name begins
	container, kind := d.container, analysis.Function
	if d.inClass {
		kind = analysis.Method
	}
	if d.is(from-1, '~') {
		from--
	}
	var path []string
	for d.is(from-1, scopeSign) && from-2 >= d.first {
		q := from - 2
		if d.is(q, '>') && d.match[q] >= 0 {
			q = int(d.match[q]) - 1
		}
		if !d.isName(q) || q < d.first {
			break
		}
		path, from = append(path, d.text(q)), q
	}
	for k := len(path) - 1; k >= 0; k-- {
		container = (scope{container: container}).within(path[k]).container
	}
	if len(path) > 0 && !d.spaces[container] {
		kind = analysis.Method
	}
	name := d.text(d.name)
	switch {
	case d.isKeyword(d.name, operatorKey):
		name = operatorName(d.signature(d.name, d.fn))
	case d.is(d.name-1, '~'):
		name = "~" + name
	}
	own := name == d.class || name[0] == '~' || len(path) > 0 || d.isKeyword(d.name, operatorKey)
	if d.types < 2 && !own && (d.body < 0 || d.inClass) || d.types < 2 && isMacro([]byte(name)) && !own {
		if d.body >= 0 {
			d.block(d.body)
		}
		return // a macro
	}
	s := analysis.Symbol{Kind: kind, Signature: d.signature(d.start, head), Doc: d.doc(end), Declared: d.body < 0 && !d.inClass}
	d.reader.bodies = append(d.reader.bodies, body{d.code[d.fn], d.code[min(end, len(d.code))-1], d.body < 0})
	sight := visible
	if d.isStatic && !d.inClass {
		sight = local
	}
	if d.body >= 0 && !d.isStatic && !d.inline && !d.template && !d.inClass {
		d.reader.defines = true
	}
	around := *d.scope
	around.container = container
	d.reader.add(s, d.name, d.start, d.semicolon(end), around.exporting(d.export), sight)
	d.facts.Symbols[len(d.facts.Symbols)-1].Name = name
}

// operatorName is an operator's name without spaces that do not belong to it.
func operatorName(text string) string {
	rest := strings.TrimSpace(strings.TrimPrefix(text, "operator"))
	if rest == "" || wordStart(rest[0]) {
		return strings.TrimSpace("operator " + rest)
	}
	return "operator" + strings.ReplaceAll(rest, " ", "")
}
