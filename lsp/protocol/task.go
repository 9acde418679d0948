package protocol

// AnalyzeTaskParams are the parameters of context/analyzeTask.
type AnalyzeTaskParams struct {
	Task string `json:"task"`
	InFolder
}

// AnalyzeTaskResult is the answer to context/analyzeTask.
type AnalyzeTaskResult struct {
	FilePaths   []string          `json:"filePaths"`
	SymbolNames []string          `json:"symbolNames"`
	Keywords    []string          `json:"keywords"`
	Domain      *string           `json:"domain"`
	Action      *string           `json:"action"`
	Resolved    []ResolvedMention `json:"resolved"`
}

// ResolvedMention is a file of the folder that a task speaks of.
type ResolvedMention struct {
	URI     string   `json:"uri"`
	Path    string   `json:"path"`
	Line    *int     `json:"line,omitzero"`
	Reasons []string `json:"reasons"`
}
