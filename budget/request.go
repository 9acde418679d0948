package budget

import (
	"context"
	"fmt"

	"github.com/contextls/contextls/budget/render"
	"github.com/contextls/contextls/rank"
)

// Request says what to pack.
type Request struct {
	Name       string // of the folder, for the title; may be ""
	Task       string // at the top, verbatim but for unseen characters, lines of logs that repeat others, and the middle of a long one, see taskShare; may be ""
	HideTask   bool   // the reader has the task: it chooses what is shown, and costs nothing
	Candidates []Candidate
	Limits     Limits
	Format     string    // markdown (also ""), xml, plain or json
	Order      string    // OrderTier (also "") or OrderCache
	Map        []MapFile // the files of the repository map; none: no map
	MapTokens  int       // what the map may cost, in tokens; below 1: no map
	Summary    bool      // signatures and Edges only
	Edges      []Edge    // shown in a summary, in this order

	// Odds are how likely each passage of files matters, above 0. It gives nil when ctx is done first. Where it is nil itself,
	// files are shown as wholes, the best first, and more budget may show less of one.
	Odds func(ctx context.Context, files []rank.Cut) [][]float64

	PackagePercent int // of the budget, for installed packages at most
	SummaryTokens  int // what a summary may cost, in tokens; below 1: SummaryTokens

	LineNumbers bool      // each line of a file begins with its number
	Baseline    *Baseline // the pack that Result.Changes starts from; nil: none

	shown string // the task as it stands in the text; set by Pack
	left  int    // how many of its lines are left out of that for want of room
}

// Edge says that one file depends on another; both are paths.
type Edge struct{ From, To string }

// SummaryTokens is what a summary may cost where nothing else is said, in tokens.
const SummaryTokens = 4000

// showTask sets how the task is to stand in a text of so many tokens. The whole is what it would be with room for all.
func (r *Request) showTask(available int) (whole string) {
	if r.HideTask {
		return ""
	}
	whole = render.Visible(abridged(r.Task))
	r.shown, r.left = fitted(whole, r.Limits.Counter, available)
	return whole
}

// TaskTooLargeError says that the task alone costs more than the budget, even without its middle; Tokens are those of all of it.
type TaskTooLargeError struct{ Tokens, Budget int }

func (e *TaskTooLargeError) Error() string {
	return fmt.Sprintf("the task alone costs %d tokens, the budget is %d", e.Tokens, e.Budget)
}
