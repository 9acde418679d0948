package shell

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/contextls/contextls/budget/render"
)

// Style is how a part of a text stands out on a terminal with colours.
type Style string

// The styles, as terminals call them.
const (
	Plain Style = ""
	Title Style = "1"  // bold
	Name  Style = "36" // cyan: files and what they define
	Aside Style = "2"  // faint
	Good  Style = "32" // green
	Bad   Style = "31" // red
)

// Text is an answer in the making, for one screen.
type Text struct {
	screen Screen
	b      strings.Builder
}

// NewText begins a text.
func NewText(screen Screen) *Text { return &Text{screen: screen} }

// String is the text so far. It is visible, and is to be written as it is.
func (t *Text) String() string { return t.b.String() }

// Add adds some words in a style. Nothing in them ends the line: names of files may hold line breaks.
func (t *Text) Add(style Style, format string, args ...any) *Text {
	words := render.Line(fmt.Sprintf(format, args...))
	if style != Plain && t.screen.Colour && words != "" {
		words = "\x1b[" + string(style) + "m" + words + "\x1b[0m"
	}
	t.b.WriteString(words)
	return t
}

// Line ends a line, after some words in a style.
func (t *Text) Line(style Style, format string, args ...any) *Text {
	t.Add(style, format, args...)
	t.b.WriteByte('\n')
	return t
}

// Prose adds a text of our own, which may have several lines.
func (t *Text) Prose(text string) *Text {
	for line := range strings.SplitSeq(strings.TrimSuffix(text, "\n"), "\n") {
		t.Line(Plain, "%s", line)
	}
	return t
}

// Cell is one of a table's.
type Cell struct {
	Style Style
	Text  string
	Right bool // it stands at the right of its column, as numbers do
}

// Table adds rows whose columns are aligned, two blanks apart. The last column is cut where a terminal ends.
func (t *Text) Table(indent int, rows [][]Cell) *Text {
	var widths []int
	for _, row := range rows {
		for i, c := range row {
			if i == len(widths) {
				widths = append(widths, 0)
			}
			widths[i] = max(widths[i], columns(c.Text))
		}
	}
	for _, row := range rows {
		t.Add(Plain, "%*s", indent, "")
		at := indent
		for i, c := range row {
			fill := strings.Repeat(" ", widths[i]-columns(c.Text))
			switch last := i == len(row)-1; {
			case c.Right:
				t.Add(Plain, "%s", fill).Add(c.Style, "%s", c.Text)
			case last:
				t.Add(c.Style, "%s", cut(c.Text, t.screen.Width-at))
			default:
				t.Add(c.Style, "%s", c.Text).Add(Plain, "%s", fill)
			}
			if at += widths[i] + 2; i < len(row)-1 {
				t.Add(Plain, "  ")
			}
		}
		t.Line(Plain, "")
	}
	return t
}

// Lines adds rows: on a terminal as a table, else each as a line whose parts stand two blanks apart.
func (t *Text) Lines(rows [][]Cell) *Text {
	if t.screen.Width > 0 {
		return t.Table(0, rows)
	}
	for _, row := range rows {
		for i, c := range row {
			if i > 0 {
				t.Add(Plain, "  ")
			}
			t.Add(c.Style, "%s", c.Text)
		}
		t.Line(Plain, "")
	}
	return t
}

// columns is how wide a text is. Letters of twice the width are taken for one: a table is then not quite straight.
func columns(text string) int { return utf8.RuneCountInString(render.Line(text)) }

// cut is a text of at most so many columns. Where there is not even room for some words it is left as it is.
func cut(text string, most int) string {
	const some = 16
	if text = render.Line(text); most < some || columns(text) <= most {
		return text
	}
	return string([]rune(text)[:most-1]) + "…"
}
