package protocol

import lsp "go.lsp.dev/protocol"

// RankParams are the parameters of context/rank.
type RankParams struct {
	Targets        []Target `json:"targets,omitzero"`
	Task           string   `json:"task,omitzero"`
	Limit          *int     `json:"limit,omitzero"`       // from 1
	Definitions    int      `json:"definitions,omitzero"` // how many definitions to answer, 0–200
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
	TargetFiles    []FileURI          `json:"targetFiles"`
	RankedFiles    []RankedFile       `json:"rankedFiles"`
	Definitions    []RankedDefinition `json:"definitions,omitempty"` // of all files in scope, the likeliest to be touched first; given when they are asked for
	GraphNodeCount int                `json:"graphNodeCount"`
	GraphEdgeCount int                `json:"graphEdgeCount"`
	Provenance     Provenance         `json:"provenance"`
}

// RankedDefinition is a definition with how likely the task touches it.
type RankedDefinition struct {
	Chunk   string    `json:"chunk"`
	URI     FileURI   `json:"uri"`
	Range   lsp.Range `json:"range"`
	Score   float64   `json:"score"` // 0–1
	Reasons []string  `json:"reasons"`
}

// ExplainParams are the parameters of context/explain.
type ExplainParams struct {
	aboutFiles
	URI     FileURI  `json:"uri"`
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
	Cycle []FileURI  `json:"cycle"` // the other files that it imports in a circle; a change of one may concern all
	Chain []FileURI  `json:"chain"` // the shortest import chain from a target to the file; empty where there is none
}

// SymbolsParams are the parameters of context/symbols.
type SymbolsParams struct {
	aboutFiles
	URI FileURI `json:"uri"`
}

// Check wants a file.
func (p *SymbolsParams) Check() error { return checkFiles(p.FileFields()) }

// FileFields are the file.
func (p *SymbolsParams) FileFields() []FileField { return []FileField{{"uri", p.URI}} }

// SymbolSummary is the answer to context/symbols.
type SymbolSummary struct {
	URI        FileURI  `json:"uri"`
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
	Name       string     `json:"name"` // of a test, or a group of them, that has a title: it with that, as in "it adds an item"; it is a function
	Kind       SymbolKind `json:"kind"`
	Signature  string     `json:"signature"`
	Doc        *string    `json:"doc"`  // the first line of its documentation
	Line       int        `json:"line"` // of its name
	Range      lsp.Range  `json:"range"`
	Container  *string    `json:"container"`
	Exported   bool       `json:"exported"`
	Importance float64    `json:"importance"` // the file's importance times this symbol's share of what other files use of it
	Chunk      string     `json:"chunk"`      // its id: kind:path:name@line:hash, line 1-based, hash of its text
}

// Import is one import of a file.
type Import struct {
	Specifier string       `json:"specifier"`
	Names     []string     `json:"names"` // '*': all
	Line      int          `json:"line"`
	Status    ImportStatus `json:"status"`
	URI       *FileURI     `json:"uri"`

	Package *ImportedPackage `json:"package,omitzero"` // that an external import leads to, where it is known
}

// ImportedPackage is a package as a manifest of the folder names it.
type ImportedPackage struct {
	Ecosystem string `json:"ecosystem"` // go, npm, pypi, cargo, maven, composer, rubygems, hex, system, …
	Name      string `json:"name"`
	Version   string `json:"version,omitzero"` // as the manifest has it
}

// ImportsParams are the parameters of context/imports.
type ImportsParams struct {
	aboutFiles
	URI       FileURI `json:"uri"`
	Direction string  `json:"direction,omitzero"` // default imports. One of: imports, importedBy, both
	Depth     *int    `json:"depth,omitzero"`     // 1–100; default 1
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
	Importer  FileURI      `json:"importer"`
	Imported  *FileURI     `json:"imported"`
	Specifier string       `json:"specifier"`
	Line      int          `json:"line"`
	Status    ImportStatus `json:"status"`
	Distance  int          `json:"distance"`         // import steps from the file that was asked about, from 1
	InCycle   bool         `json:"inCycle,omitzero"` // the imported file leads back to the importer; default false
}

