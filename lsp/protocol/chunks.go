package protocol

import lsp "go.lsp.dev/protocol"

// QueryParams are the parameters of context/query.
type QueryParams struct {
	Query     string    `json:"query"`
	Tier      *int      `json:"tier,omitzero"`   // 0: `path:line signature`; 1, the default: and the first line of documentation; 2: the source. One of: 0, 1, 2
	Limit     *int      `json:"limit,omitzero"`  // from 1; default 50
	Tokens    *int      `json:"tokens,omitzero"` // what `text` may cost, from 1; default: the setting tokenBudget, 100_000
	Tokenizer Tokenizer `json:"tokenizer,omitzero"`
	Targets   []Target  `json:"targets,omitzero"` // what is at hand: of what matches alike, what is near it comes first

	Repositories Repositories `json:"repositories,omitzero"` // what is searched besides the folder: "*" for all repositories of the store, or globs of their names
	InFolder
}

// Check wants targets and repositories that can be.
func (p *QueryParams) Check() error {
	return firstOf(checkFiles(p.FileFields()), checkRanges(p.Targets), checkRepositories(p.Repositories), p.InFolder.Check())
}

// FileFields are the targets.
func (p *QueryParams) FileFields() []FileField { return targetFields(p.Targets) }

// QueryResult is the answer to context/query.
type QueryResult struct {
	Text            string       `json:"text"`
	Chunks          []ChunkMatch `json:"chunks"`  // in the order of `text`
	Omitted         int          `json:"omitted"` // matches beyond limit and tokens; those below a fifth of the best score are none
	EstimatedTokens int          `json:"estimatedTokens"`
	Degraded        []string     `json:"degraded,omitzero"` // what is missing of what was asked for, and why: the store did not answer
	Provenance      Provenance   `json:"provenance"`
}

// ChunkMatch is one chunk that matches a query.
type ChunkMatch struct {
	ID        string  `json:"id"`    // of another repository's: only tells it from others
	Score     float64 `json:"score"` // 0–1; the best of the folder has 1, as has the best of all other repositories
	Signature string  `json:"signature"`
	Doc       *string `json:"doc"`

	Origin     string `json:"origin,omitzero"`     // absent: folder. One of: folder, store
	Repository string `json:"repository,omitzero"` // of the store, that it is in
	Path       string `json:"path,omitzero"`       // in that repository
	Line       *int   `json:"line,omitzero"`       // in that file, from 0
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

// ChunkOrFile are the parameters of context/dependencies: either a chunk or a file.
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

	Packages []Package `json:"packages"`          // the most used first
	Degraded []string  `json:"degraded,omitzero"` // what is missing, and why: the store did not answer
}

// Package is a package of which something is used, with what that is.
type Package struct {
	Ecosystem string        `json:"ecosystem"` // go, npm, pypi, cargo, maven, composer, rubygems, hex, system, …
	Name      string        `json:"name"`
	Version   string        `json:"version"` // "" where it is not known
	Names     []PackageName `json:"names"`   // the most used first

	Origin     string `json:"origin"`              // package: it is installed; store: a repository of the team's defines it. One of: package, store
	Repository string `json:"repository,omitzero"` // of the store, that defines it
}

// PackageName is a definition of a package.
type PackageName struct {
	Name      string  `json:"name"` // with dots behind what it is in
	Signature string  `json:"signature"`
	Doc       string  `json:"doc,omitzero"`
	URI       FileURI `json:"uri,omitzero"`  // of the file that has it, if that is here
	Path      string  `json:"path,omitzero"` // of the file in its repository, if that is of the store
}

// ImpactParams are the parameters of context/impact: either a chunk or a file.
type ImpactParams struct {
	ChunkOrFile
	Repositories Repositories `json:"repositories,omitzero"` // where uses are looked for besides the folder: "*" for all repositories of the store, or globs of their names
}

// Check wants a chunk or a file, and repositories that can be.
func (p *ImpactParams) Check() error {
	return firstOf(p.ChunkOrFile.Check(), checkRepositories(p.Repositories))
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
	Tests               []FileURI   `json:"tests"`               // among all of them, and where a chunk may be used
	Cycle               []FileURI   `json:"cycle"`               // the other files that the file imports in a circle: a change goes round

	Elsewhere     []UseElsewhere `json:"elsewhere,omitzero"`     // with repositories: uses in others, of the chunk if it is exported or of what the file exports; by repository, path and line, at most 200
	MoreElsewhere int            `json:"moreElsewhere,omitzero"` // how many of these were left out
	Degraded      []string       `json:"degraded,omitzero"`      // what is missing of what was asked for, and why: the store did not answer, or it is not known what others import
}

// UseElsewhere is where another repository uses a definition of a package that this folder defines.
type UseElsewhere struct {
	Repository string `json:"repository"`
	Path       string `json:"path"`        // in that repository
	Line       int    `json:"line"`        // of the first use, from 0
	Name       string `json:"name"`        // what is used
	Count      int    `json:"count"`       // how often
	In         string `json:"in,omitzero"` // the definition around the first use
	Package    string `json:"package"`     // that the name is taken from
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
	Confidence float64   `json:"confidence"` // 0–1: how sure it is that this very definition is meant; 0.3 and less where its name alone says so
}
