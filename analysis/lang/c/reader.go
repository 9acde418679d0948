package c

import (
	"sort"
	"strings"

	"github.com/contextls/contextls/analysis"
)

// reader reads one file.
type reader struct {
	src     []byte
	words   map[string]keyword
	modules bool // import and module are words of the language
	facts   *analysis.Facts

	tokens   []token
	comments []comment
	code     []int32         // the tokens that the file's structure consists of: neither directives nor hidden
	match    []int32         // by code: the partner of a bracket, -1 for all else
	bodies   []body          // functions and macros, by their first token
	local    []int           // indices of symbols that other files see only where they include this one
	spaces   map[string]bool // namespaces, by their dotted names
	params   map[string]bool // template parameters
	included int             // imports that are includes; they come first
	header   bool            // made to be included: it has a guard
	defines  bool            // it defines a function that two files could not define both
	nested   int             // how deep the scanner is
}

// body is where a function or a macro declares names of its own, as token numbers, from the bracket of its
// parameters on.
type body struct {
	start, end int32
	prototype  bool // parameters are all there is
}

// at is the i-th token of the structure; one behind the last is an empty sign.
func (r *reader) at(i int) *token {
	if i < 0 || i >= len(r.code) {
		return &token{kind: sign, line: ^uint32(0), first: true}
	}
	return &r.tokens[r.code[i]]
}

func (r *reader) is(i int, s byte) bool {
	t := r.at(i)
	return t.kind == sign && t.sign == s
}

func (r *reader) isKeyword(i int, k keyword) bool {
	t := r.at(i)
	return t.kind == word && t.keyword == k
}

// isName reports whether a token is a word that the language does not reserve.
func (r *reader) isName(i int) bool { return r.isKeyword(i, plain) }

func (r *reader) bytes(i int) []byte {
	t := r.at(i)
	return r.src[t.start:t.end]
}

func (r *reader) text(i int) string { return string(r.bytes(i)) }

// after is the token behind the bracket at i and what it holds.
func (r *reader) after(i int) int {
	if r.match[i] > int32(i) {
		return int(r.match[i]) + 1
	}
	return i + 1
}

// signature is the tokens of the structure in [from,to) as one line of at most longest bytes, with the
// spaces of the source.
func (r *reader) signature(from, to int) string {
	var b strings.Builder
	for i := from; i < to; i++ {
		t := r.at(i)
		if i > from && t.apart && !r.is(i, ')') && !r.is(i, ']') && !r.is(i, ',') && !r.is(i-1, '(') && !r.is(i-1, '[') {
			b.WriteByte(' ')
		}
		text := string(r.src[t.start:t.end])
		if strings.ContainsAny(text, "\r\n") { // a raw string, a continued one
			text = strings.Join(strings.Fields(text), " ")
		}
		b.WriteString(text)
		if b.Len() > longest {
			return shorten(b.String(), longest)
		}
	}
	return strings.TrimSpace(b.String())
}

// joined is a directive's tokens as one line, with the spaces of the source.
func (r *reader) joined(tokens []token) string {
	var b strings.Builder
	opened := true
	for _, t := range tokens {
		if t.apart && !opened && t.sign != ')' {
			b.WriteByte(' ')
		}
		b.WriteString(strings.Join(strings.Fields(string(r.src[t.start:t.end])), " "))
		if opened = t.sign == '('; b.Len() > longest {
			break
		}
	}
	return b.String()
}

// longest is how many bytes a signature has, at most.
const longest = 400

// shorten cuts a line at a length.
func shorten(s string, most int) string {
	if len(s) <= most {
		return s
	}
	for most > 0 && s[most]&0xc0 == 0x80 {
		most--
	}
	return strings.TrimSpace(s[:most]) + "…"
}

// docAbove is the first sentence of the comment right above the token of the structure at i.
func (r *reader) docAbove(i int) string { return r.docAboveOffset(r.at(i).start, r.at(i).line) }

func (r *reader) docAboveOffset(offset, line uint32) string {
	k := sort.Search(len(r.comments), func(i int) bool { return r.comments[i].Start >= offset }) - 1
	if k < 0 {
		return ""
	}
	c := r.comments[k]
	if !c.leads || c.last+1 < line || isTrailing(string(r.src[c.Start:min(c.End, c.Start+4)])) {
		return ""
	}
	for _, b := range r.src[c.End:offset] {
		if b != ' ' && b != '\t' && b != '\r' && b != '\n' {
			return ""
		}
	}
	return sentence(string(r.src[c.Start:c.End]))
}

// docBehind is the comment that follows an offset on its line.
func (r *reader) docBehind(offset, line uint32) string {
	k := sort.Search(len(r.comments), func(i int) bool { return r.comments[i].Start >= offset })
	if k == len(r.comments) || r.comments[k].line != line || r.comments[k].leads {
		return ""
	}
	for _, b := range r.src[offset:r.comments[k].Start] {
		if b != ' ' && b != '\t' && b != ',' && b != ';' && b != '\\' {
			return ""
		}
	}
	return sentence(string(r.src[r.comments[k].Start:r.comments[k].End]))
}
