package budget

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// numberBar stands between a line's number and the line.
const numberBar = "|"

// dress is a file's text as it is shown: with what is unseen made visible, and each line with its
// number, right-aligned, if those are wanted. Its lines are the lines of the text.
func (p *packer) dress(text string) string {
	text = visible(text)
	if !p.req.LineNumbers || text == "" {
		return text
	}
	n := strings.Count(text, "\n")
	if !strings.HasSuffix(text, "\n") {
		n++
	}
	width := digits(n)
	var b strings.Builder
	b.Grow(len(text) + n*(width+len(numberBar)))
	n = 0
	for line := range strings.Lines(text) {
		n++
		b.WriteString(lineNumber(n, width))
		b.WriteString(line)
	}
	return b.String()
}

// lineNumber is what stands before a line; lines are counted from 1 here, as people do.
func lineNumber(n, width int) string {
	s := strconv.Itoa(n)
	return strings.Repeat(" ", max(0, width-len(s))) + s + numberBar
}

func digits(n int) int { return len(strconv.Itoa(n)) }

// undress finds the longest beginning of a line that takes at most n bytes when dressed: how long it
// is, and how long it was in the file.
func undress(dressed, raw string, n int) (shown, own int) {
	shown = len(dressed) - len(visible(raw)) // the number
	if shown > n {
		return 0, 0
	}
	for own < len(raw) {
		_, size := utf8.DecodeRuneInString(raw[own:])
		next := own + size
		width := size
		if nextUnseen(raw, own) == own {
			width = len(visible(raw[own:next]))
		}
		if shown+width > n {
			break
		}
		shown, own = shown+width, next
	}
	return shown, own
}
