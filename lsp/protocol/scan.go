package protocol

// ScanParams are the parameters of context/scan.
type ScanParams struct {
	Mode  string `json:"mode,omitzero"`
	Since string `json:"since,omitzero"`
	InFolder
}

// ScanResult is the answer to context/scan.
type ScanResult struct {
	FilesScanned        int     `json:"filesScanned"`
	FilesChanged        int     `json:"filesChanged"`
	SymbolsIndexed      int     `json:"symbolsIndexed"`
	DependenciesIndexed int     `json:"dependenciesIndexed"`
	DurationSeconds     float64 `json:"durationSeconds"`
	GitSHA              *string `json:"gitSha"`
	Mode                string  `json:"mode"`
}
