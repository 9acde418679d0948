package protocol

// ScanParams are the parameters of context/scan.
type ScanParams struct {
	Mode  string `json:"mode,omitzero"`  // default full, with `since` incremental. One of: full, incremental
	Since string `json:"since,omitzero"` // any name of a commit; of incremental alone
	InFolder
}

// ScanResult is the answer to context/scan.
type ScanResult struct {
	FilesScanned        int     `json:"filesScanned"`        // files listed; with `since`, those of the changed that are there
	FilesChanged        int     `json:"filesChanged"`        // files that are not as the index held them; with `since`, that differ from the revision's
	SymbolsIndexed      int     `json:"symbolsIndexed"`      // what the index holds now
	DependenciesIndexed int     `json:"dependenciesIndexed"` // edges of the graph that it holds now
	DurationSeconds     float64 `json:"durationSeconds"`
	GitSHA              *string `json:"gitSha"` // of HEAD
	Mode                string  `json:"mode"`   // one of: full, incremental
}