// ImportChainParams are the parameters of context/importChain.
type ImportChainParams struct {
	aboutFiles
	From FileURI `json:"from"`
	To   FileURI `json:"to"`
}

// Check wants two files.
func (p *ImportChainParams) Check() error { return checkFiles(p.FileFields()) }

// FileFields are both ends of the chain.
func (p *ImportChainParams) FileFields() []FileField {
	return []FileField{{"from", p.From}, {"to", p.To}}
}

// ImportChainResult is the answer to context/importChain.
type ImportChainResult struct {
	Chain []FileURI `json:"chain"`
}

// StatsParams are the parameters of context/stats: none.
type StatsParams struct{}

// StatsResult is the answer to context/stats.
type StatsResult struct {
	Folders  []FolderStats   `json:"folders"`
	Problems []ServerProblem `json:"problems"` // of the program itself, the one that happened last first
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
	URI               FileURI                 `json:"uri"`
	State             IndexState              `json:"state"`
	Files             int                     `json:"files"`
	Symbols           int                     `json:"symbols"`
	References        int                     `json:"references"`
	Imports           int                     `json:"imports"`
	AmbiguousImports  int                     `json:"ambiguousImports"`
	UnresolvedImports int                     `json:"unresolvedImports"`
	ImportsOf         map[string]ImportCounts `json:"importsByLanguage"` // of each language that has any
	Chunks            int                     `json:"chunks"`
	Nodes             int                     `json:"nodes"`
	Edges             int                     `json:"edges"`
	Bytes             int64                   `json:"bytes"`
	Languages         map[string]int          `json:"languages"`   // files by language
	TopPagerank       []ScoredFile            `json:"topPagerank"` // the first 5
	Excluded          map[string]int          `json:"excluded"`    // what is left out, by reason; an ignored directory counts once
	Cycles            Cycles                  `json:"cycles"`
	Cache             *CacheUse               `json:"cache,omitzero"`      // missing where nothing is kept on disk
	SharedWith        int                     `json:"sharedWith,omitzero"` // other sessions of the daemon that have the folder open: its files and graph are in memory once
	Degraded          []string                `json:"degraded"`            // what is degraded, for a person to read
	UpdatedAt         string                  `json:"updatedAt"`           // RFC 3339
	Snapshot          string                  `json:"snapshot"`
}

// CacheUse is what a folder had of the cache on disk.
type CacheUse struct {
	Unchanged int   `json:"unchanged"` // files that were not read, since they are as they were when they were last read
	Read      int   `json:"read"`      // files that were
	Bytes     int64 `json:"bytes"`     // of the cache, which all folders share
}

// Cycles are the groups of files that import each other, directly or through others of the group.
type Cycles struct {
	Count        int       `json:"count"`        // how many groups there are
	Files        int       `json:"files"`        // in all of them
	LargestFiles int       `json:"largestFiles"` // how many the largest one has
	Largest      []FileURI `json:"largest"`      // at most 20 of its files, by path
}

// LogTrace are the parameters of the notification $/logTrace.
type LogTrace struct {
	Message string `json:"message"`
	Verbose string `json:"verbose,omitzero"` // where the client wants to know more
}

// ScoredFile is a file with its PageRank.
type ScoredFile struct {
	URI   FileURI `json:"uri"`
	Score float64 `json:"score"`
}

// IndexChanged are the parameters of the notification context/didChangeIndex.
type IndexChanged struct {
	Folder     FileURI    `json:"folder"`
	State      IndexState `json:"state"`
	Snapshot   string     `json:"snapshot"`
	Files      int        `json:"files"`
	Percentage *int       `json:"percentage,omitzero"`
	Reasons    []string   `json:"reasons"` // what is degraded, for a person to read
}
