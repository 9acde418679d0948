package protocol

import (
	"strconv"

	lsp "go.lsp.dev/protocol"
)

// PackParams are the parameters of context/pack.
type PackParams struct {
	Task    string        `json:"task,omitzero"`
	Targets []Target      `json:"targets,omitzero"`
	Files   []ContextFile `json:"files,omitzero"`
	InFolder
	Budget         Budget `json:"budget,omitzero"`
	AutoDiscover   *bool  `json:"autoDiscover,omitzero"`
	MaxImportDepth *int   `json:"maxImportDepth,omitzero"`
	IncludeRepoMap *bool  `json:"includeRepoMap,omitzero"`
	RepoMapTokens  *int   `json:"repoMapTokens,omitzero"`
	Detail         string `json:"detail,omitzero"`
	Format         string `json:"format,omitzero"`
	Order          string `json:"order,omitzero"`
	LineNumbers    bool   `json:"lineNumbers,omitzero"`
	BaseEtag       string `json:"baseEtag,omitzero"`
	Scope          Scope  `json:"scope,omitzero"`
	DeadlineMs     *int   `json:"deadlineMs,omitzero"`
	WorkDoneToken  any    `json:"workDoneToken,omitzero"`
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
	Text       string         `json:"text"`
	Items      []PackItem     `json:"items"`
	RepoMap    *RepoMapResult `json:"repoMap"`
	Stats      PackStats      `json:"stats"`
	Excluded   []Excluded     `json:"excluded"`
	Warnings   []string       `json:"warnings"`
	Partial    bool           `json:"partial"`
	Etag       string         `json:"etag"`
	Delta      *PackDelta     `json:"delta,omitzero"`
	Provenance Provenance     `json:"provenance"`
}

// PackDelta is what makes the items of a pack out of those of an earlier one.
type PackDelta struct {
	BaseEtag        string      `json:"baseEtag"`
	Added           []PackItem  `json:"added"`
	Changed         []PackItem  `json:"changed"`
	Removed         []string    `json:"removed"`
	Order           []PackPlace `json:"order"`
	EstimatedTokens int         `json:"estimatedTokens"`
}

// PackPlace is the place of an item in a pack, with those of its numbers that any edit can move.
type PackPlace struct {
	Path       string  `json:"path"`
	Version    *int32  `json:"version"`
	Importance float64 `json:"importance"`
	Score      float64 `json:"score"`
}

// PackItem is one file of a pack.
type PackItem struct {
	ID              string      `json:"id"`
	URI             string      `json:"uri"`
	Path            string      `json:"path"`
	Version         *int32      `json:"version"`
	Priority        int         `json:"priority"`
	Representation  string      `json:"representation"`
	Relationship    string      `json:"relationship"`
	Reasons         []string    `json:"reasons"`
	Importance      float64     `json:"importance"`
	Score           float64     `json:"score"`
	EstimatedTokens int         `json:"estimatedTokens"`
	Ranges          []lsp.Range `json:"ranges"`
	Content         string      `json:"content"`
}

// PackStats are the numbers of a pack.
type PackStats struct {
	FilesDiscovered         int     `json:"filesDiscovered"`
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
	Tokens  *int     `json:"tokens,omitzero"`
	Targets []Target `json:"targets,omitzero"`
	Task    string   `json:"task,omitzero"`
	InFolder
	Tokenizer  string `json:"tokenizer,omitzero"`
	Scope      Scope  `json:"scope,omitzero"`
	DeadlineMs *int   `json:"deadlineMs,omitzero"`
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
	URI            string  `json:"uri"`
	Path           string  `json:"path"`
	Importance     float64 `json:"importance"`
	Representation string  `json:"representation"`
}
