package rust

import "strings"

// table is what a manifest says: values by key. A value is a string, a table, or a list of both; other
// values are their text.
type table map[string]any

// readTOML reads as much TOML as a manifest needs, and takes what is none for as much as it can.
func readTOML(text string) table {
	root := table{}
	p := &tomlReader{src: text, tokens: lexTOML(text)}
	at := root
	for p.at < len(p.tokens) {
		switch p.text() {
		case "\n":
			p.at++
		case "[":
			p.at++
			repeated := p.take("[")
			at = root.open(p.keys(), repeated)
			for p.at < len(p.tokens) && p.text() != "\n" {
				p.at++
			}
		default:
			p.pair(at)
			for p.at < len(p.tokens) && p.text() != "\n" {
				p.at++
			}
		}
	}
	return root
}

// open finds or makes the table of a dotted key; a repeated one is a new element of a list.
func (t table) open(keys []string, repeated bool) table {
	for i, key := range keys {
		next, _ := t[key].(table)
		if list, ok := t[key].([]any); ok && len(list) > 0 && (i < len(keys)-1 || !repeated) {
			next, _ = list[len(list)-1].(table)
		}
		if next == nil || repeated && i == len(keys)-1 {
			next = table{}
			if repeated && i == len(keys)-1 {
				list, _ := t[key].([]any)
				t[key] = append(list, next)
			} else {
				t[key] = next
			}
		}
		t = next
	}
	return t
}

// table is the table of a key, nil where there is none.
func (t table) table(keys ...string) table {
	for _, k := range keys {
		t, _ = t[k].(table)
	}
	return t
}

func (t table) string(key string) string {
	s, _ := t[key].(string)
	return s
}

// tables are the elements of a list of tables.
func (t table) tables(key string) []table {
	list, _ := t[key].([]any)
	var out []table
	for _, e := range list {
		if e, ok := e.(table); ok {
			out = append(out, e)
		}
	}
	return out
}

type tomlReader struct {
	src    string
	tokens []tomlToken
	at     int
}

// tomlToken is a sign, a line break, or the text of a key or value, quotes taken off.
type tomlToken struct {
	text   string
	quoted bool
}

func (p *tomlReader) text() string {
	if p.at >= len(p.tokens) || p.tokens[p.at].quoted {
		return ""
	}
	return p.tokens[p.at].text
}

func (p *tomlReader) take(s string) bool {
	if p.text() != s {
		return false
	}
	p.at++
	return true
}

func (p *tomlReader) keys() []string {
	var keys []string
	for p.at < len(p.tokens) {
		keys = append(keys, p.tokens[p.at].text)
		p.at++
		if !p.take(".") {
			break
		}
	}
	return keys
}

func (p *tomlReader) pair(t table) {
	keys := p.keys()
	if !p.take("=") || len(keys) == 0 {
		return
	}
	t.open(keys[:len(keys)-1], false)[keys[len(keys)-1]] = p.value()
}

func (p *tomlReader) value() any {
	switch {
	case p.text() == "\n": // none as yet
		return nil
	case p.take("["):
		list := []any{}
		for p.at < len(p.tokens) && !p.take("]") {
			if !p.take(",") && !p.take("\n") {
				list = append(list, p.value())
			}
		}
		return list
	case p.take("{"):
		t := table{}
		for p.at < len(p.tokens) && !p.take("}") {
			if !p.take(",") && !p.take("\n") {
				p.pair(t)
			}
		}
		return t
	case p.at < len(p.tokens):
		p.at++
		return p.tokens[p.at-1].text
	}
	return nil
}

func lexTOML(src string) []tomlToken {
	var out []tomlToken
	for at := 0; at < len(src); {
		switch c := src[at]; {
		case c == ' ' || c == '\t' || c == '\r':
			at++
		case c == '#':
			at += line(src[at:])
		case c == '"' || c == '\'':
			end := src[at : at+1]
			if triple := strings.Repeat(end, 3); strings.HasPrefix(src[at:], triple) {
				end = triple
			}
			at += len(end)
			n := strings.Index(src[at:], end)
			if n < 0 {
				n = line(src[at:])
			}
			out = append(out, tomlToken{src[at : at+n], true})
			at = min(at+n+len(end), len(src))
		case strings.IndexByte("\n=[]{},.", c) >= 0:
			out = append(out, tomlToken{src[at : at+1], false})
			at++
		default:
			n := strings.IndexAny(src[at:], " \t\r\n=[]{},.#\"'")
			if n < 0 {
				n = len(src) - at
			}
			out = append(out, tomlToken{src[at : at+n], false})
			at += n
		}
	}
	return out
}
