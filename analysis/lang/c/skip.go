package c

// macroLine steps over a macro that stands before a declaration: alone on its lines, or before what begins
// one. It returns i where there is none. In a class, its constructor may follow.
func (r *reader) macroLine(i, end int, class string) int {
	if !isMacro(r.bytes(i)) {
		return i
	}
	next := i + 1
	if r.is(next, '(') {
		next = r.after(next)
	}
	if next >= end {
		return i
	}
	switch t := r.at(next); t.keyword {
	case namespaceKey, templateKey, typedefKey, usingKey, exportKey, externKey:
		return next
	default:
		above := r.at(next - 1)
		if r.isName(next) && r.is(next+1, '(') && next == i+1 && r.text(next) != class && !isMacro(r.bytes(next)) {
			return i // a type, on a line of its own
		}
		if t.first && t.line > above.line && t.kind == word && (next > i+1 || t.indent <= r.at(i).indent && r.at(i).first) {
			return next
		}
	}
	return i
}

// statementEnd is the place behind the next semicolon.
func (r *reader) statementEnd(i, end int) int {
	for i < end {
		if r.is(i, ';') {
			return i + 1
		}
		i = r.after(i)
	}
	return end
}

// pastBody is the place behind the next semicolon or body.
func (r *reader) pastBody(i, end int) int {
	for i < end {
		switch {
		case r.is(i, ';'):
			return i + 1
		case r.is(i, '{'):
			return r.after(i)
		}
		i = r.after(i)
	}
	return end
}

// templateParameters notes the names between the angle brackets at i.
func (r *reader) templateParameters(i int) {
	for k := i + 1; k < r.after(i)-1; k++ {
		if r.isName(k) && (r.is(k+1, ',') || r.is(k+1, '>') || r.is(k+1, '=')) && !r.is(k-1, '=') && !r.is(k-1, '<') &&
			!r.is(k-1, ',') && !r.is(k-1, scopeSign) {
			r.params[r.text(k)] = true
		}
	}
}

// constraint steps over a requires clause: terms joined by && and ||.
func (r *reader) constraint(i int) int {
	if !r.isKeyword(i, requiresKey) {
		return i
	}
	for i++; ; i++ {
		for r.is(i, '!') {
			i++
		}
		switch {
		case r.isKeyword(i, requiresKey): // requires (T t) { … }
			if i++; r.is(i, '(') {
				i = r.after(i)
			}
			if r.is(i, '{') {
				i = r.after(i)
			}
		case r.is(i, '('):
			i = r.after(i)
		default:
			i = r.qualifiedEnd(i)
		}
		if !r.is(i, andSign) {
			return i
		}
	}
}

// qualifiedEnd steps over a::b<c>::d.
func (r *reader) qualifiedEnd(i int) int {
	for i < len(r.code) {
		switch {
		case r.is(i, scopeSign):
			i++
		case r.at(i).kind == word && (r.is(i-1, scopeSign) || r.isKeyword(i-1, requiresKey) || r.at(i-1).kind == sign):
			if i++; r.is(i, '<') && r.match[i] > 0 {
				i = r.after(i)
			}
			if !r.is(i, scopeSign) {
				return i
			}
		default:
			return i
		}
	}
	return i
}
