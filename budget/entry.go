package budget

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/contextls/contextls/budget/render"
)

// entry is a candidate on its way into a pack. What was made of it once is kept.
type entry struct {
	*Candidate
	section     section
	score       float64 // quantised
	outlineOnly bool    // nothing of its text may be shown

	text      string
	displayed string // the text as it is shown
	loaded    bool
	altered   bool // the text is not the bytes that symbols and ranges point into
	failed    error
	byUse     *outline  // by what is used of it
	outline   *outline  // by its odds, where it has them, and then by that
	wanted    []bool    // symbols that targets use or the task names; made with byUse
	odds      []float64 // of each symbol, to be touched by the task; nil where they were not judged
	source    *source

	path          *view
	signatures    *view
	signaturesFor int // the limit that they were trimmed to
	full          *view

	like   string // a reason that is shown besides the first: the best file's says which commit reads like the task
	shown  *view  // nil: not in the pack
	reason string // why it is not
}

// explicit reports whether a person asked for the file.
func (e *entry) explicit() bool { return e.Tier == TierTarget || e.Tier == TierManual }

// shows reports whether the file is shown in a representation.
func (e *entry) shows(r Representation) bool { return e.shown != nil && e.shown.representation == r }

// taken is what the file takes now, beside its section's title.
func (e *entry) taken() amount {
	if e.shown == nil {
		return amount{}
	}
	return e.shown.amount
}

// id is the ID of the item that a shown file becomes.
func (e *entry) id() string {
	return hash(e.Path + "\x00" + string(e.shown.representation) + "\x00" + e.shown.content)
}

// reduced reports whether a shown file shows less than its tier asks for.
func (e *entry) reduced() bool {
	if !e.outlineOnly && e.section != sectionRelated {
		return e.shown.representation != Full
	}
	switch e.shown.representation {
	case Signatures:
		return e.shown.truncated
	case Path:
		return !e.Missing && e.Symbols.Len() > 0
	}
	return false
}

// part is the part of a text that a view of the file becomes.
func (e *entry) part(v *view) render.File {
	reasons := e.Reasons
	switch {
	case e.section == sectionTargets:
		reasons = nil // the section says it
	case v.brief:
		reasons = reasons[:min(len(reasons), 2)] // there is little else to go by
	default:
		reasons = reasons[:min(len(reasons), 1)]
	}
	if e.like != "" && !slices.Contains(reasons, e.like) {
		reasons = append(slices.Clip(reasons), e.like)
	}
	return render.File{Section: e.section.title(), Path: cmp.Or(e.Package, e.Path), Fence: e.Fence, Shows: e.describe(v), Reasons: reasons, Content: v.content}
}

// lossWarning tells a person what became of a file that they asked to see in full.
func (e *entry) lossWarning() string {
	what := "manual file"
	if e.section == sectionTargets {
		what = "target"
	}
	if e.shown == nil {
		return fmt.Sprintf("%s %s is left out: %s", what, e.Path, e.reason)
	}
	return fmt.Sprintf("%s %s does not fit its share of the budget, so this is shown: %s", what, e.Path, e.describe(e.shown))
}

// deceptionWarning is about a file with characters that hide or reorder text; "" where it has none. A file
// that was not read is judged by its symbols.
func (e *entry) deceptionWarning() string {
	texts := []string{e.Path, e.text}
	switch {
	case !e.loaded:
		symbols := e.Symbols.All()
		for i := range symbols {
			texts = append(texts, symbols[i].Signature, symbols[i].Doc)
		}
	case e.displayed == e.text:
		texts = texts[:1] // nothing of it had to be shown by its number
	}
	found := render.Deceptive(texts...)
	if found == "" {
		return ""
	}
	return render.Path(e.Path) + " holds characters that hide or reorder text, which are shown by their numbers: " + found
}
