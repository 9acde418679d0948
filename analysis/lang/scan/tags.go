package scan

import (
	"bytes"
	"strings"

	"github.com/contextls/contextls/analysis"
)

// Tag is a start tag of markup.
type Tag struct {
	analysis.Span        // of the tag itself
	Name          string // as written
	Attributes    []Attribute
	Body          analysis.Span // what a script or style holds; empty for all others
}

// Attribute is one attribute of a tag. The value is without quotes; in braces it is with them.
type Attribute struct {
	Name, Value string
	Start       uint32 // of the name
	At          uint32 // of the value
}

// Get is the value of an attribute, in any case of letters.
func (t *Tag) Get(name string) (a Attribute, ok bool) {
	for _, a := range t.Attributes {
		if strings.EqualFold(a.Name, name) {
			return a, true
		}
	}
	return a, false
}

// Markup finds the start tags of a text and, where braces is not empty ("{" or "{{"), the pieces of code
// in its text. Comments and what scripts and styles hold are passed over.
func Markup(src []byte, braces string) (tags []Tag, code []analysis.Span) {
	m := markup{src: src, patience: 8 * len(src)}
	for at := 0; at < len(src); {
		rest := src[at:]
		switch {
		case bytes.HasPrefix(rest, []byte("<!--")):
			at += past(rest, "-->")
		case braces != "" && bytes.HasPrefix(rest, []byte(braces)):
			n := m.balanced(at)
			code = append(code, analysis.Span{Start: uint32(at), End: uint32(at + n)})
			at += n
		case rest[0] == '<' && len(rest) > 1 && letter(rest[1]):
			t := m.tag(at)
			at = int(t.End)
			if name := strings.ToLower(t.Name); (name == "script" || name == "style") && src[at-2] != '/' {
				t.Body = analysis.Span{Start: t.End, End: t.End + uint32(raw(src[at:], name))}
				at = int(t.Body.End)
			}
			tags = append(tags, t)
		default:
			at++
			if i := bytes.IndexAny(src[at:], "<{"); i > 0 {
				at += i
			} else if i < 0 {
				at = len(src)
			}
		}
	}
	return tags, code
}

// markup is a text of markup that is being read.
type markup struct {
	src      []byte
	patience int // how many bytes may still be looked at in vain for braces that close
}

// tag reads the tag whose < is at an offset.
func (m *markup) tag(start int) Tag {
	src := m.src
	at := start + 1
	for at < len(src) && !space(src[at]) && src[at] != '>' && src[at] != '/' {
		at++
	}
	t := Tag{Name: string(src[start+1 : at])}
	for at < len(src) && src[at] != '>' && src[at] != '<' {
		switch c := src[at]; {
		case space(c) || c == '/' || c == '=' || c == '"' || c == '\'':
			at++
		case c == '{': // {name}, {...all}
			n := m.balanced(at)
			t.Attributes = append(t.Attributes, Attribute{Value: string(src[at : at+n]), At: uint32(at)})
			at += n
		default:
			var a Attribute
			a, at = m.attribute(at)
			t.Attributes = append(t.Attributes, a)
		}
	}
	if at < len(src) && src[at] == '>' {
		at++
	}
	t.Span = analysis.Span{Start: uint32(start), End: uint32(at)}
	return t
}

func (m *markup) attribute(at int) (Attribute, int) {
	src := m.src
	start := at
	for at < len(src) && !space(src[at]) && strings.IndexByte("=>/\"'", src[at]) < 0 {
		at++
	}
	a := Attribute{Name: string(src[start:at]), Start: uint32(start), At: uint32(at)}
	value := at
	for value < len(src) && space(src[value]) {
		value++
	}
	if value == len(src) || src[value] != '=' {
		return a, max(at, start+1)
	}
	value++
	for value < len(src) && space(src[value]) {
		value++
	}
	if value == len(src) {
		return a, value
	}
	end := value
	switch quote := src[value]; quote {
	case '"', '\'':
		value++
		if i := bytes.IndexByte(src[value:], quote); i >= 0 {
			a.Value, a.At = string(src[value:value+i]), uint32(value)
			return a, value + i + 1
		}
		end = value
	case '{':
		end += m.balanced(value)
	}
	for end < len(src) && !space(src[end]) && src[end] != '>' {
		end++
	}
	a.Value, a.At = string(src[value:end]), uint32(value)
	return a, end
}

// balanced is the length of the text from an opening brace to where it is closed again; of the brace
// alone where it is not.
func (m *markup) balanced(at int) int {
	src := m.src[at:min(len(m.src), at+max(m.patience, 1))]
	depth := 0
	for i := 0; i < len(src); i++ {
		switch c := src[i]; c {
		case '{':
			depth++
		case '}':
			if depth--; depth == 0 {
				return i + 1
			}
		case '"', '\'', '`':
			if n := bytes.IndexByte(src[i+1:], c); n >= 0 && (c == '`' || bytes.IndexByte(src[i+1:i+1+n], '\n') < 0) {
				i += n + 1
			}
		}
	}
	m.patience -= len(src)
	return 1
}

// past is the length of a text up to and with a mark, or of all of it.
func past(src []byte, mark string) int {
	if i := bytes.Index(src, []byte(mark)); i >= 0 {
		return i + len(mark)
	}
	return len(src)
}

// raw is the length of the text up to an end tag.
func raw(src []byte, name string) int {
	for at := 0; ; {
		i := bytes.Index(src[at:], []byte("</"))
		if i < 0 {
			return len(src)
		}
		at += i
		if len(src) >= at+2+len(name) && strings.EqualFold(string(src[at+2:at+2+len(name)]), name) {
			return at
		}
		at += 2
	}
}

func space(c byte) bool  { return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f' }
func letter(c byte) bool { return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' }
