package protocol

import (
	"strconv"

	lsp "go.lsp.dev/protocol"
)

// PackParams are the parameters of context/pack.
type PackParams struct {
	Task    string        `json:"task,omitzero"`    // what is to be done; also read for paths, symbols and words
	Targets []Target      `json:"targets,omitzero"` // files to be changed; they come first
	Files   []ContextFile `json:"files,omitzero"`   // files that a person attached
	InFolder
	Budget         Budget        `json:"budget,omitzero"`
	AutoDiscover   *bool         `json:"autoDiscover,omitzero"`   // default true; false: targets, files and the map alone
	MaxImportDepth *int          `json:"maxImportDepth,omitzero"` // 1–100; default: the setting, 2
	IncludeRepoMap *bool         `json:"includeRepoMap,omitzero"` // default true; false in a summary
	RepoMapTokens  *int          `json:"repoMapTokens,omitzero"`  // default: the setting, 2048; where no map is asked for, an eighth of what is above 12,000 tokens at most
	Detail         string        `json:"detail,omitzero"`         // default full. summary: files with relevance and key symbols, and the imports among them, in at most the setting summaryTokens; no bodies. One of: full, summary
	Format         string        `json:"format,omitzero"`         // of `text`; default markdown. One of: markdown, xml, plain, json
	Order          string        `json:"order,omitzero"`          // of `text` and `items`; default tier. cache: what changes least comes first. One of: tier, cache
	LineNumbers    bool          `json:"lineNumbers,omitzero"`    // each line of a file begins with its number and a bar; default false
	BaseEtag       string        `json:"baseEtag,omitzero"`       // the etag of a pack that the client has: the answer then says what changes it
	Scope          Scope         `json:"scope,omitzero"`
	AllExcluded    bool          `json:"allExcluded,omitzero"`   // `excluded` names all that is left out; default false
	DeadlineMs     *int          `json:"deadlineMs,omitzero"`    // answer by then with what there is (`partial: true`)
	WorkDoneToken  ProgressToken `json:"workDoneToken,omitzero"` // where to show progress, as in LSP
}

// Check wants files and ranges of text that can be, and a token of LSP's.
func (p *PackParams) Check() error {
	return firstOf(checkFiles(p.FileFields()), checkRanges(p.Targets), p.InFolder.Check(), checkDeadline(p.DeadlineMs), checkToken(p.WorkDoneToken))
}

// FileFields are the targets, then the attached files.
func (p *PackParams) FileFields() []FileField {
	fields := targetFields(p.Targets)
	for i, f := range p.Files {
		fields = append(fields, FileField{"files[" + strconv.Itoa(i) + "].uri", f.URI})
	}
	return fields
}

// Timing is its deadline and its token.
func (p *PackParams) Timing() Timing { return Timing{p.DeadlineMs, p.WorkDoneToken} }

func checkToken(token any) error {
	switch token.(type) {
	case nil, string, float64:
		return nil
	}
	return Bad("workDoneToken", "%v is neither a string nor a number", token)
}

// PackResult is the answer to context/pack.
type PackResult struct {
	Text           string         `json:"text"`  // ready to paste; of a delta, what is new alone
	Items          []PackItem     `json:"items"` // in the order of `text`; of a delta, those that were added or changed
	RepoMap        *RepoMapResult `json:"repoMap"`
	Stats          PackStats      `json:"stats"`
	Excluded       []Excluded     `json:"excluded"`       // candidates left out, and files that are not indexed, with the reason: 50 at most unless `allExcluded`, some of each kind of reason, the best ones; by path
	ExcludedCounts map[string]int `json:"excludedCounts"` // how many are left out in all, by reason; an ignored directory counts once
	Missing        []Missing      `json:"missing"`        // what would be shown next if there were more room, the best first, 20 at most
	Warnings       []string       `json:"warnings"`
	Notices        []Notice       `json:"notices"`           // what programs may want to know of `warnings`
	Partial        bool           `json:"partial"`           // the deadline came first, or the folder is still being indexed
	Etag           string         `json:"etag"`              // same etag: same text; of a delta, that of the whole pack
	Degraded       []string       `json:"degraded,omitzero"` // what is missing, and why: the store did not answer, or git did not say in time what commits wrote; it stands in `warnings`, too
	Delta          *PackDelta     `json:"delta,omitzero"`    // given when `baseEtag` is known
	Provenance     Provenance     `json:"provenance"`
}

// Missing is a definition, a part of a long one, what stands between definitions, or a whole file, that a pack has
// no room for.
type Missing struct {
	Path   string    `json:"path"`
	Symbol string    `json:"symbol,omitempty"` // the definition that it is, or is a part of, with what it stands in
	Range  lsp.Range `json:"range"`            // of whole lines
	Tokens int       `json:"tokens"`           // what it would take, about
	Reason string    `json:"reason"`           // as in `excluded`
}

// Notice is what a warning is about, for programs.
type Notice struct {
	Kind string `json:"kind"` // 'secret': something that looks like one stands there, and was replaced by `‹secret: …›`
	Path string `json:"path"`
	Line int    `json:"line"` // from 0
}

