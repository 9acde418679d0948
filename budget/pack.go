package budget

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"
	"strings"
)

// Request says what to pack.
type Request struct {
	Name       string // of the folder, for the title; may be ""
	Task       string // verbatim at the top; may be ""
	Candidates []Candidate
	Limits     Limits
	Format     string    // markdown (also ""), xml, plain or json
	Order      string    // OrderTier (also "") or OrderCache
	Map        []MapFile // the files of the repository map; none: no map
	MapTokens  int       // what the map may cost, in tokens; below 1: no map
	Summary    bool      // outlines and Edges only
	Edges      []Edge    // shown in a summary, in this order

	SummaryTokens int // what a summary may cost, in tokens; below 1: SummaryTokens

	LineNumbers bool   // each line of a file begins with its number
	Known       *Known // what the reader knows already, for Changes; nil: nothing
}

// Edge says that one file depends on another; both are paths.
type Edge struct{ From, To string }

// SummaryTokens is what a summary may cost where nothing else is said, in tokens.
const SummaryTokens = 4000

// Result is a pack.
type Result struct {
	Text     string
	Items    []Item // in the order of Text
	Map      *Map   // nil: none in Text
	Stats    Stats
	Excluded []Excluded // candidates left out, by path
	Warnings []string
	Partial  bool   // the deadline came first
	ETag     string // same ETag: same Text

	// Changes is a text of what the reader does not know yet: new and changed files, and which are gone.
	// It costs no more than Text, and is Text where that is the shorter one; "" if there is nothing new.
	// Without a Request.Known it is Text.
	Changes string
	Known   *Known // what who has read this pack knows
}

// Item is a file in a pack.
type Item struct {
	ID              string // the same while path, representation and content are
	Path            string
	Priority        int // the tier it was kept with; pinned files come with the targets
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

// TaskTooLargeError says that the task alone costs more than the budget.
type TaskTooLargeError struct{ Tokens, Budget int }

func (e *TaskTooLargeError) Error() string {
	return fmt.Sprintf("the task alone costs %d tokens, the budget is %d", e.Tokens, e.Budget)
}

// Pack fills a budget with what matters most. When ctx's deadline comes first, it answers with what
// there is. Errors: a *TaskTooLargeError, a *FieldError, or ctx's when it was cancelled.
func Pack(ctx context.Context, req Request) (*Result, error) {
	r, err := newRenderer(req.Format)
	if err != nil {
		return nil, err
	}
	steady, err := checkOrder(req.Order)
	if err != nil {
		return nil, err
	}
	limits := req.Limits
	if req.Summary {
		limits.Tokens = min(limits.Tokens, cmp.Or(max(req.SummaryTokens, 0), SummaryTokens))
	}
	if task := limits.Counter.Count(req.Task); task > limits.Tokens {
		return nil, &TaskTooLargeError{task, limits.Tokens}
	}
	p := &packer{ctx: ctx, req: &req, counter: limits.Counter, renderer: r, steady: steady, summary: req.Summary,
		sections: prepare(req.Candidates), widestIndex: len(req.Candidates), words: words(req.Task)}
	// The parts' costs add up to the text's, so this is one round; should a tokenizer disagree, the
	// next one leaves out as much as the text was too long.
	var text string
	for limit := limits.Tokens * perToken; ; {
		p.plan(limit, limits.Bytes)
		text = p.write()
		over := limits.Counter.cost(text) - limits.Tokens*perToken
		if over <= 0 {
			break
		}
		limit -= over
	}
	if err := ctx.Err(); errors.Is(err, context.Canceled) {
		return nil, err
	}
	return p.result(text, limits.Tokens), nil
}

func (p *packer) result(text string, available int) *Result {
	r := &Result{Text: text, Changes: text, Map: p.repoMap, Partial: p.late, ETag: hash(text), Known: p.known()}
	if p.req.Known != nil {
		r.Changes = p.changes(text, p.req.Known)
	}
	st := &r.Stats
	for _, part := range p.layout() {
		if part < partTask {
			for _, e := range p.listed(section(part)) {
				p.item(r, e)
			}
		}
	}
	if found := deceits(p.req.Task); found != "" {
		r.Warnings = append(r.Warnings, "the task holds characters that hide or reorder text: "+found)
	}
	for _, entries := range p.sections {
		for _, e := range entries {
			st.FilesDiscovered++
			if e.shown == nil {
				r.Excluded = append(r.Excluded, Excluded{e.Path, e.reason})
				if e.reason == overBudget {
					st.FilesTruncated++
				}
			} else if what := e.deceit(); what != "" {
				r.Warnings = append(r.Warnings, what)
			}
			if e.explicit() && (e.shown == nil || p.reduced(e)) {
				r.Warnings = append(r.Warnings, warning(e))
			}
		}
	}
	slices.SortFunc(r.Excluded, func(a, b Excluded) int { return strings.Compare(a.Path, b.Path) })
	st.ItemsIncluded = len(r.Items)
	st.TotalEstimatedTokens = p.counter.Count(text)
	st.AvailableForContext = available
	st.BudgetUtilization = float64(st.TotalEstimatedTokens) / float64(available)
	if p.repoMap != nil {
		st.RepoMapTokens = p.repoMap.EstimatedTokens
	}
	if p.late {
		r.Warnings = append(r.Warnings, "the deadline came before the pack was complete")
	}
	return r
}

func (p *packer) item(r *Result, e *entry) {
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
	if p.reduced(e) {
		st.ItemsReduced++
		st.FilesTruncated++
	}
	st.ContentUTF8Bytes += len(v.content)
	r.Items = append(r.Items, Item{
		ID: e.id(), Path: e.Path, Priority: priorities[e.section], Representation: v.representation, Relationship: e.Relationship,
		Reasons: e.Reasons, Importance: e.Importance, Score: e.Score,
		EstimatedTokens: p.counter.Count(v.content), Ranges: v.ranges, Content: v.content,
	})
}

// id is the ID of the item that a shown file becomes.
func (e *entry) id() string {
	return hash(e.Path + "\x00" + string(e.shown.representation) + "\x00" + e.shown.content)
}

// reduced says whether an item shows less than its tier asks for.
func (p *packer) reduced(e *entry) bool {
	if p.mayBeFull(e) && e.section != sectionRelated {
		return e.shown.representation != Full
	}
	switch e.shown.representation {
	case Signatures:
		return e.shown.truncated
	case Path:
		return !e.Missing && len(e.Symbols) > 0
	}
	return false
}

func hash(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:12])
}
