package budget

import (
	"fmt"
	"strings"

	"github.com/contextls/contextls/budget/render"
	"github.com/contextls/contextls/budget/render/rendertest"
)

// violation says what is wrong with a pack, "" when nothing is.
func violation(req Request, files map[string]*randomFile, res *Result) string {
	counter, budget := req.Limits.Counter, req.Limits.Tokens
	if n := counter.Count(res.Text); n > budget || n != res.Stats.TotalEstimatedTokens {
		return fmt.Sprintf("text costs %d, stats say %d, the budget is %d", n, res.Stats.TotalEstimatedTokens, budget)
	}
	if req.Format != "xml" && req.Format != "json" && !strings.Contains(res.Text, shownTask(req)) {
		return "the task is not in the text"
	}
	if res.Text != shownTask(req) {
		if what := rendertest.Misread(req.Format, res.Text, shownTask(req), rendered(res.Items)); what != "" {
			return what
		}
	}
	seen := map[string]string{}
	for _, x := range res.Excluded {
		seen[x.Path] = x.Reason
		if strings.HasPrefix(x.Reason, "unreadable") != (x.Reason == "unreadable: permission denied") {
			return "strange reason " + x.Reason
		}
	}
	bytes, priority := 0, 0
	for _, it := range res.Items {
		if seen[it.Path] != "" {
			return it.Path + " is there twice"
		}
		seen[it.Path] = string(it.Representation)
		bytes += len(it.Content)
		if it.Priority < priority && req.Order != OrderCache {
			return it.Path + " is out of order"
		}
		priority = it.Priority
		if what := wrongContent(it, files[it.Path].text, req.LineNumbers); what != "" {
			return it.Path + ": " + what
		}
	}
	if len(seen) != len(files) {
		return fmt.Sprintf("%d of %d candidates are accounted for", len(seen), len(files))
	}
	if bytes != res.Stats.ContentUTF8Bytes || req.Limits.Bytes >= 0 && bytes > req.Limits.Bytes {
		return fmt.Sprintf("%d bytes of content, stats say %d, the cap is %d", bytes, res.Stats.ContentUTF8Bytes, req.Limits.Bytes)
	}
	for path, f := range files {
		if f.loads > 1 {
			return fmt.Sprintf("%s was loaded %d times", path, f.loads)
		}
	}
	return ""
}

// wrongContent says what is wrong with an item's content, given the file's text.
func wrongContent(it Item, text string, numbers bool) string {
	displayed := func(from, to uint32) string { // some lines of the text, as they should be shown
		shown, n := "", strings.Count(text[:from], "\n")
		for line := range strings.Lines(text[from:to]) {
			if n++; numbers {
				shown += fmt.Sprintf("%*d|", len(fmt.Sprint(strings.Count(strings.TrimSuffix(text, "\n"), "\n")+1)), n)
			}
			shown += render.Visible(line)
		}
		return shown
	}
	switch it.Representation {
	case Full:
		if it.Content != displayed(0, uint32(len(text))) {
			return fmt.Sprintf("not the whole text: %q", it.Content)
		}
	case Slice:
		var want strings.Builder
		end := uint32(0)
		for _, r := range it.Ranges {
			if r.Span.Start < end || r.Span.End <= r.Span.Start {
				return "ranges out of order"
			}
			if r.Span.Start > end || want.Len() > 0 {
				leftOut(&want, text, end, r.Span.Start)
			}
			end = r.Span.End
			want.WriteString(displayed(r.Span.Start, end))
			if first := strings.Count(text[:r.Span.Start], "\n"); int(r.FirstLine) != first {
				return fmt.Sprintf("range begins in line %d, not %d", first, r.FirstLine)
			}
		}
		if end < uint32(len(text)) {
			leftOut(&want, text, end, uint32(len(text)))
		}
		if it.Content != want.String() {
			return fmt.Sprintf("slice is %q, its ranges make %q", it.Content, want.String())
		}
	case Signatures:
		if it.Content == "" {
			return "no signatures"
		}
	case Path:
		if it.Content != "" {
			return "a path has content"
		}
	}
	return ""
}

// leftOut writes what stands for a part of a text: behind a line that is cut, its end, and else the numbers of the
// lines.
func leftOut(b *strings.Builder, text string, from, to uint32) {
	if b.Len() > 0 && !strings.HasSuffix(b.String(), "\n") {
		b.WriteString(ellipsis)
		return
	}
	first := strings.Count(text[:from], "\n")
	last := first + strings.Count(strings.TrimSuffix(text[from:to], "\n"), "\n")
	b.WriteString(gap(first, last))
}

// underfilled reports whether a pack leaves more than 5 % of its budget unused for no reason.
func underfilled(req Request, res *Result) bool {
	least := filled
	if req.Order == OrderCache {
		least -= 1.0 / steadyShare
	}
	if res.Stats.BudgetUtilization >= least || req.Limits.Bytes >= 0 {
		return false
	}
	slack := (1 - filled) * float64(req.Limits.Tokens*perToken)
	representation := map[string]Representation{}
	for _, it := range res.Items {
		representation[it.Path] = it.Representation
	}
	unreadable := map[string]bool{}
	for _, x := range res.Excluded {
		unreadable[x.Path] = x.Reason != OverBudget
	}
	format, _ := render.Find(req.Format)
	w := viewer{counter: req.Limits.Counter, format: format, widestIndex: len(req.Candidates)}
	for e := range gather(req.Candidates, false).all() {
		if unreadable[e.Path] || e.outlineOnly || representation[e.Path] == Full {
			continue
		}
		heading := w.measure(e, view{representation: Slice, content: gap(10, 20) + gap(30, 40), ranges: make([]Range, 9)}).cost +
			w.counter.cost(format.Section(e.section.title()))
		if float64(heading) < slack {
			return true
		}
	}
	return false
}

// shownTask is a task as a text has it.
func shownTask(req Request) string {
	req.showTask(req.available())
	return req.shown
}
