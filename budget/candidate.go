package budget

import (
	"context"

	"github.com/contextls/contextls/analysis"
	"github.com/contextls/contextls/rank"
)

// The tiers of candidates; 1 is the task, 5 the repository map.
const (
	TierTarget  = 2
	TierImport  = 3
	TierRelated = 4
	TierManual  = 6
)

// Tier is the tier of a file with a relationship, which is named as on the wire.
func Tier(relationship string) int {
	switch relationship {
	case "target":
		return TierTarget
	case "direct_import":
		return TierImport
	case "manual":
		return TierManual
	}
	return TierRelated
}

// Candidate is a file that may enter a pack.
type Candidate struct {
	Path         string
	Package      string // name and version of the installed package that it is, in place of a file: its Symbols are shown; "" for files
	Repository   string // another one, that defines the package; "": it is installed
	Fence        string // info string of its language's fence; "" for none
	Tier         int    // TierTarget, TierImport, TierRelated or TierManual
	Pinned       bool   // a manual file that comes right after the targets
	Missing      bool   // there is no such file yet
	Generated    bool   // never more than signatures, unless it is a target or manual
	Score        float64
	Importance   float64
	Relationship string
	Reasons      []string               // why it is here; the first ones are shown
	Symbols      Symbols                // of exactly the text that Load gives
	Weights      []float64              // how much each symbol is used by others; nil where unknown
	Fits         []float64              // how likely the task touches each symbol, 0–1; nil where nothing says it
	Uses         []string               // names that targets use from it
	Ranges       []analysis.Span        // the parts of it that matter: of a target, or that the task names by line
	Size         int                    // bytes of the text, so that nothing is loaded in vain; 0 when unknown
	Lines        int                    // of the text; 0 when unknown
	Load         func() (string, error) // the text; called at most once in a Pack, for several candidates at a time

	// Ranked is the file's place in the ranking; nil where that does not know it. With Request.Odds its passages
	// are judged.
	Ranked *rank.Ranked

	// Redact is the text as it may be shown, line for line; nil: as it is. Symbols and ranges are of the text that
	// Load gives. The error is ctx's.
	Redact func(ctx context.Context, text string) (string, error)
}
