package budget

// Why a candidate is left out, where no error says it.
const (
	OverBudget = "over_budget"
	lateReason = "deadline"
)

// draft is a pack in the making: which view is shown of each file, what else is shown, and what all of it
// takes. Any chooser works on it alike: it asks what a view would add, and shows it or does not.
type draft struct {
	ledger
	*files
	titles   [sectionCount]int // what the title of each section costs
	counts   [sectionCount]int // files shown in each; the first one pays for the title
	repoMap  *Map
	edges    string
	passages []passage // that were judged, of the files that were looked into
	taskOnly bool      // the text is the task alone, since no more fits
}

// newDraft is an empty draft, which has to be reset.
func newDraft(f *files, w *viewer) *draft {
	d := &draft{files: f}
	for s := range sectionCount {
		d.titles[s] = w.counter.cost(w.format.Section(s.title()))
	}
	return d
}

// reset empties the draft, for a text that takes at most total. What stands around the files costs frame.
func (d *draft) reset(total amount, frame int) {
	d.ledger = ledger{total: total}
	d.counts, d.repoMap, d.edges, d.passages, d.taskOnly = [sectionCount]int{}, nil, "", nil, frame > total.cost
	d.spend(amount{cost: min(frame, total.cost)})
	for e := range d.all() {
		e.shown, e.reason = nil, OverBudget
		if e.failed != nil {
			d.drop(e)
		}
	}
}

// extra is what the draft takes more if v is shown of a file, in place of what is shown now.
func (d *draft) extra(e *entry, v *view) amount {
	if e.shown != nil {
		return v.amount.minus(e.shown.amount)
	}
	return v.amount.plus(d.title(e.section))
}

// fits reports whether a view can be shown, in place of what is shown of the file now.
func (d *draft) fits(e *entry, v *view) bool { return d.affords(d.extra(e, v)) }

// roomFor is how much a view of a file may take.
func (d *draft) roomFor(e *entry) amount {
	if e.shown != nil {
		return d.left().plus(e.shown.amount)
	}
	return d.left().minus(d.title(e.section))
}

// show shows a view, in place of what is shown of the file now.
func (d *draft) show(e *entry, v *view) {
	d.spend(d.extra(e, v))
	if e.shown == nil {
		d.counts[e.section]++
	}
	e.shown, e.reason = v, ""
}

// showIfFits shows a view if it fits, and reports whether it does.
func (d *draft) showIfFits(e *entry, v *view) bool {
	if v == nil || !d.fits(e, v) {
		return false
	}
	d.show(e, v)
	return true
}

// drop takes a file out that cannot be read.
func (d *draft) drop(e *entry) {
	if e.shown != nil {
		v := e.shown
		e.shown = nil
		d.counts[e.section]--
		d.spend(amount{}.minus(d.extra(e, v)))
	}
	e.reason = e.failed.Error()
}

// title is what the next file of a section pays for its title.
func (d *draft) title(s section) amount {
	if d.counts[s] > 0 {
		return amount{}
	}
	return amount{cost: d.titles[s]}
}
