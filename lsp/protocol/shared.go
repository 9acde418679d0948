package protocol

import lsp "go.lsp.dev/protocol"

// The shared types of the custom requests; EXTENSIONS.md explains every field. Fields may be added, but
// none renamed or retyped without raising Version; a test compares the two.

// Version is what capabilities.experimental.contextProtocol announces.
const Version = 1

// Budget is how much a text may cost; what is absent has its default.
type Budget struct {
	Tokens            *int     `json:"tokens,omitzero"`
	ModelMaxTokens    *int     `json:"modelMaxTokens,omitzero"`
	ReservedForOutput *int     `json:"reservedForOutput,omitzero"`
	ReservedForTask   *int     `json:"reservedForTask,omitzero"`
	Utilization       *float64 `json:"utilization,omitzero"`
	Bytes             *int     `json:"bytes,omitzero"`
	Tokenizer         string   `json:"tokenizer,omitzero"`
}

// Scope is what may enter an answer at all.
type Scope struct {
	Include []string `json:"include,omitzero"`
	Exclude []string `json:"exclude,omitzero"`
	Role    string   `json:"role,omitzero"`
}

// Target is a file to be changed.
type Target struct {
	URI    string      `json:"uri"`
	Ranges []lsp.Range `json:"ranges,omitzero"`
}

// ContextFile is a file that a person wants in a pack.
type ContextFile struct {
	URI string `json:"uri"`
	Pin bool   `json:"pin,omitzero"`
}

// RankedFile is a file's place in a ranking.
type RankedFile struct {
	URI          string   `json:"uri"`
	Path         string   `json:"path"`
	ModuleName   string   `json:"moduleName"`
	Importance   float64  `json:"importance"`
	Score        float64  `json:"score"`
	Distance     *int     `json:"distance"`
	Relationship string   `json:"relationship"`
	Reasons      []string `json:"reasons"`
	Scores       Scores   `json:"scores"`
}

// Scores are the parts of a score, each 0–1.
type Scores struct {
	Structure float64 `json:"structure"`
	Lexical   float64 `json:"lexical"`
	Cochange  float64 `json:"cochange"`
}

// Excluded is a file that was left out, with its reason.
type Excluded struct {
	Path   string `json:"path"`
	Reason string `json:"reason"`
}

// Provenance says what an answer was made from.
type Provenance struct {
	Server    string           `json:"server"`
	Folder    string           `json:"folder"`
	Snapshot  string           `json:"snapshot"`
	Versions  map[string]int32 `json:"versions"`
	GitHead   string           `json:"gitHead,omitzero"`
	Tokenizer string           `json:"tokenizer"`
	BuiltAt   string           `json:"builtAt"`
	Indexing  bool             `json:"indexing"`
}
