package toml

import (
	"strconv"
	"strings"
)

// deepest is how many values inside one another, and how many keys in a row, are read: the rest is not looked into.
const deepest = 64

// Read reads a document.
func Read(text string) Table {
	root := Table{}
	r := &reader{text: text}
	table := root
	for r.skipLines(); r.at < len(text); r.skipLines() {
		if r.take("[") {
			repeated := r.take("[")
			if keys := r.keys(); len(keys) > 0 {
				table = root.open(keys, repeated)
			} else {
				table = Table{} // whose name is still missing
			}
		} else {
			r.pair(table)
		}
		r.skipLine()
	}
	return root
}

type reader struct {
	text  string
	at    int
	depth int // of the value that is read
}

// pair reads key = value into a table.
func (r *reader) pair(t Table) {
	keys := r.keys()
	if r.take("=") && len(keys) > 0 {
		last := len(keys) - 1
		t.open(keys[:last], false)[keys[last]] = r.value()
	}
}

// keys reads a dotted key and the space around it. Parts that are missing are left out.
func (r *reader) keys() []string {
	var keys []string
	for {
		r.skipSpace()
		key, ok := r.quoted()
		if !ok {
			key = r.until(" \t\r\n.=[]{},#\"'")
			ok = key != ""
		}
		if ok && len(keys) < deepest {
			keys = append(keys, key)
		}
		if r.skipSpace(); !r.take(".") {
			return keys
		}
	}
}

func (r *reader) value() Value {
	r.depth++
	defer func() { r.depth-- }()
	r.skipSpace()
	if s, ok := r.quoted(); ok {
		return Value{Text: s, Quoted: true}
	}
	if r.depth <= deepest {
		if r.take("[") {
			v := Value{Array: []Value{}}
			r.elements("]", func() { v.Array = append(v.Array, r.value()) })
			return v
		}
		if r.take("{") {
			v := Value{Table: Table{}}
			r.elements("}", func() { r.pair(v.Table) })
			return v
		}
	}
	return Value{Text: strings.TrimRight(r.until(",]}\n#"), " \t\r")}
}

// elements reads what stands between brackets, the first of which was passed, one element at a time.
func (r *reader) elements(closing string, element func()) {
	for {
		for r.skipLines(); r.take(","); r.skipLines() {
		}
		if r.at == len(r.text) || r.take(closing) {
			return
		}
		start := r.at
		if element(); r.at == start {
			r.at++
		}
	}
}

// quoted reads a string of any of the four kinds, if one is next. One that is not closed ends with its line, or
// with the text where it may have several lines.
func (r *reader) quoted() (string, bool) {
	if r.at == len(r.text) || r.text[r.at] != '"' && r.text[r.at] != '\'' {
		return "", false
	}
	quote := r.text[r.at : r.at+1]
	escapes, long := quote == `"`, false
	if triple := strings.Repeat(quote, 3); strings.HasPrefix(r.text[r.at:], triple) {
		quote, long = triple, true
	}
	r.at += len(quote)
	start, escaped := r.at, false
	for r.at < len(r.text) && !strings.HasPrefix(r.text[r.at:], quote) && (long || r.text[r.at] != '\n') {
		if escapes && r.text[r.at] == '\\' {
			escaped = true
			r.at++
		}
		r.at++
	}
	r.at = min(r.at, len(r.text))
	body := r.text[start:r.at]
	r.take(quote)
	if escaped && !long {
		if unquoted, err := strconv.Unquote(`"` + body + `"`); err == nil {
			return unquoted, true
		}
	}
	return body, true
}

// take passes a text if it is next, and reports whether it was.
func (r *reader) take(s string) bool {
	if !strings.HasPrefix(r.text[r.at:], s) {
		return false
	}
	r.at += len(s)
	return true
}

// until reads up to one of some characters, or to the end.
func (r *reader) until(stops string) string {
	start := r.at
	if n := strings.IndexAny(r.text[start:], stops); n >= 0 {
		r.at += n
	} else {
		r.at = len(r.text)
	}
	return r.text[start:r.at]
}

// skipSpace passes the white space on a line.
func (r *reader) skipSpace() {
	for r.at < len(r.text) && (r.text[r.at] == ' ' || r.text[r.at] == '\t') {
		r.at++
	}
}

// skipLine passes the rest of a line.
func (r *reader) skipLine() { r.until("\n") }

// skipLines passes white space, ends of lines and comments.
func (r *reader) skipLines() {
	for r.at < len(r.text) {
		switch r.text[r.at] {
		case ' ', '\t', '\r', '\n':
			r.at++
		case '#':
			r.skipLine()
		default:
			return
		}
	}
}
