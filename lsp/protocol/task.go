package protocol

// AnalyzeTaskParams are the parameters of context/analyzeTask.
type AnalyzeTaskParams struct {
	Task string `json:"task"`
	InFolder
}

// AnalyzeTaskResult is the answer to context/analyzeTask.
type AnalyzeTaskResult struct {
	FilePaths   []string          `json:"filePaths"`   // as the text has them, in its order
	SymbolNames []string          `json:"symbolNames"` // with what qualifies them
	Keywords    []string          `json:"keywords"`    // lower case, without stop words, identifiers split; at most 64
	Domain      *string           `json:"domain"`      // the deepest folder with more than half of the evidence
	Action      *string           `json:"action"`      // one of: implement, fix, refactor, test, review, document
	Resolved    []ResolvedMention `json:"resolved"`
}

// ResolvedMention is a file of the folder that a task speaks of.
type ResolvedMention struct {
	URI     FileURI  `json:"uri"`
	Path    string   `json:"path"`
	Line    *int     `json:"line,omitzero"` // that is given, or of the definition
	Reasons []string `json:"reasons"`
}
