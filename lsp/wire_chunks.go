package lsp

import "go.lsp.dev/protocol"

// QueryParams are the parameters of context/query.
type QueryParams struct {
	Query           string `json:"query"`
	Tier            *int   `json:"tier,omitzero"`
	Limit           *int   `json:"limit,omitzero"`
	Tokens          *int   `json:"tokens,omitzero"`
	Tokenizer       string `json:"tokenizer,omitzero"`
	WorkspaceFolder string `json:"workspaceFolder,omitzero"`
}

// QueryResult is the answer to context/query.
type QueryResult struct {
	Text            string       `json:"text"`
	Chunks          []ChunkMatch `json:"chunks"`
	Omitted         int          `json:"omitted"`
	EstimatedTokens int          `json:"estimatedTokens"`
	Provenance      Provenance   `json:"provenance"`
}

// ChunkMatch is one chunk that matches a query.
type ChunkMatch struct {
	ID        string  `json:"id"`
	Score     float64 `json:"score"`
	Signature string  `json:"signature"`
	Doc       *string `json:"doc"`
}

// CompressParams are the parameters of context/compress.
type CompressParams struct {
	Query           string `json:"query"`
	Tokens          *int   `json:"tokens,omitzero"`
	Tokenizer       string `json:"tokenizer,omitzero"`
	WorkspaceFolder string `json:"workspaceFolder,omitzero"`
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
	Chunk           string `json:"chunk"`
	WorkspaceFolder string `json:"workspaceFolder,omitzero"`
}

// SourceResult is the answer to context/source.
type SourceResult struct {
	Chunk   string         `json:"chunk"`
	URI     string         `json:"uri"`
	Range   protocol.Range `json:"range"`
	Content string         `json:"content"`
}

// SkeletonParams are the parameters of context/skeleton.
type SkeletonParams struct {
	URI             string   `json:"uri,omitzero"`
	Chunks          []string `json:"chunks,omitzero"`
	WorkspaceFolder string   `json:"workspaceFolder,omitzero"`
}

// SkeletonResult is the answer to context/skeleton.
type SkeletonResult struct {
	Text string `json:"text"`
}

// ChunkOrFile says what context/dependencies and context/impact are about: one of the two.
type ChunkOrFile struct {
	Chunk           string `json:"chunk,omitzero"`
	URI             string `json:"uri,omitzero"`
	WorkspaceFolder string `json:"workspaceFolder,omitzero"`
}

// DependenciesResult is the answer to context/dependencies.
type DependenciesResult struct {
	Chunks []string `json:"chunks"`
	Files  []string `json:"files"`
}

// ImpactResult is the answer to context/impact.
type ImpactResult struct {
	DirectImporters     []string `json:"directImporters"`
	TransitiveImporters []string `json:"transitiveImporters"`
	Pagerank            float64  `json:"pagerank"`
	Tests               []string `json:"tests"`
}
