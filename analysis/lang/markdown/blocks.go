package markdown

import (
	"bytes"
	"strings"

	"github.com/contextls/contextls/analysis"
	"github.com/contextls/contextls/analysis/lang/scan"
)

// line is one line of text that is no code.
type line struct {
	analysis.Span
	text string
}

// prose are the lines that hold text, with an empty line in place of each block of code, comment or
// front matter. The offsets of a line's bytes are the file's own.
func prose(src []byte) []line {
	var out []line
	fence, comment, front, inList, blank := "", false, false, false, true
	for at := 0; at < len(src); {
		end := len(src)
		if i := bytes.IndexByte(src[at:], '\n'); i >= 0 {
			end = at + i + 1
		}
		l := line{analysis.Span{Start: uint32(at), End: uint32(end)}, strings.TrimRight(string(src[at:end]), "\r\n")}
		first := at == 0
		at = end
		text := strings.TrimLeft(l.text, " \t")
		indent := len(l.text) - len(text)
		switch mark := fenceOf(text); {
		case front:
			front = text != "---" && text != "+++"
			l.text = ""
		case first && (l.text == "---" || l.text == "+++"):
			front = true
			l.text = ""
		case fence != "":
			if strings.HasPrefix(mark, fence) && strings.Trim(text, fence[:1]+" \t") == "" {
				fence = ""
			}
			l.text = ""
		case comment:
			rest, closed := after(l.text, "-->")
			comment = !closed
			l.text = strings.Repeat(" ", len(l.text)-len(rest)) + rest
		case mark != "" && (mark[0] == '~' || !strings.Contains(text[len(mark):], "`")):
			fence = mark
			l.text = ""
		case text != "" && blank && !inList && (indent >= 4 || l.text[0] == '\t'):
			l.text = "" // an indented block; what follows it is one too
			out = append(out, l)
			continue
		}
		if isItem(text) {
			inList = true
		} else if text != "" && indent == 0 && blank {
			inList = false
		}
		l.text, comment = plain(l.text, comment)
		blank = strings.TrimSpace(l.text) == ""
		out = append(out, l)
	}
	return out
}

// fenceOf is the run of backticks or tildes that makes a line a fence.
func fenceOf(text string) string {
	for _, c := range []string{"`", "~"} {
		if n := len(text) - len(strings.TrimLeft(text, c)); n >= 3 {
			return text[:n]
		}
	}
	return ""
}

func isItem(text string) bool {
	digits := strings.TrimLeft(text, "0123456789")
	return strings.HasPrefix(text, "- ") || strings.HasPrefix(text, "* ") || strings.HasPrefix(text, "+ ") ||
		len(digits) < len(text) && (strings.HasPrefix(digits, ". ") || strings.HasPrefix(digits, ") "))
}

func after(text, mark string) (rest string, ok bool) {
	if i := strings.Index(text, mark); i >= 0 {
		return text[i+len(mark):], true
	}
	return "", false
}

// plain puts spaces in place of a line's comments and code spans, and reports whether a comment stays open.
func plain(text string, open bool) (string, bool) {
	if open || !strings.ContainsAny(text, "`<") {
		return text, open
	}
	out := []byte(text)
	for at := 0; at < len(out); at++ {
		switch {
		case out[at] == '\\':
			at++
		case out[at] == '`':
			n := len(text[at:]) - len(strings.TrimLeft(text[at:], "`"))
			if i := closing(text[at+n:], n); i >= 0 {
				blankOut(out[at : at+n+i+n])
				at += n + i
			}
			at += n - 1
		case strings.HasPrefix(text[at:], "<!--"):
			rest, closed := after(text[at:], "-->")
			blankOut(out[at : len(out)-len(rest)])
			if at = len(out) - len(rest) - 1; !closed {
				return string(out), true
			}
		}
	}
	return string(out), false
}

// closing is where a run of exactly n backticks begins, -1 where there is none.
func closing(text string, n int) int {
	for at := 0; at < len(text); {
		i := strings.IndexByte(text[at:], '`')
		if i < 0 {
			return -1
		}
		at += i
		run := len(text[at:]) - len(strings.TrimLeft(text[at:], "`"))
		if run == n {
			return at
		}
		at += run
	}
	return -1
}

func blankOut(b []byte) {
	for i := range b {
		b[i] = ' '
	}
}

// heading is a heading's text and level, 0 where a line is none. under is the line below, which may
// underline it.
func heading(text, under string) (title string, level int) {
	rest := strings.TrimLeft(text, " ")
	if len(text)-len(rest) > 3 || rest == "" {
		return "", 0
	}
	hashes := len(rest) - len(strings.TrimLeft(rest, "#"))
	if hashes > 0 && hashes <= 6 && (len(rest) == hashes || rest[hashes] == ' ' || rest[hashes] == '\t') {
		title = strings.TrimSpace(rest[hashes:])
		if cut := strings.TrimRight(title, "#"); cut == "" || strings.HasSuffix(cut, " ") {
			title = strings.TrimSpace(cut)
		}
		return title, hashes
	}
	if isItem(rest) || strings.IndexByte(">|#", rest[0]) >= 0 || strings.Trim(rest, "-=*_ ") == "" {
		return "", 0
	}
	switch under = strings.TrimRight(under, " \t"); {
	case under == "":
	case strings.Trim(under, "=") == "":
		return strings.TrimSpace(rest), 1
	case len(under) > 1 && strings.Trim(under, "-") == "":
		return strings.TrimSpace(rest), 2
	}
	return "", 0
}

// said is a heading or a line as it is read: without the marks of links, code and emphasis.
func said(text string) string {
	text, _, _ = strings.Cut(text, " {#")
	var out strings.Builder
	for at := 0; at < len(text); at++ {
		switch c := text[at]; c {
		case '[', '`', '*', '!':
			if c == '!' && !strings.HasPrefix(text[at:], "![") {
				out.WriteByte(c)
			}
		case ']':
			if strings.HasPrefix(text[at:], "](") {
				if end := strings.IndexByte(text[at:], ')'); end >= 0 {
					at += end
				}
			}
		case '<':
			if end := strings.IndexByte(text[at:], '>'); end > 0 && at+1 < len(text) && text[at+1] != ' ' {
				at += end
				continue
			}
			out.WriteByte(c)
		case '\\':
		default:
			out.WriteByte(c)
		}
	}
	return scan.Cut(strings.Join(strings.Fields(out.String()), " "))
}
