package explore

import (
	"fmt"
	"slices"
	"sort"
	"strings"
	"unicode/utf8"

	"github.com/contextls/contextls/budget"
)

// finding is what a provider found.
type finding struct {
	content string
	missing string // what there is besides, which it did not look for; "" if that is all
	tail    bool   // the end matters most: what is too much is cut off at the start
	lost    amount // what was cut off before its tokens were counted
}

// amount is how much of a text.
type amount struct{ bytes, lines int }

func amountOf(text string) amount {
	a := amount{len(text), strings.Count(text, "\n")}
	if text != "" && !strings.HasSuffix(text, "\n") {
		a.lines++
	}
	return a
}

// densest is how many bytes a token has at most in a text that is worth showing.
const densest = 16

// clip cuts off what does not fit so many tokens in any case: the tokens of a text of many megabytes are not worth counting.
func (f *finding) clip(tokens int) {
	if len(f.content) <= densest*tokens {
		return
	}
	n := f.onRune(densest * tokens)
	kept, _ := f.split(n)
	if at := strings.LastIndexByte(kept, '\n'); at >= 0 && !f.tail {
		n = at + 1
	} else if at = strings.IndexByte(kept, '\n'); at >= 0 && f.tail {
		n -= at + 1
	}
	kept, rest := f.split(n)
	f.content, f.lost = kept, amountOf(rest)
}

// split is the first n bytes of the content, or the last ones, and the rest.
func (f finding) split(n int) (kept, rest string) {
	if f.tail {
		return f.content[len(f.content)-n:], f.content[:len(f.content)-n]
	}
	return f.content[:n], f.content[n:]
}

// shares gives each of some results its part of a budget: no more than it costs or than one may have,
// and of what small ones leave over the others get equal parts.
func shares(costs []int, each, all int) []int {
	order := make([]int, len(costs))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return costs[a] - costs[b] })
	given := make([]int, len(costs))
	for k, i := range order {
		given[i] = min(costs[i], each, all/(len(order)-k))
		all -= given[i]
	}
	return given
}

// whole is a finding's text, uncut.
func (f finding) whole() string {
	if f.missing == "" && f.lost.bytes == 0 {
		return f.content
	}
	return f.with(len(f.content))
}

// cut is a finding's text cut down to so many tokens, with a line that says how much is missing: to
// whole lines where it can be, else in a line, else to nothing.
func (f finding) cut(c *budget.Counter, tokens int) string {
	fits := func(n int) bool { return c.Count(f.with(n)) <= tokens }
	ends := []int{0} // how many bytes the first n lines have, or the last ones
	for line := range strings.SplitAfterSeq(f.content, "\n") {
		ends = append(ends, ends[len(ends)-1]+len(line))
	}
	if f.tail {
		for i, end := range ends {
			ends[i] = len(f.content) - end
		}
		slices.Reverse(ends)
	}
	n := 0
	if k := last(len(ends), func(k int) bool { return fits(ends[k]) }); k > 0 {
		n = ends[k]
	} else if len(ends) > 1 {
		n = f.onRune(last(ends[1]+1, func(n int) bool { return fits(f.onRune(n)) }))
	}
	if text := f.with(n); c.Count(text) <= tokens {
		return text
	}
	return ""
}

// last is the largest of 0, 1, … n-1 that is ok, if what is more than one that is not is not either; it
// is 0 if none is.
func last(n int, ok func(int) bool) int {
	k := max(sort.Search(n, func(i int) bool { return !ok(i) })-1, 0)
	for k > 0 && !ok(k) { // tokens do not quite grow with the text
		k--
	}
	return k
}

// onRune makes n bytes fewer, until they end between characters.
func (f finding) onRune(n int) int {
	at := func() int {
		if f.tail {
			return len(f.content) - n
		}
		return n
	}
	for n > 0 && at() < len(f.content) && !utf8.RuneStart(f.content[at()]) {
		n--
	}
	return n
}

// with is the first n bytes of the content, or the last ones, and what is missing.
func (f finding) with(n int) string {
	kept, rest := f.split(n)
	var notes []string
	if missing := amountOf(rest); missing.bytes+f.lost.bytes > 0 {
		notes = append(notes, fmt.Sprintf("%d bytes on %d lines are missing", missing.bytes+f.lost.bytes, max(missing.lines+f.lost.lines, 1)))
	}
	if f.missing != "" {
		notes = append(notes, f.missing)
	}
	note := "[truncated: " + strings.Join(notes, "; ") + "]"
	switch {
	case kept == "":
		return note
	case f.tail:
		return note + "\n" + kept
	case !strings.HasSuffix(kept, "\n"):
		kept += "\n"
	}
	return kept + note
}
