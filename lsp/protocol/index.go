package protocol

import lsp "go.lsp.dev/protocol"

// RankParams are the parameters of context/rank.
type RankParams struct {
	Targets        []Target `json:"targets,omitzero"`
	Task           string   `json:"task,omitzero"`
	Limit          *int     `json:"limit,omitzero"`
	MaxImportDepth *int     `json:"maxImportDepth,omitzero"`
	Scope          Scope    `json:"scope,omitzero"`
	InFolder
}

// Check wants targets and ranges of text that can be.
func (p *RankParams) Check() error {
	return firstOf(checkFiles(p.FileFields()), checkRanges(p.Targets), p.InFolder.Check())
}

// FileFields are the targets.
func (p *RankParams) FileFields() []FileField { return targetFields(p.Targets) }

// RankResult is the answer to context/rank.
type RankResult struct {
	TargetFiles    []string     `json:"targetFiles"`
	RankedFiles    []RankedFile `json:"rankedFiles"`
	GraphNodeCount int          `json:"graphNodeCount"`
	GraphEdgeCount int          `json:"graphEdgeCount"`
	Provenance     Provenance   `json:"provenance"`
}

// ExplainParams are the parameters of context/explain.
type ExplainParams struct {
	aboutFiles
	URI     string   `json:"uri"`
	Targets []Target `json:"targets,omitzero"`
	Task    string   `json:"task,omitzero"`
}

// Check wants a file, and targets that can be.
func (p *ExplainParams) Check() error {
	return firstOf(checkFiles(p.FileFields()), checkRanges(p.Targets))
}

// FileFields are the file, then the targets.
func (p *ExplainParams) FileFields() []FileField {
	return append([]FileField{{"uri", p.URI}}, targetFields(p.Targets)...)
}

// ExplainResult is the answer to context/explain.
type ExplainResult struct {
	File  RankedFile `json:"file"`
	Chain []string   `json:"chain"`
}

// SymbolsParams are the parameters of context/symbols.
type SymbolsParams struct {
	aboutFiles
	URI string `json:"uri"`
}

// Check wants a file.
func (p *SymbolsParams) Check() error { return checkFiles(p.FileFields()) }

// FileFields are the file.
func (p *SymbolsParams) FileFields() []FileField { return []FileField{{"uri", p.URI}} }

// SymbolSummary is the answer to context/symbols.
type SymbolSummary struct {
	URI        string   `json:"uri"`
	Path       string   `json:"path"`
	Language   string   `json:"language"`
	ModuleName string   `json:"moduleName"`
	LineCount  int      `json:"lineCount"`
	Imports    []Import `json:"imports"`
	Exports    []string `json:"exports"`
	Symbols    []Symbol `json:"symbols"`
}

// Symbol is one definition.
type Symbol struct {
	Name       string    `json:"name"`
	Kind       string    `json:"kind"`
	Signature  string    `json:"signature"`
	Doc        *string   `json:"doc"`
	Line       int       `json:"line"`
	Range      lsp.Range `json:"range"`
	Container  *string   `json:"container"`
	Exported   bool      `json:"exported"`
	Importance float64   `json:"importance"`
	Chunk      string    `json:"chunk"`
}

// Import is one import of a file.
type Import struct {
	Specifier string   `json:"specifier"`
	Names     []string `json:"names"`
	Line      int      `json:"line"`
	Status    string   `json:"status"`
	URI       *string  `json:"uri"`
}

// ImportsParams are the parameters of context/imports.
type ImportsParams struct {
	aboutFiles
	URI       string `json:"uri"`
	Direction string `json:"direction,omitzero"`
	Depth     *int   `json:"depth,omitzero"`
}

// Check wants a file.
func (p *ImportsParams) Check() error { return checkFiles(p.FileFields()) }

// FileFields are the file.
func (p *ImportsParams) FileFields() []FileField { return []FileField{{"uri", p.URI}} }

// ImportsResult is the answer to context/imports.
type ImportsResult struct {
	Edges []ImportEdge `json:"edges"`
}

// ImportEdge is one import, with how far it is from the file that was asked about.
type ImportEdge struct {
	Importer  string  `json:"importer"`
	Imported  *string `json:"imported"`
	Specifier string  `json:"specifier"`
	Line      int     `json:"line"`
	Status    string  `json:"status"`
	Distance  int     `json:"distance"`
}

// ImportChainParams are the parameters of context/importChain.
type ImportChainParams struct {
	aboutFiles
	From string `json:"from"`
	To   string `json:"to"`
}

// Check wants two files.
func (p *ImportChainParams) Check() error { return checkFiles(p.FileFields()) }

// FileFields are both ends of the chain.
func (p *ImportChainParams) FileFields() []FileField {
	return []FileField{{"from", p.From}, {"to", p.To}}
}

// ImportChainResult is the answer to context/importChain.
type ImportChainResult struct {
	Chain []string `json:"chain"`
}

// StatsParams are the parameters of context/stats: none.
type StatsParams struct{}

// StatsResult is the answer to context/stats.
type StatsResult struct {
	Folders []FolderStats `json:"folders"`
	// Problems are those of the program itself, the one that happened last first.
	Problems []ServerProblem `json:"problems"`
}

// ServerProblem is something that went wrong in the program itself, however often.
type ServerProblem struct {
	Message string `json:"message"`
	Count   int    `json:"count"`
	At      string `json:"at"` // when it happened last
}

// ImportCounts are how many imports lead to files of the folder, out of it as is known, to one of several
// files, and nowhere that is known.
type ImportCounts struct {
	Resolved   int `json:"resolved"`
	External   int `json:"external"`
	Ambiguous  int `json:"ambiguous"`
	Unresolved int `json:"unresolved"`
}

// FolderStats are the numbers of one folder's index.
type FolderStats struct {
	URI               string `json:"uri"`
	State             string `json:"state"`
	Files             int    `json:"files"`
	Symbols           int    `json:"symbols"`
	References        int    `json:"references"`
	Imports           int    `json:"imports"`
	AmbiguousImports  int    `json:"ambiguousImports"`
	UnresolvedImports int    `json:"unresolvedImports"`
	// ImportsOf says what became of the imports of each language that has any.
	ImportsOf   map[string]ImportCounts `json:"importsByLanguage"`
	Chunks      int                     `json:"chunks"`
	Nodes       int                     `json:"nodes"`
	Edges       int                     `json:"edges"`
	Bytes       int64                   `json:"bytes"`
	Languages   map[string]int          `json:"languages"`
	TopPagerank []ScoredFile            `json:"topPagerank"`
	// Excluded counts what is left out, by reason; an ignored directory counts once.
	Excluded  map[string]int `json:"excluded"`
	Degraded  []string       `json:"degraded"`
	UpdatedAt string         `json:"updatedAt"`
	Snapshot  string         `json:"snapshot"`
}

// LogTrace are the parameters of the notification $/logTrace.
type LogTrace struct {
	Message string `json:"message"`
	Verbose string `json:"verbose,omitzero"` // where the client wants to know more
}

// ScoredFile is a file with its PageRank.
type ScoredFile struct {
	URI   string  `json:"uri"`
	Score float64 `json:"score"`
}

// IndexChanged are the parameters of the notification context/didChangeIndex.
type IndexChanged struct {
	Folder     string   `json:"folder"`
	State      string   `json:"state"`
	Snapshot   string   `json:"snapshot"`
	Files      int      `json:"files"`
	Percentage *int     `json:"percentage,omitzero"`
	Reasons    []string `json:"reasons"`
}
