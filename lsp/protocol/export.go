package protocol

// ExportVersion is raised when a field of an export is renamed or retyped.
const ExportVersion = 1

// The lines of an export, in this order: one folder; for each file its line, its symbols, its imports
// and its edges; one end.
type (
	// ExportFolder is the first line of an export.
	ExportFolder struct {
		Type     string `json:"type"`    // one of: folder
		Version  int    `json:"version"` // one of: 1
		Snapshot string `json:"snapshot"`
		GitHead  string `json:"gitHead,omitzero"`
	}
	// ExportFile is one file.
	ExportFile struct {
		Type       string  `json:"type"` // one of: file
		Path       string  `json:"path"`
		Language   *string `json:"language"` // null: listed, not read
		ModuleName string  `json:"moduleName,omitzero"`
		Bytes      int64   `json:"bytes"`
		LineCount  int     `json:"lineCount,omitzero"`
		Importance float64 `json:"importance,omitzero"` // PageRank, all sum to 1
		Rank       int     `json:"rank,omitzero"`       // by importance, from 1
		Problem    string  `json:"problem,omitzero"`    // why nothing is known of it
	}
	// ExportSymbol is one definition of the file.
	ExportSymbol struct {
		Type       string     `json:"type"` // one of: symbol
		Path       string     `json:"path"`
		Name       string     `json:"name"`
		Kind       SymbolKind `json:"kind"`
		Container  *string    `json:"container"`
		Signature  string     `json:"signature"`
		Doc        *string    `json:"doc"`
		Line       int        `json:"line"`  // of the name, 0-based
		Start      int        `json:"start"` // in bytes of the file's text as UTF-8
		End        int        `json:"end"`   // behind it
		Exported   bool       `json:"exported"`
		Importance float64    `json:"importance"`
	}
	// ExportImport is one import of the file.
	ExportImport struct {
		Type      string       `json:"type"` // one of: import
		Path      string       `json:"path"`
		Specifier string       `json:"specifier"`
		Names     []string     `json:"names"` // '*': all
		Line      int          `json:"line"`
		Status    ImportStatus `json:"status"`
		Files     []string     `json:"files"` // that it leads to
	}
	// ExportEdge is one edge of the graph that begins at the file.
	ExportEdge struct {
		Type       string  `json:"type"` // one of: edge
		From       string  `json:"from"`
		To         string  `json:"to"`
		Weight     float64 `json:"weight"`     // above 0
		Confidence float64 `json:"confidence"` // that the file depends on it, above 0, 1 at most
		Import     bool    `json:"import"`     // false: only references lead there
	}
	// ExportEnd is the last line, without which an export is not whole.
	ExportEnd struct {
		Type    string `json:"type"` // one of: end
		Files   int    `json:"files"`
		Symbols int    `json:"symbols"`
		Imports int    `json:"imports"`
		Edges   int    `json:"edges"`
	}
)