// PackDelta is what makes the items of a pack out of those of an earlier one.
type PackDelta struct {
	BaseEtag        string      `json:"baseEtag"`
	Added           []PackItem  `json:"added"`
	Changed         []PackItem  `json:"changed"`
	Removed         []string    `json:"removed"`         // paths
	Order           []PackPlace `json:"order"`           // all items of the whole pack
	EstimatedTokens int         `json:"estimatedTokens"` // of `text`
}

// PackPlace is the place of an item in a pack, with those of its numbers that any edit can move.
type PackPlace struct {
	Path       string  `json:"path"`
	Version    *int32  `json:"version"` // of the open document; null: from disk
	Importance float64 `json:"importance"`
	Score      float64 `json:"score"`
}

// PackItem is one file of a pack.
type PackItem struct {
	ID              string         `json:"id"`                  // stable while the item's content is the same
	URI             FileURI        `json:"uri"`                 // of a package `package:ECOSYSTEM/NAME@VERSION`
	Origin          string         `json:"origin"`              // package: an installed package, of which the names are shown that targets use; store: one that a repository of the team's defines. One of: folder, package, store
	Repository      string         `json:"repository,omitzero"` // of the store, that defines the package
	Path            string         `json:"path"`
	Version         *int32         `json:"version"`  // of the open document; null: from disk
	Priority        int            `json:"priority"` // 1 task · 2 targets and pinned files · 3 direct imports · 4 related · 5 repository map · 6 manual files. One of: 1, 2, 3, 4, 5, 6
	Representation  Representation `json:"representation"`
	Relationship    Relationship   `json:"relationship"`
	Reasons         []string       `json:"reasons"`
	Importance      float64        `json:"importance"`
	Score           float64        `json:"score"`
	EstimatedTokens int            `json:"estimatedTokens"`
	Ranges          []lsp.Range    `json:"ranges"`  // the parts of the file that are shown; none for signatures and paths
	Content         string         `json:"content"` // as it stands in `text`: numbered if asked for, what is unseen made visible
}

// PackStats are the numbers of a pack.
type PackStats struct {
	FilesDiscovered         int     `json:"filesDiscovered"` // candidates: of the files that ranking finds the best, one for each 8 tokens, 200 to 5,000
	FilesIncludedFull       int     `json:"filesIncludedFull"`
	FilesIncludedSlice      int     `json:"filesIncludedSlice"`
	FilesIncludedSignatures int     `json:"filesIncludedSignatures"`
	FilesTruncated          int     `json:"filesTruncated"`
	TotalEstimatedTokens    int     `json:"totalEstimatedTokens"`
	AvailableForContext     int     `json:"availableForContext"`
	BudgetUtilization       float64 `json:"budgetUtilization"`
	RepoMapTokens           int     `json:"repoMapTokens"`
	ContentUTF8Bytes        int     `json:"contentUtf8Bytes"`
	ItemsIncluded           int     `json:"itemsIncluded"`
	ItemsReduced            int     `json:"itemsReduced"`
	ItemsTruncated          int     `json:"itemsTruncated"`
}

// RepoMapParams are the parameters of context/repoMap.
type RepoMapParams struct {
	Tokens  *int     `json:"tokens,omitzero"` // what the map may cost, from 1; default 2048
	Targets []Target `json:"targets,omitzero"`
	Task    string   `json:"task,omitzero"`
	InFolder
	Tokenizer  Tokenizer `json:"tokenizer,omitzero"`
	Scope      Scope     `json:"scope,omitzero"`
	DeadlineMs *int      `json:"deadlineMs,omitzero"` // answer by then with what there is
}

// Check wants targets and ranges of text that can be.
func (p *RepoMapParams) Check() error {
	return firstOf(checkFiles(p.FileFields()), checkRanges(p.Targets), p.InFolder.Check(), checkDeadline(p.DeadlineMs))
}

// Timing is its deadline.
func (p *RepoMapParams) Timing() Timing { return Timing{DeadlineMs: p.DeadlineMs} }

// FileFields are the targets.
func (p *RepoMapParams) FileFields() []FileField { return targetFields(p.Targets) }

// RepoMapResult is the answer to context/repoMap.
type RepoMapResult struct {
	Content             string        `json:"content"`
	FilesWithSignatures int           `json:"filesWithSignatures"`
	FilesPathOnly       int           `json:"filesPathOnly"`
	FilesOmitted        int           `json:"filesOmitted"`
	EstimatedTokens     int           `json:"estimatedTokens"`
	Etag                string        `json:"etag"`
	Provenance          Provenance    `json:"provenance"`
	Files               []RepoMapFile `json:"files"`
}

// RepoMapFile is one file of a repository map.
type RepoMapFile struct {
	URI            FileURI `json:"uri"`
	Path           string  `json:"path"`
	Importance     float64 `json:"importance"`
	Representation string  `json:"representation"` // one of: signatures, path
}
