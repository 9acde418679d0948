package protocol

import lsp "go.lsp.dev/protocol"

// QueryParams are the parameters of context/query.
type QueryParams struct {
	Query     string    `json:"query"`
	Tier      *int      `json:"tier,omitzero"`   // 0: `path:line signature`; 1, the default: and the first line of documentation; 2: the source. One of: 0, 1, 2
	Limit     *int      `json:"limit,omitzero"`  // from 1; default 50
	Tokens    *int      `json:"tokens,omitzero"` // what `text` may cost, from 1; default: the setting tokenBudget, 100_000
	Tokenizer Tokenizer `json:"tokenizer,omitzero"`
	InFolder
}

// QueryResult is the answer to context/query.
type QueryResult struct {
	Text            string       `json:"text"`
	Chunks          []ChunkMatch `json:"chunks"`  // in the order of `text`
	Omitted         int          `json:"omitted"` // matches beyond limit and tokens; those below a fifth of the best score are none
	EstimatedTokens int          `json:"estimatedTokens"`
	Provenance      Provenance   `json:"provenance"`
}

// ChunkMatch is one chunk that matches a query.
type ChunkMatch struct {
	ID        string  `json:"id"`
	Score     float64 `json:"score"` // 0–1; the best has 1
	Signature string  `json:"signature"`
	Doc       *string `json:"doc"`
}

// CompressParams are the parameters of context/compress.
type CompressParams struct {
	Query     string    `json:"query"`
	Tokens    *int      `json:"tokens,omitzero"` // from 1; default 32_000
	Tokenizer Tokenizer `json:"tokenizer,omitzero"`
	InFolder
}

// CompressResult is the answer to context/compress.
type CompressResult struct {
	Text            string       `json:"text"`
	Chunks          []ChunkMatch `json:"chunks"`
	Omitted         int          `json:"omitted"`
	EstimatedTokens int          `json:"estimatedTokens"`
	Provenance      Provenance   `json:"provenance"`
}

// SourceParams are the parameters of context/source.
type SourceParams struct {
	Chunk string `json:"chunk"`
	InFolder
}

// SourceResult is the answer to context/source.
type SourceResult struct {
	Chunk   string    `json:"chunk"` // its id now
	URI     FileURI   `json:"uri"`
	Range   lsp.Range `json:"range"`
	Content string    `json:"content"`
}

// SkeletonParams are the parameters of context/skeleton.
type SkeletonParams struct {
	URI    FileURI  `json:"uri,omitzero"`
	Chunks []string `json:"chunks,omitzero"`
	InFolder
}

// Check wants a file that can be, if any.
func (p *SkeletonParams) Check() error {
	return firstOf(checkFiles(p.FileFields()), p.InFolder.Check())
}

// FileFields are the file, if one is meant.
func (p *SkeletonParams) FileFields() []FileField { return fileField(p.URI) }

// SkeletonResult is the answer to context/skeleton.
type SkeletonResult struct {
	Text string `json:"text"`
}

// ChunkOrFile are the parameters of context/dependencies and context/impact: either a chunk or a file.
type ChunkOrFile struct {
	Chunk string  `json:"chunk,omitzero"`
	URI   FileURI `json:"uri,omitzero"`
	InFolder
}

// Check wants a chunk or a file.
func (p *ChunkOrFile) Check() error {
	if (p.Chunk == "") == (p.URI == "") {
		return Bad("chunk", "there has to be either chunk or uri, and not both")
	}
	return firstOf(checkFiles(p.FileFields()), p.InFolder.Check())
}

// FileFields are the file, if one is meant.
func (p *ChunkOrFile) FileFields() []FileField { return fileField(p.URI) }

// DependenciesResult is the answer to context/dependencies.
type DependenciesResult struct {
	Chunks []string  `json:"chunks"` // by path and line
	Files  []FileURI `json:"files"`  // other files

	Packages []Package `json:"packages"` // that are installed, the most used first
}

// Package is an installed package, with what is used of it.
type Package struct {
	Ecosystem string        `json:"ecosystem"` // go, npm or pypi
	Name      string        `json:"name"`
	Version   string        `json:"version"` // "" where it is not known
	Names     []PackageName `json:"names"`   // the most used first
}

// PackageName is a definition of a package.
type PackageName struct {
	Name      string  `json:"name"` // with dots behind what it is in
	Signature string  `json:"signature"`
	Doc       string  `json:"doc,omitzero"`
	URI       FileURI `json:"uri,omitzero"` // of the file that has it
}

// ImpactResult is the answer to context/impact.
type ImpactResult struct {
	Uses                []SymbolUse `json:"uses"`         // of a chunk, by path and position, at most 200; of a file none
	MoreUses            int         `json:"moreUses"`     // how many were left out
	Callers             []Caller    `json:"callers"`      // the definitions that the uses stand in, in the same order
	Overriders          []SymbolUse `json:"overriders"`   // of a member: those in its place in types that derive from its own; range is their name's
	Implementers        []SymbolUse `json:"implementers"` // of a type: those that derive from it or implement it; of an interface's member: theirs
	DirectImporters     []FileURI   `json:"directImporters"`
	TransitiveImporters []FileURI   `json:"transitiveImporters"` // the nearest first
	Pagerank            float64     `json:"pagerank"`            // of the file
	Tests               []FileURI   `json:"tests"`               // among all of them
	Cycle               []FileURI   `json:"cycle"`               // the other files that the file imports in a circle: a change goes round
}

// Caller is a definition that uses another one, or a file outside of any.
type Caller struct {
	URI        FileURI     `json:"uri"`
	Chunk      *string     `json:"chunk"`      // null: outside of any definition
	Ranges     []lsp.Range `json:"ranges"`     // where it does
	Confidence float64     `json:"confidence"` // 0–1: how sure the surest of them is
}

// SymbolUse is one place where a definition is used.
type SymbolUse struct {
	URI        FileURI   `json:"uri"`
	Range      lsp.Range `json:"range"`      // of the name
	Chunk      *string   `json:"chunk"`      // the innermost definition around it
	Confidence float64   `json:"confidence"` // 0–1: how sure it is that this very definition is meant
}
