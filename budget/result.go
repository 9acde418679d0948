package budget

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"

	"github.com/contextls/contextls/budget/render"
)

// Result is a pack.
type Result struct {
	Text     string
	Items    []Item // in the order of Text
	Map      *Map   // nil: none in Text
	Stats    Stats
	Excluded []Excluded // candidates left out, by path
	Missing  []Missing  // what would be shown next if there were more room, the best first, 20 at most; of a summary none
	Warnings []string
	Partial  bool   // the deadline came first
	ETag     string // same ETag: same Text

	// Changes is a text of what is not in Request.Baseline: new and changed files, and the names of those
	// that are gone. It costs no more than Text, and is Text where that is the shorter one; "" if there is
	// nothing new. Without a Request.Baseline it is Text.
	Changes  string
	Baseline *Baseline // of this pack, for a later Request
}

// Item is a file in a pack.
type Item struct {
	ID              string // the same while path, representation and content are
	Path            string
	Package         string // name and version of the installed package that it is; "" for a file of the folder
	Repository      string // another one, that defines the package; "": it is installed
	Priority        int    // the tier it was kept with; pinned files come with the targets
	Representation  Representation
	Relationship    string
	Reasons         []string
	Importance      float64
	Score           float64
	EstimatedTokens int     // of Content
	Ranges          []Range // shown parts of the file, in order; none for signatures and paths
	Content         string  // as it stands in Text: numbered where asked for, what is unseen made visible
}

// Stats are a pack's numbers.
type Stats struct {
	FilesDiscovered         int     // candidates, each path once
	FilesIncludedFull       int     // items by representation
	FilesIncludedSlice      int     //
	FilesIncludedSignatures int     //
	FilesTruncated          int     // files that the budget made smaller than their tier asks for, or left out
	TotalEstimatedTokens    int     // of Text
	AvailableForContext     int     // the budget, in tokens
	BudgetUtilization       float64 // the one divided by the other
	RepoMapTokens           int     // of the map's content
	ContentUTF8Bytes        int     // of all items' contents
	ItemsIncluded           int
	ItemsReduced            int // items that show less than their tier asks for
	ItemsTruncated          int // items cut inside a definition, a line or an outline
}

// Excluded is a candidate that was left out, with its reason: "over_budget", "deadline" or
// "unreadable: …".
type Excluded struct{ Path, Reason string }

// result describes the draft and its text.
func (w *writer) result(text string) *Result {
	r := &Result{Text: text, Changes: text, Map: w.repoMap, Partial: w.past, ETag: hash(text), Baseline: w.baseline()}
	if w.req.Baseline != nil {
		r.Changes = w.changes(text, w.req.Baseline)
	}
	for e := range w.all() {
		if w.past && e.reason == OverBudget {
			e.reason = lateReason
		}
	}
	for _, part := range w.order() {
		if part < partTask {
			for _, e := range w.listed(section(part)) {
				r.add(e, w.counter)
			}
		}
	}
	if found := render.Deceptive(w.req.Task); found != "" {
		r.Warnings = append(r.Warnings, "the task holds characters that hide or reorder text, which are shown by their numbers: "+found)
	}
	if w.req.left > 0 {
		r.Warnings = append(r.Warnings, fmt.Sprintf("the task does not fit its share of the budget; left out of its middle: %s", linesText(w.req.left)))
	}
	if !w.req.Summary {
		r.Missing = w.missing()
	}
	st := &r.Stats
	for e := range w.all() {
		st.FilesDiscovered++
		if e.shown == nil {
			r.Excluded = append(r.Excluded, Excluded{e.Path, e.reason})
			if e.reason == OverBudget {
				st.FilesTruncated++
			}
		} else if warning := e.deceptionWarning(); warning != "" {
			r.Warnings = append(r.Warnings, warning)
		}
		if e.explicit() && (e.shown == nil || e.reduced()) {
			r.Warnings = append(r.Warnings, e.lossWarning())
		}
	}
	slices.SortFunc(r.Excluded, func(a, b Excluded) int { return strings.Compare(a.Path, b.Path) })
	st.ItemsIncluded = len(r.Items)
	st.TotalEstimatedTokens = w.counter.Count(text)
	st.AvailableForContext = w.available
	st.BudgetUtilization = float64(st.TotalEstimatedTokens) / float64(w.available)
	if w.repoMap != nil {
		st.RepoMapTokens = w.repoMap.EstimatedTokens
	}
	if w.past {
		r.Warnings = append(r.Warnings, "the deadline came before the pack was complete")
	}
	return r
}

// add adds the item of a shown file.
func (r *Result) add(e *entry, counter *Counter) {
	v, st := e.shown, &r.Stats
	switch v.representation {
	case Full:
		st.FilesIncludedFull++
	case Slice:
		st.FilesIncludedSlice++
	case Signatures:
		st.FilesIncludedSignatures++
	}
	if v.truncated {
		st.ItemsTruncated++
	}
	if e.reduced() {
		st.ItemsReduced++
		st.FilesTruncated++
	}
	st.ContentUTF8Bytes += len(v.content)
	r.Items = append(r.Items, Item{
		ID: e.id(), Path: e.Path, Package: e.Package, Repository: e.Repository, Priority: e.section.priority(), Representation: v.representation, Relationship: e.Relationship,
		Reasons: e.Reasons, Importance: e.Importance, Score: e.Score,
		EstimatedTokens: counter.Count(v.content), Ranges: v.ranges, Content: v.content,
	})
}

func hash(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:12])
}
