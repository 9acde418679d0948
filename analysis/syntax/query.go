package syntax

import "strings"

// term is a part of a query: a node of a name, a literal, or one of several.
type term struct {
	named, literal string
	choices        []term
	group          bool // several nodes side by side, or a node of any name: nothing is known of it
	below          []term
	captures       []string
	optional, many bool
}

// kinds are the terms of which one is to match: the choices of one that has some.
func (t *term) kinds() []term {
	if t.choices == nil {
		return []term{*t}
	}
	var all []term
	for i := range t.choices {
		all = append(all, t.choices[i].kinds()...)
	}
	return all
}

// terms parses a query. Not ok says that it has something that is not understood, such as a predicate.
func terms(text string) (all []term, ok bool) {
	p := &queryParser{text: text, ok: true}
	all = p.terms(0)
	return all, p.ok
}

type queryParser struct {
	text string
	at   int
	ok   bool
}

// terms reads terms up to a bracket, 0 for the end. Fields, and that nodes are next to each other, are passed over.
func (p *queryParser) terms(end byte) (all []term) {
	for p.ok {
		c := p.next()
		p.at++
		last := &term{}
		if len(all) > 0 {
			last = &all[len(all)-1]
		}
		switch {
		case c == end:
			return all
		case c == '(':
			all = append(all, p.node())
		case c == '[':
			all = append(all, term{choices: p.terms(']')})
		case c == '"':
			n := strings.IndexByte(p.text[p.at:], '"')
			if p.ok = n >= 0 && !strings.Contains(p.text[p.at:p.at+n], `\`); p.ok {
				all = append(all, term{literal: p.text[p.at : p.at+n]})
				p.at += n + 1
			}
		case c == '_':
			all = append(all, term{group: true})
		case c == '@' && len(all) > 0:
			last.captures = append(last.captures, p.word())
		case (c == '?' || c == '*') && len(all) > 0:
			last.optional = true
		case c == '+' && len(all) > 0:
			last.many = true
		case c == '.' && end == ')':
		case c == '!':
			p.word()
		case identStart(c) && end != 0: // a field
			p.word()
			p.ok = p.next() == ':'
			p.at++
		default:
			p.ok = false
		}
	}
	return nil
}

// node reads a node, or several in brackets, behind the first bracket.
func (p *queryParser) node() term {
	if c := p.next(); c == '_' || !identStart(c) {
		if c == '_' {
			p.word()
		}
		return term{group: true, below: p.terms(')')}
	}
	return term{named: p.word(), below: p.terms(')')}
}

// next passes over white space and comments; it gives the byte behind, 0 at the end.
func (p *queryParser) next() byte {
	for p.at < len(p.text) {
		switch c := p.text[p.at]; c {
		case ';':
			p.at += strings.IndexByte(p.text[p.at:]+"\n", '\n')
		case ' ', '\t', '\n':
			p.at++
		default:
			return c
		}
	}
	return 0
}

func (p *queryParser) word() string {
	begin := p.at
	for p.at < len(p.text) && (identByte(p.text[p.at]) || p.text[p.at] == '.' || p.text[p.at] == '-') {
		p.at++
	}
	return p.text[begin:p.at]
}
