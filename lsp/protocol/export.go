package protocol

// ExportVersion is raised when a field of an export is renamed or retyped.
const ExportVersion = 1

// The lines of an export, in this order: one folder; for each file its line, its symbols, its imports
// and its edges; one end.
type (
	ExportFolder struct {
		Type     string `json:"type"` // "folder"
		Version  int    `json:"version"`
		Snapshot string `json:"snapshot"`
		GitHead  string `json:"gitHead,omitzero"`
	}
	ExportFile struct {
		Type       string  `json:"type"` // "file"
		Path       string  `json:"path"`
		Language   *string `json:"language"`
		ModuleName string  `json:"moduleName,omitzero"`
		Bytes      int64   `json:"bytes"`
		LineCount  int     `json:"lineCount,omitzero"`
		Importance float64 `json:"importance,omitzero"`
		Rank       int     `json:"rank,omitzero"`
		Problem    string  `json:"problem,omitzero"`
	}
	ExportSymbol struct {
		Type       string  `json:"type"` // "symbol"
		Path       string  `json:"path"`
		Name       string  `json:"name"`
		Kind       string  `json:"kind"`
		Container  *string `json:"container"`
		Signature  string  `json:"signature"`
		Doc        *string `json:"doc"`
		Line       int     `json:"line"`
		Start      int     `json:"start"`
		End        int     `json:"end"`
		Exported   bool    `json:"exported"`
		Importance float64 `json:"importance"`
	}
	ExportImport struct {
		Type      string   `json:"type"` // "import"
		Path      string   `json:"path"`
		Specifier string   `json:"specifier"`
		Names     []string `json:"names"`
		Line      int      `json:"line"`
		Status    string   `json:"status"`
		Files     []string `json:"files"`
	}
	ExportEdge struct {
		Type   string  `json:"type"` // "edge"
		From   string  `json:"from"`
		To     string  `json:"to"`
		Weight float64 `json:"weight"`
		Import bool    `json:"import"`
	}
	ExportEnd struct {
		Type    string `json:"type"` // "end"
		Files   int    `json:"files"`
		Symbols int    `json:"symbols"`
		Imports int    `json:"imports"`
		Edges   int    `json:"edges"`
	}
)
