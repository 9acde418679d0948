package budget

import (
	"cmp"
	"context"
	"errors"
	"strconv"

	"github.com/contextls/contextls/budget/render"
)

// Pack fills a budget with what matters most. When ctx's deadline comes first, it answers with what
// there is. Errors: a *TaskTooLargeError, a *FieldError, or ctx's when it was cancelled.
func Pack(ctx context.Context, req Request) (*Result, error) {
	format, steady, err := req.layout()
	if err != nil {
		return nil, err
	}
	counter, available := req.Limits.Counter, req.available()
	whole := req.showTask(available)
	if counter.Count(req.shown) > available {
		return nil, &TaskTooLargeError{counter.Count(whole), available}
	}

	files := gather(req.Candidates, req.Summary)
	views := &viewer{deadline: deadline{ctx: ctx}, counter: counter, format: format, lineNumbers: req.LineNumbers,
		taskWords: words(req.Task), widestIndex: len(req.Candidates)}
	d := newDraft(files, views)
	choice := chooser{draft: d, viewer: views, req: &req, steady: steady}
	w := writer{draft: d, viewer: views, req: &req, steady: steady, available: available}

	// The parts' costs add up to the text's, so this is one round; should a tokenizer disagree, the
	// next one leaves out as much as the text was too long.
	var text string
	for cost := available * perToken; ; {
		d.reset(req.Limits.amount(cost), w.frameCost())
		if req.Summary {
			choice.summarise()
		} else {
			choice.choose()
		}
		text = w.text()
		over := counter.cost(text) - available*perToken
		if over <= 0 {
			break
		}
		cost -= over
	}
	if err := ctx.Err(); errors.Is(err, context.Canceled) {
		return nil, err
	}
	return w.result(text), nil
}

// layout checks how the text is to be written: its format, and whether its order is the one for caches.
func (r *Request) layout() (format render.Format, steady bool, err error) {
	format, ok := render.Find(r.Format)
	if !ok {
		return nil, false, &FieldError{"format", strconv.Quote(r.Format), "is not one of " + render.Formats}
	}
	switch r.Order {
	case "", OrderTier:
	case OrderCache:
		steady = true
	default:
		return nil, false, &FieldError{"order", strconv.Quote(r.Order), "is not one of " + OrderTier + ", " + OrderCache}
	}
	return format, steady, nil
}

// available is what the text may cost, in tokens.
func (r *Request) available() int {
	if r.Summary {
		return min(r.Limits.Tokens, cmp.Or(max(r.SummaryTokens, 0), SummaryTokens))
	}
	return r.Limits.Tokens
}
