package render

import (
	"context"
	"strconv"
	"strings"
)

// numberBar stands between a line's number and the line.
const numberBar = "|"

// Display is a file's text as it is shown: with unseen characters made visible, and each line behind its
// number if numbers are wanted. It has the same lines as the text. The error is ctx's.
func Display(ctx context.Context, text string, lineNumbers bool) (string, error) {
	text, err := visible(ctx, text)
	if err != nil || !lineNumbers || text == "" {
		return text, err
	}
	n := strings.Count(text, "\n")
	if !strings.HasSuffix(text, "\n") {
		n++
	}
	width := Digits(n)
	var b strings.Builder
	b.Grow(len(text) + n*(width+len(numberBar)))
	n = 0
	for line := range strings.Lines(text) {
		n++
		b.WriteString(LineNumber(n, width))
		b.WriteString(line)
	}
	return b.String(), ctx.Err()
}

// LineNumber is what stands before a line: its number, counted from 1, right-aligned in so many columns.
func LineNumber(n, width int) string {
	s := strconv.Itoa(n)
	return strings.Repeat(" ", max(0, width-len(s))) + s + numberBar
}

// Digits is the number of decimal digits of a number from 0.
func Digits(n int) int { return len(strconv.Itoa(n)) }

// DisplayPrefix finds the longest beginning of a line that takes at most so many bytes when displayed:
// its length as displayed, and its length in the file. The line is given as Display wrote it, and raw.
func DisplayPrefix(displayed, raw string, bytes int) (displayedLen, rawLen int) {
	if displayed != raw {
		displayedLen = len(displayed) - len(Visible(raw)) // the number
	}
	if displayedLen > bytes {
		return 0, 0
	}
	for rawLen < len(raw) {
		size, hidden := unseenAt(raw, rawLen)
		next := rawLen + size
		width := size
		if hidden {
			width = len(Visible(raw[rawLen:next]))
		}
		if displayedLen+width > bytes {
			break
		}
		displayedLen, rawLen = displayedLen+width, next
	}
	return displayedLen, rawLen
}
