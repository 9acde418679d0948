package python

import (
	"strconv"
	"strings"
)

// readTOML reads the keys and strings of a TOML document; other values only by their keys. It takes
// what is no TOML for as much TOML as it can: a manifest in the middle of an edit still has roots.
func readTOML(text string) []setting {
	t := &toml{text: text}
	var table []string
	for t.skip(true); t.at < len(t.text); t.skip(true) {
		start := t.at
		if t.text[t.at] == '[' {
			t.take("[")
			t.take("[") // [[…]] repeats a table
			table = t.keys()
			t.take("]")
			t.take("]")
			t.leaf(table, nil)
		} else {
			t.pair(table)
		}
		if t.at == start {
			t.at++
		}
	}
	return t.settings
}

type toml struct {
	text     string
	at       int
	settings []setting
}

// leaf adds a setting.
func (t *toml) leaf(keys, values []string) {
	if n := len(keys) - 1; n >= 0 {
		t.settings = append(t.settings, setting{strings.Join(keys[:n], "."), keys[n], values})
	}
}

// pair reads "key = value" below a table.
func (t *toml) pair(table []string) {
	keys := append(table[:len(table):len(table)], t.keys()...)
	if t.skip(false); !t.take("=") {
		return
	}
	t.leaf(keys, t.value(keys))
}

// keys reads a dotted key.
func (t *toml) keys() []string {
	var keys []string
	for {
		t.skip(false)
		if t.at < len(t.text) && (t.text[t.at] == '"' || t.text[t.at] == '\'') {
			keys = append(keys, t.quoted())
		} else {
			start := t.at
			for t.at < len(t.text) && strings.IndexByte(" \t\r\n.=[]{},#\"'", t.text[t.at]) < 0 {
				t.at++
			}
			keys = append(keys, t.text[start:t.at])
		}
		if t.skip(false); !t.take(".") {
			return keys
		}
	}
}

// value reads a value and returns its strings; the pairs of inline tables become settings of their
// own below keys.
func (t *toml) value(keys []string) []string {
	t.skip(false)
	if t.at == len(t.text) {
		return nil
	}
	switch t.text[t.at] {
	case '"', '\'':
		return []string{t.quoted()}
	case '[':
		var values []string
		t.list("]", func() { values = append(values, t.value(keys)...) })
		return values
	case '{':
		t.list("}", func() { t.pair(keys) })
		return nil
	}
	for t.at < len(t.text) && strings.IndexByte(",]}\n#", t.text[t.at]) < 0 {
		t.at++
	}
	return nil
}

// list reads what stands between brackets, the first of which is next, one element at a time.
func (t *toml) list(closing string, element func()) {
	t.at++
	for {
		for t.skip(true); t.take(","); t.skip(true) {
		}
		if t.at == len(t.text) || t.take(closing) {
			return
		}
		start := t.at
		if element(); t.at == start {
			t.at++
		}
	}
}

// quoted reads a string of any of the four kinds.
func (t *toml) quoted() string {
	quote := t.text[t.at : t.at+1]
	end := "\n"
	if strings.HasPrefix(t.text[t.at:], strings.Repeat(quote, 3)) {
		quote, end = strings.Repeat(quote, 3), ""
	}
	t.at += len(quote)
	start, plain := t.at, true
	for t.at < len(t.text) && !strings.HasPrefix(t.text[t.at:], quote) && (end == "" || t.text[t.at] != end[0]) {
		if t.text[t.at] == '\\' && quote[0] == '"' {
			plain = false
			t.at++
		}
		t.at++
	}
	t.at = min(t.at, len(t.text))
	body := t.text[start:t.at]
	t.take(quote)
	if !plain && end != "" {
		if unquoted, err := strconv.Unquote(`"` + body + `"`); err == nil {
			return unquoted
		}
	}
	return body
}

// take passes a string if it is next.
func (t *toml) take(s string) bool {
	rest, ok := strings.CutPrefix(t.text[t.at:], s)
	t.at = len(t.text) - len(rest)
	return ok
}

// skip passes white space, and line ends and comments too where they mean nothing.
func (t *toml) skip(lines bool) {
	for t.at < len(t.text) {
		switch c := t.text[t.at]; {
		case c == ' ' || c == '\t' || lines && (c == '\n' || c == '\r'):
			t.at++
		case c == '#' && lines:
			for t.at < len(t.text) && t.text[t.at] != '\n' {
				t.at++
			}
		default:
			return
		}
	}
}
