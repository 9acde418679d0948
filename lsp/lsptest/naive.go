package lsptest

import (
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// Apply edits a text as the specification says it: lines, and each line's code units of an encoding ("utf-8",
// "utf-16", "utf-32"), are split up afresh. A range that ends before it begins is taken the other way round.
func Apply(text string, e Edit, encoding string) string {
	if e.All {
		return e.Text
	}
	start, end := Offset(text, e.Range[0], e.Range[1], encoding), Offset(text, e.Range[2], e.Range[3], encoding)
	return text[:min(start, end)] + e.Text + text[max(start, end):]
}

// Offset is the byte of a text that a position stands before.
func Offset(text string, line, character int, encoding string) int {
	marked := strings.ReplaceAll(text, "\r\n", "\x00\n")
	offset := 0
	for range line {
		i := strings.IndexAny(marked[offset:], "\r\n")
		if i < 0 {
			return len(text)
		}
		offset += i + 1
	}
	content := marked[offset:]
	if i := strings.IndexAny(content, "\x00\r\n"); i >= 0 {
		content = content[:i]
	}
	units := 0
	for i, r := range content {
		if units == character {
			return offset + i
		}
		switch encoding {
		case "utf-8":
			units += utf8.RuneLen(r)
		case "utf-16":
			units += len(utf16.Encode([]rune{r}))
		default:
			units++
		}
		if units > character {
			return offset + i
		}
	}
	return offset + len(content)
}
