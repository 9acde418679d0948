package budget

import (
	"errors"
	"math/rand/v2"
	"testing"

	"github.com/contextls/contextls/budget/render"
	"github.com/contextls/contextls/budget/render/rendertest"
)

// Whatever is shown, replaced and dropped, the ledger says what the text costs and how many bytes of
// content it holds, and what a view takes more is what showing it takes.
func TestDraftCostsWhatItsTextCosts(t *testing.T) {
	for seed := range uint64(300) {
		r := rand.New(rand.NewPCG(seed, 2))
		req, _ := randomRequest(r, heuristic(t), 20)
		format, _ := render.Find(rendertest.Formats()[r.IntN(4)])
		views := &viewer{deadline: deadline{ctx: t.Context()}, counter: heuristic(t), format: format, widestIndex: 9} // one digit, as all indices
		d := newDraft(gather(req.Candidates, false), views)
		w := writer{draft: d, viewer: views, req: &req}
		d.reset(amount{1 << 30, unlimited}, w.frameCost())
		for e := range d.all() {
			for range r.IntN(4) {
				v := []*view{views.path(e), views.signatures(e, 200), views.keySymbols(e, 3), views.full(e, 1<<30)}[r.IntN(4)]
				if v == nil {
					continue
				}
				extra, before := d.extra(e, v), d.left()
				if !d.showIfFits(e, v) || d.left() != before.minus(extra) {
					t.Fatalf("seed %d: %v is left of %v, and the view takes %v", seed, d.left(), before, extra)
				}
			}
			if r.IntN(4) == 0 {
				e.failed = errors.New("gone")
				d.drop(e)
			}
		}
		bytes := 0
		for e := range d.all() {
			bytes += e.taken().bytes
		}
		text := w.text()
		if over := d.spent.cost - len(text); over != 0 && over != 1 || d.spent.bytes != bytes { // the last newline may go
			t.Fatalf("seed %d: %v is spent for %d bytes, %d of them content:\n%s", seed, d.spent, len(text), bytes, text)
		}
	}
}

// A reset draft shows nothing, and has all its room again but for what stands around the files.
func TestDraftReset(t *testing.T) {
	format, _ := render.Find("plain")
	views := &viewer{deadline: deadline{ctx: t.Context()}, counter: heuristic(t), format: format}
	d := newDraft(gather([]Candidate{{Path: "a"}, {Path: "b", Tier: TierTarget}}, false), views)
	for _, tt := range []struct{ total, frame, left int }{{100, 30, 70}, {100, 100, 0}, {100, 101, 0}} {
		d.reset(amount{tt.total, 10}, tt.frame)
		if d.left() != (amount{tt.left, 10}) || d.taskOnly != (tt.frame > tt.total) {
			t.Errorf("%+v: %v is left, %v", tt, d.left(), d.taskOnly)
		}
		for e := range d.all() {
			if e.shown != nil || e.reason != OverBudget {
				t.Errorf("%+v: %s is shown", tt, e.Path)
			}
			d.show(e, views.path(e))
		}
	}
}
