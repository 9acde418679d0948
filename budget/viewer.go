package budget

import (
	"context"
	"errors"
	"strings"
	"unicode/utf8"

	"github.com/contextls/contextls/analysis"
	"github.com/contextls/contextls/budget/render"
)

// viewer makes views of files. They are nested: a path stands in the signatures, a slice holds lines of
// the full text. It knows nothing of the other files in a pack.
type viewer struct {
	deadline
	counter     *Counter
	format      render.Format
	lineNumbers bool
	taskWords   map[string]bool
	widestIndex int // no file's index is written wider
	late        int // how many targets were read when the time was up
}

// deadline is when a context is done. Once it was seen to be past, it stays past, so that nothing more is
// loaded or drawn.
type deadline struct {
	ctx  context.Context
	past bool
}

// expired reports whether the context is done.
func (d *deadline) expired() bool {
	d.past = d.past || d.ctx.Err() != nil
	return d.past
}

// atOnce does n things that have nothing in common, on all processors, each with a viewer of its own; that reads nothing when the
// time is up.
func (w *viewer) atOnce(n int, do func(w *viewer, i int)) {
	analysis.EachOf(n, func(i int) {
		own := *w
		own.late = lateTargets
		do(&own, i)
	})
}

// load reads a file's text, once; it reports whether there is one. There is none where it cannot be read,
// or the time is up. The first targets are what the pack is for: they are read even then, if they are small.
func (w *viewer) load(e *entry) bool {
	if e.loaded {
		return e.failed == nil
	}
	if w.expired() {
		if e.Tier != TierTarget || w.late == lateTargets || e.Size > lateBytes {
			return false
		}
		w.late++
	}
	e.loaded = true
	if e.Load == nil {
		e.failed = errors.New("unreadable: it has no text")
		return false
	}
	e.text, e.failed = e.Load()
	if e.failed == nil && !utf8.ValidString(e.text) {
		e.text, e.altered = strings.ToValidUTF8(e.text, "\ufffd"), true
	}
	return e.failed == nil
}

// What is read of targets when the time is up: some milliseconds' worth.
const (
	lateTargets = 16
	lateBytes   = 128 << 10 // of each
)

// display makes a file's text as it is shown, once; it reports whether there was time for it.
func (w *viewer) display(e *entry) bool {
	if e.displayed == "" {
		text, err := e.text, error(nil)
		if e.Redact != nil {
			text, err = e.Redact(w.ctx, text)
		}
		if err == nil {
			text, err = render.Display(w.ctx, text, w.lineNumbers)
		}
		if err != nil {
			w.expired()
			return false
		}
		e.displayed = text
	}
	return true
}

// measure completes a view with what it takes.
func (w *viewer) measure(e *entry, v view) *view {
	v.amount = amount{w.counter.cost(w.format.File(w.widestIndex, e.part(&v))), len(v.content)}
	return &v
}

// measureInTime is measure of a view that may be large; nil when the time is up.
func (w *viewer) measureInTime(e *entry, v view) *view {
	if _, err := w.counter.count(w.ctx, w.format.File(w.widestIndex, e.part(&v))); err != nil {
		w.expired()
		return nil
	}
	return w.measure(e, v)
}

// path is a file's heading alone.
func (w *viewer) path(e *entry) *view {
	if e.path == nil {
		e.path = w.measure(e, view{representation: Path})
	}
	return e.path
}

// slice is the view of the largest slice that fits limit; nil when there is none. The loop is for what
// lines alone do not tell: the heading, escapes, and how a tokenizer reads across the ends of lines.
func (w *viewer) slice(e *entry, limit amount, mode sliceMode) *view {
	if e.outlineOnly || !w.load(e) || e.text == "" {
		return nil
	}
	if !w.cut(e) {
		return nil
	}
	var best *view
	room := limit
	room.cost -= w.path(e).cost
	for range 6 {
		sel := e.source.slice(room, mode)
		if sel.empty() {
			return best
		}
		content, ranges := sel.content()
		v := w.measure(e, view{representation: Slice, content: content, ranges: ranges, truncated: sel.partial})
		if v.cost <= limit.cost && (best == nil || v.cost > best.cost) {
			best = v
		}
		spare := limit.cost - v.cost
		switch {
		case spare < 0:
			room.cost = min(room.cost, sel.taken.cost) + spare
		case spare > 0 && best == v:
			room.cost += spare
		default:
			return best
		}
	}
	return best
}

// cut makes blocks of a file's text, once; one block where its symbols do not fit the text. It reports whether there
// was time for it.
func (w *viewer) cut(e *entry) bool {
	if e.source != nil {
		return true
	}
	if !w.display(e) {
		return false
	}
	s := newSource(e.text, e.displayed, w.counter)
	if e.altered {
		s.define(nil, nil, nil)
	} else {
		s.define(w.outline(e), e.wanted, e.Ranges)
	}
	e.source = s
	return true
}

// hopeless is how many times over the budget a text's size must be for its tokens not to be counted.
const hopeless = 4

// full is the whole file; nil when it cannot be had, or could not fit an empty pack that costs at most
// total.
func (w *viewer) full(e *entry, total int) *view {
	if e.full == nil && !e.outlineOnly && w.load(e) && w.counter.guess(len(e.text)) <= hopeless*total && w.display(e) {
		v := view{representation: Full, content: e.displayed}
		if e.text != "" {
			lines := strings.Count(e.text, "\n")
			if strings.HasSuffix(e.text, "\n") {
				lines--
			}
			v.ranges = []Range{{Span: analysis.Span{End: uint32(len(e.text))}, LastLine: uint32(lines)}}
		}
		e.full = w.measureInTime(e, v)
	}
	return e.full
}
