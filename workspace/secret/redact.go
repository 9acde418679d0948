package secret

import (
	"cmp"
	"context"
	"slices"
	"strings"
)

const (
	markStart = "‹secret: "
	markEnd   = "›"
)

// Mark is what stands in a text for a secret of a kind.
func Mark(kind string) string { return markStart + kind + markEnd }

// Marked reports whether a text has a mark in it.
func Marked(text string) bool { return strings.Contains(text, markStart) }

// Marks are the kinds of the marks in a text.
func Marks(text string) (kinds []string) {
	for {
		_, rest, found := strings.Cut(text, markStart)
		kind, rest, closed := strings.Cut(rest, markEnd)
		if !found || !closed {
			return kinds
		}
		kinds, text = append(kinds, kind), rest
	}
}

// Redact is a text with marks for its secrets.
func Redact(text string) string { return Read(text).Shown() }

// Text is a text with what was found in it.
type Text struct {
	Raw   string
	Found []Finding
}

// Read finds the secrets in a text.
func Read(text string) Text { return Text{text, Find(text)} }

// ReadContext is Read while ctx is not done; the error is its.
func ReadContext(ctx context.Context, text string) (Text, error) {
	found, _, err := find(ctx, text)
	if err != nil {
		return Text{}, err
	}
	return Text{text, found}, nil
}

// Shown is the text as it is shown, with the same lines.
func (t Text) Shown() string { return t.Slice(0, len(t.Raw)) }

// Slice is what is shown of the bytes from start to end. A secret of which they have only a part is marked,
// too.
func (t Text) Slice(start, end int) string {
	if len(t.Found) == 0 {
		return t.Raw[start:end]
	}
	var b strings.Builder
	for _, f := range t.Found {
		if f.End <= start || f.Start >= end {
			continue
		}
		from, to := max(f.Start, start), min(f.End, end)
		if from > start {
			b.WriteString(t.Raw[start:from])
		}
		b.WriteString(Mark(f.Kind))
		if lines := strings.Count(t.Raw[from:to], "\n"); lines > 0 {
			b.WriteString(strings.Repeat("\n", lines))
			if t.Raw[to-1] != '\n' {
				b.WriteString("…") // so that this is a line, too, at the end of a text
			}
		}
		start = to
	}
	b.WriteString(t.Raw[start:end])
	return b.String()
}

// Original is the place in the raw text of a place in what is shown of it; of one in a mark, the secret's.
func (t Text) Original(shown int) int {
	at, raw := 0, 0 // as far as both are known
	for _, f := range t.Found {
		if at+f.Start-raw > shown {
			break
		}
		at, raw = at+f.Start-raw+len(t.Slice(f.Start, f.End)), f.End
		if shown < at {
			return f.Start
		}
	}
	return min(raw+shown-at, len(t.Raw))
}

// In are the findings in the bytes from start to end, or in a part of them.
func (t Text) In(start, end int) []Finding { return t.Near(start, end).Found }

// Near is the text with the findings alone that have a part of the bytes from start to end.
func (t Text) Near(start, end int) Text {
	first, _ := slices.BinarySearchFunc(t.Found, start, func(f Finding, at int) int { return cmp.Compare(f.End, at+1) })
	next, _ := slices.BinarySearchFunc(t.Found, end, func(f Finding, at int) int { return cmp.Compare(f.Start, at) })
	return Text{t.Raw, t.Found[first:max(first, next)]}
}

// leastPart is how many bytes of a secret's beginning tell more of it than its format.
const leastPart = 12

// Hide puts marks for the secrets of this text in another one that was made of parts of it: of lines that
// were joined, or cut.
func (t Text) Hide(part string) string {
	for _, f := range t.Found {
		value, mark := t.Raw[f.Start:f.End], Mark(f.Kind)
		if len(part) >= leastPart && strings.Contains(value, part) {
			return mark
		}
		for line := range strings.SplitSeq(value, "\n") {
			if line = strings.TrimSpace(line); len(line) >= min(leastPart, len(value)) {
				part = strings.ReplaceAll(part, line, mark)
			}
		}
		part = hideCut(part, value, f.Kind)
	}
	return Redact(part)
}

// hideCut puts a mark for the beginning of a secret at which a text was cut.
func hideCut(part, value, kind string) string {
	head := strings.TrimRight(part, "…. \"'`")
	for n := min(len(value), len(head)); n >= min(leastPart, len(value)/2); n-- {
		if strings.HasSuffix(head, value[:n]) {
			return head[:len(head)-n] + Mark(kind) + part[len(head):]
		}
	}
	return part
}
