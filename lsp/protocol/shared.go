package protocol

import lsp "go.lsp.dev/protocol"

// Version is what capabilities.experimental.contextProtocol announces.
const Version = 1

// What a text or a value stands for, where its Go type does not tell. These are aliases, since nothing below
// lsp knows of the wire; generate_test.go reads them.
type (
	FileURI        = string // a file: URI
	ProgressToken  = any    // LSP's own: a string or a number
	Repositories   = any    // other repositories of the team's, of a store: "*", or globs of their names
	Tokenizer      = string // how tokens are counted; heuristic: 4 bytes each. One of: heuristic, o200k_base, cl100k_base
	Representation = string // how much of a file is shown. One of: full, slice, signatures, path
	Relationship   = string // what a file is to the targets. One of: target, direct_import, transitive_import, downstream, mentioned, lexical, cochange, test, manual, none
	ImportStatus   = string // whether an import leads to files of the folder. One of: resolved, external, ambiguous, unresolved
	SymbolKind     = string // one of: function, async_function, method, class, interface, struct, enum, trait, type_alias, constant, variable, field, module, macro
	IndexState     = string // one of: indexing, ready, degraded
)

// Budget is how much a text may cost; what is absent has its default.
type Budget struct {
	Tokens            *int      `json:"tokens,omitzero"`            // what the whole `text` may cost, from 1; default: the setting tokenBudget, 100_000
	ModelMaxTokens    *int      `json:"modelMaxTokens,omitzero"`    // instead of tokens: the model's window, from 1 …
	ReservedForOutput *int      `json:"reservedForOutput,omitzero"` // … less this (default 16_000) …
	ReservedForTask   *int      `json:"reservedForTask,omitzero"`   // … less this (default: the task's own cost) …
	Utilization       *float64  `json:"utilization,omitzero"`       // … times this, 0–1 (default 0.6)
	Bytes             *int      `json:"bytes,omitzero"`             // a cap on the UTF-8 bytes of all item contents together
	Tokenizer         Tokenizer `json:"tokenizer,omitzero"`         // default heuristic
}

// Scope is what may enter an answer at all, targets included.
type Scope struct {
	Include []string `json:"include,omitzero"` // gitignore-style globs, relative to the folder; absent or empty: everything
	Exclude []string `json:"exclude,omitzero"`
	Role    string   `json:"role,omitzero"` // a scope of the setting roles, on top
}

// Target is a file to be changed; it need not exist yet.
type Target struct {
	URI    FileURI     `json:"uri"`
	Ranges []lsp.Range `json:"ranges,omitzero"` // the parts in question: shown where the file is too large for all of it, drawn first on maps; what they use ranks higher, and so do files with the rare words of their definitions, and definitions that use them, have rare names in common with them or stand near to them
}

// ContextFile is a file that a person wants in a pack.
type ContextFile struct {
	URI FileURI `json:"uri"`
	Pin bool    `json:"pin,omitzero"` // it comes before everything but targets
}

// RankedFile is a file's place in a ranking.
type RankedFile struct {
	URI          FileURI      `json:"uri"`
	Path         string       `json:"path"`
	ModuleName   string       `json:"moduleName"`
	Importance   float64      `json:"importance"` // PageRank, 0–1, all files of the folder sum to 1
	Score        float64      `json:"score"`      // the fused score that lists are sorted by, 0–1
	Distance     *int         `json:"distance"`   // import steps from the nearest target; null: unreachable
	Relationship Relationship `json:"relationship"`
	Reasons      []string     `json:"reasons"` // why it is here, for a person to read
	Scores       Scores       `json:"scores"`
}

// Scores are the parts of a score, each 0–1.
type Scores struct {
	Structure float64 `json:"structure"`
	Lexical   float64 `json:"lexical"`
	Cochange  float64 `json:"cochange"` // all that history says
}

// Excluded is a file that was left out, with its reason.
type Excluded struct {
	Path   string `json:"path"`   // relative to the folder; an ignored directory ends in a slash
	Reason string `json:"reason"` // 'secret', 'ignored: .gitignore', 'binary', 'too_large', 'too_many_files', 'parse_timeout', 'parse_interrupted', 'parse_pending', 'over_budget', 'deadline', 'outside_scope', 'outside_folder', 'not_found', 'unreadable: …', …
}

// Provenance is what an answer was made from.
type Provenance struct {
	Server    string            `json:"server"`
	Folder    FileURI           `json:"folder"`
	Snapshot  string            `json:"snapshot"`         // names the state: the same files and texts have the same name
	Versions  map[FileURI]int32 `json:"versions"`         // of the documents open in the editor
	Unsaved   []FileURI         `json:"unsaved,omitzero"` // to agents and in a shell: what is open in the user's editors and was seen as it is there
	GitHead   string            `json:"gitHead,omitzero"`
	Tokenizer string            `json:"tokenizer"`
	BuiltAt   string            `json:"builtAt"`  // RFC 3339
	Indexing  bool              `json:"indexing"` // the answer was made while the folder was being indexed
}
