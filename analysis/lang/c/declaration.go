package c

// decl is one declaration while it is read.
type decl struct {
	*reader
	*scope
	start int // its first token, with template parameters and the like
	first int // its own first token
	end   int // where its scope ends

	template, extern, typedef, export bool

	isStatic bool
	inline   bool
	types    int // words up to here that may be a type
	fn       int // the bracket of a function's parameters
	name     int // the last word of the function's name
	colon    int // what begins the constructor's initializers, or a bit-field's width
	equals   int
	pointer  bool // a pointer to a function is declared
	braces   int  // initializer in braces, without =
	body     int  // of a function
	typeBody int  // of a struct, class, union, enum
	typeName int  // its name
	forward  bool
}

// read reads the declaration up to its end, adds what it defines and returns where the next one begins.
func (d *decl) read() int {
	d.fn, d.name, d.colon, d.equals, d.braces, d.body, d.typeBody, d.typeName = -1, -1, -1, -1, -1, -1, -1, -1
	j := d.first
	for j < d.end {
		t := d.at(j)
		if t.kind == word {
			next, stop := d.word(j)
			if stop {
				break
			}
			j = next
			continue
		}
		if t.kind != sign {
			j++
			continue
		}
		switch t.sign {
		case ';':
			if d.fn >= 0 && d.oldBody(j) {
				j++
				continue
			}
			d.finish(j)
			return j + 1
		case '(':
			if d.fn < 0 && d.equals < 0 && d.typeBody < 0 {
				d.bracket(j)
			}
			j = d.after(j)
		case '=':
			if d.equals < 0 {
				d.equals = j
			}
			j++
		case ':':
			if d.colon < 0 {
				d.colon = j
			}
			j++
		case '{':
			next, done := d.brace(j)
			if done {
				return next
			}
			j = next
		case '}':
			d.finish(j)
			return j + 1
		default: // [ < and what is no bracket
			j = d.after(j)
		}
	}
	d.finish(j)
	return j
}

// word steps over a word of the declaration. It stops at one that begins another declaration, because
// this one was not ended.
func (d *decl) word(j int) (next int, stop bool) {
	t := d.at(j)
	if j > d.first && t.first && d.beginsAnew(j) {
		return j, true
	}
	switch t.keyword {
	case static:
		d.isStatic = true
	case inlineKey:
		d.inline = true
	case typeOf:
		d.types++
		fallthrough
	case attribute, requiresKey:
		if d.is(j+1, '(') {
			return d.after(j + 1), false
		}
	case operatorKey:
		if d.fn < 0 && d.equals < 0 {
			return d.operator(j), false
		}
	case classKey, enumKey:
		if d.fn < 0 && d.equals < 0 && d.typeBody < 0 {
			return d.typeHead(j), false
		}
	case plain, typeWord:
		d.types++
	}
	return j + 1, false
}

// beginsAnew reports whether the first word of a line begins another declaration.
func (d *decl) beginsAnew(j int) bool {
	t, begin, before := d.at(j), d.at(d.start), d.at(j-1)
	if t.indent > begin.indent {
		return false
	}
	switch t.keyword {
	case namespaceKey, templateKey, typedefKey, usingKey, externKey, conceptKey:
		return !(t.keyword == namespaceKey && d.is(j-1, '['))
	case accessWord, privateWord:
		return d.inClass && d.accessLabel(j) > 0
	case attribute, requiresKey, operatorKey:
		return false
	}
	operand := before.kind != sign || before.sign == ')' || before.sign == '}' || before.sign == ']'
	switch {
	case !operand || isMacro(d.bytes(j)):
		return false
	case d.equals >= 0 || d.typeBody >= 0:
		return true
	case d.fn >= 0 && d.colon < 0:
		head := d.is(j-1, ')') || d.is(j-2, ')') && d.isName(j-1) && isMacro(d.bytes(j-1)) // a macro may be the body
		return !d.oldParameters() && head && t.keyword != statement && d.text(j) != "override" && d.text(j) != "final"
	}
	return false
}

// brace reads what begins at the { at j: a type's body is read already, so it is a function's, or an
// initializer. It reports whether the declaration ends with it.
func (d *decl) brace(j int) (next int, done bool) {
	next = d.after(j)
	initializer := d.equals > d.fn || d.isKeyword(j-1, requiresKey) ||
		d.is(j-1, ')') && d.match[j-1] > 0 && d.isKeyword(int(d.match[j-1])-1, requiresKey)
	switch {
	case initializer:
		return next, false
	case d.fn >= 0 && d.colon > d.fn && !d.is(j-1, ')') && !d.is(j-1, '}') && !d.is(j-1, ellipsisSign) && !d.isKeyword(j-1, statement):
		return next, false // a member's
	case d.titled(j), d.fn < 0 && d.block(j):
		return next, true
	case d.fn < 0:
		if d.braces < 0 {
			d.braces = j
		}
		if d.is(next, ';') || d.is(next, ',') {
			return next, false
		}
		d.finish(next)
		return next, true
	}
	d.body = j
	for d.text(next) == "catch" && d.is(next+1, '(') && d.is(d.after(next+1), '{') {
		next = d.after(d.after(next + 1))
	}
	d.finish(next)
	return next, true
}
