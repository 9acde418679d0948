package lsp

import "strings"

// ScanParams are the parameters of context/scan.
type ScanParams struct {
	Mode            string `json:"mode,omitzero"`
	Since           string `json:"since,omitzero"`
	WorkspaceFolder string `json:"workspaceFolder,omitzero"`
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

// The modes of a scan.
const (
	scanFull        = "full"
	scanIncremental = "incremental"
)

// mode is the mode that is meant: a revision asks for what changed since.
func (p *ScanParams) mode() string {
	switch {
	case p.Mode != "":
		return p.Mode
	case p.Since != "":
		return scanIncremental
	}
	return scanFull
}

func (p *ScanParams) check() error {
	if err := firstOf(checkOneOf("mode", p.Mode, scanFull, scanIncremental), checkFolder(p.WorkspaceFolder)); err != nil {
		return err
	}
	switch {
	case p.Since != "" && p.Mode == scanFull:
		return bad("since", "%q is for mode incremental; full is everything", p.Since)
	case strings.Contains(p.Since, ".."):
		return bad("since", "%q is a range, not a revision", p.Since)
	}
	return nil
}

func (p *ScanParams) places() (string, []string, []string) { return p.WorkspaceFolder, nil, nil }
