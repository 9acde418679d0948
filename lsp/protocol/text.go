package protocol

import (
	"errors"
	"fmt"
	"slices"
	"sort"
	"strings"
	"unicode/utf8"

	lsp "go.lsp.dev/protocol"
)

// Encoding is the unit in which a client counts columns.
type Encoding uint8

// The encodings of LSP. UTF-16 is the default, and what is used whenever the client speaks it too: the
// file's main server nearly always does, and two servers on one file should agree.
const (
	UTF16 Encoding = iota
	UTF8
	UTF32
)

func (e Encoding) Kind() lsp.PositionEncodingKind {
	return [...]lsp.PositionEncodingKind{"utf-16", "utf-8", "utf-32"}[e]
}

// Negotiate picks the encoding for a client that offers these.
func Negotiate(offered []string) Encoding {
	first := UTF16
	for _, kind := range slices.Backward(offered) {
		switch kind {
		case "utf-16":
			return UTF16
		case "utf-8":
			first = UTF8
		case "utf-32":
			first = UTF32
		}
	}
	return first
}

// Change is one edit of a document; without a Range, Text is the whole new document.
type Change struct {
	Range *lsp.Range `json:"range"`
	Text  string     `json:"text"`
}

// Apply makes the changes one after the other, each to the outcome of the one before. Positions behind
// a line's end mean its end, and those behind the last line the end of the text. An error means that a
// range ends before it starts.
func Apply(text string, changes []Change, enc Encoding) (string, error) {
	m := NewMapper(text, enc)
	for i, c := range changes {
		if c.Range == nil {
			m = NewMapper(c.Text, enc)
			continue
		}
		start, end := m.Offset(c.Range.Start), m.Offset(c.Range.End)
		if start > end {
			return "", fmt.Errorf("contentChanges[%d].range: %w", i, errBackward)
		}
		m.replace(start, end, c.Text)
	}
	return m.text, nil
}

var errBackward = errors.New("it ends before it starts")

// Mapper translates between byte offsets and positions of one text. Line starts are found as far as
// they are needed, so that edits near the top of a long file are cheap. It is not safe for concurrent
// use.
type Mapper struct {
	text   string
	enc    Encoding
	starts []int // of the lines found so far
	lf, cr int   // the first \n and \r at or behind the last of them; len(text): there is none; -1: look for it
	all    bool  // every line is found
}

func NewMapper(text string, enc Encoding) *Mapper {
	return &Mapper{text: text, enc: enc, starts: make([]int, 1, 64), lf: -1, cr: -1}
}

// scan finds line starts until there are n of them, or one lies behind offset. Lines end with \n, \r\n
// or \r.
func (m *Mapper) scan(n, offset int) {
	for !m.all && len(m.starts) < n {
		from := m.starts[len(m.starts)-1]
		if from > offset {
			return
		}
		if m.lf < from {
			m.lf = m.find(from, '\n')
		}
		if m.cr < from {
			m.cr = m.find(from, '\r')
		}
		next := m.lf + 1
		if m.cr < m.lf-1 || m.cr < len(m.text) && m.lf == len(m.text) {
			next = m.cr + 1
		}
		if m.all = next > len(m.text); !m.all {
			m.starts = append(m.starts, next)
		}
	}
}

func (m *Mapper) find(from int, b byte) int {
	if i := strings.IndexByte(m.text[from:], b); i >= 0 {
		return from + i
	}
	return len(m.text)
}

// line is a line's bounds, its line break left out. Lines behind the last are its empty end.
func (m *Mapper) line(n int) (start, end int) {
	n = min(n, len(m.text)+1)
	m.scan(n+2, len(m.text))
	if n >= len(m.starts) {
		return len(m.text), len(m.text)
	}
	start, end = m.starts[n], len(m.text)
	if n+1 < len(m.starts) {
		end = m.starts[n+1] - 1
		if end > start && m.text[end] == '\n' && m.text[end-1] == '\r' {
			end--
		}
	}
	return start, end
}

// Offset is the byte offset of a position. One inside a character means the character's start.
func (m *Mapper) Offset(p lsp.Position) int {
	start, end := m.line(int(p.Line))
	units := int(p.Character)
	if m.enc == UTF8 {
		i := start + min(units, end-start)
		for i > start && i < end && !utf8.RuneStart(m.text[i]) {
			i--
		}
		return i
	}
	for i := start; i < end; {
		r, size := utf8.DecodeRuneInString(m.text[i:end])
		if units -= m.units(r); units < 0 {
			return i
		}
		i += size
		if units == 0 {
			return i
		}
	}
	return end
}

func (m *Mapper) units(r rune) int {
	if m.enc == UTF16 && r > 0xFFFF {
		return 2
	}
	return 1
}

// Position is the position of a byte offset.
func (m *Mapper) Position(offset int) lsp.Position {
	offset = min(max(offset, 0), len(m.text))
	m.scan(len(m.text)+2, offset)
	n := sort.Search(len(m.starts), func(i int) bool { return m.starts[i] > offset }) - 1
	start, end := m.line(n)
	before := m.text[start:min(offset, end)]
	column := len(before)
	if m.enc != UTF8 {
		column = 0
		for _, r := range before {
			column += m.units(r)
		}
	}
	return lsp.Position{Line: uint32(n), Character: uint32(column)}
}

// Range is the range of a span of bytes.
func (m *Mapper) Range(start, end int) lsp.Range {
	return lsp.Range{Start: m.Position(start), End: m.Position(end)}
}

// replace puts s in the place of [start, end). What is known of the lines before it stays known.
func (m *Mapper) replace(start, end int, s string) {
	m.text = m.text[:start] + s + m.text[end:]
	// The line break right before start may become one with what now follows it: \r + \n.
	n := sort.Search(len(m.starts), func(i int) bool { return m.starts[i] >= start })
	m.starts = m.starts[:max(n, 1)]
	m.lf, m.cr, m.all = -1, -1, false
}
