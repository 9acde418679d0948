package store

import (
	"slices"
	"time"
)

// Kind is a kind of documents.
type Kind string

// The kinds. Each has an index.
const (
	Definitions  Kind = "definitions"
	Files        Kind = "files"
	Packages     Kind = "packages"
	Uses         Kind = "uses"
	Repositories Kind = "repositories"
)

// kinds are all of them.
func kinds() []Kind { return []Kind{Definitions, Files, Packages, Uses, Repositories} }

// Package is what repositories define and import, in its ecosystem: go, npm, pypi, cargo, maven, …
type Package struct {
	Ecosystem string `json:"ecosystem"`
	Name      string `json:"name"`
	Version   string `json:"version,omitempty"` // "" where it is not known
	As        string `json:"as,omitempty"`      // what imports call it where that is not its Name
}

// Life says when a document counts: see Repository.Live.
type Life struct {
	From  int64 `json:"from"`            // the generation that brought it
	Until int64 `json:"until,omitempty"` // the generation that takes it away; 0: none
}

// Place is what documents of a file have in common.
type Place struct {
	Repository string `json:"repository"`
	Life
	Path string `json:"path"`
}

// Definition is one definition.
type Definition struct {
	Place
	Language  string   `json:"language"`
	Kind      string   `json:"kind"` // function, class, …: the names of analysis.Kind
	Name      string   `json:"name"`
	Container string   `json:"container,omitempty"` // the enclosing definition's, dotted from the outside in
	Signature string   `json:"signature,omitempty"`
	Doc       string   `json:"doc,omitempty"` // first sentence of its documentation
	Line      int      `json:"line"`          // of the name, from 0
	End       int      `json:"end"`           // the last line, from 0
	Exported  bool     `json:"exported"`      // other files see it
	Test      bool     `json:"test,omitempty"`
	Module    string   `json:"module,omitempty"`  // what imports call its file
	Package   *Package `json:"package,omitempty"` // that its file belongs to, without a version
	Words     string   `json:"words,omitempty"`   // of its body, each once, without those of definitions inside of it
	Source    string   `json:"source,omitempty"`  // its text, where the user wants that published
}

// File is one file.
type File struct {
	Place
	Content    string   `json:"content"` // digest of all that is published of the file, but Importance
	Language   string   `json:"language,omitempty"`
	Lines      int      `json:"lines"`
	Summary    string   `json:"summary,omitempty"`    // what it defines, in a few lines
	Imports    []string `json:"imports,omitempty"`    // as they are written
	Importance float64  `json:"importance,omitempty"` // PageRank among the repository's files; as of the last time that it was sent
	Test       bool     `json:"test,omitempty"`
	Counts     Counts   `json:"counts"` // of its other documents
}

// Counts are numbers of documents.
type Counts struct {
	Files       int `json:"files,omitempty"`
	Definitions int `json:"definitions,omitempty"`
	Packages    int `json:"packages,omitempty"`
	Uses        int `json:"uses,omitempty"`
}

// DefinedPackage is a package that a repository defines; its Path is the manifest's.
type DefinedPackage struct {
	Place
	Package
	Directory string `json:"directory"` // whose files belong to it, "" is the repository's own
}

// Use is a name of another package that a file uses.
type Use struct {
	Place
	Language string  `json:"language"`
	Package  Package `json:"package"` // with the version that the repository wants
	Module   string  `json:"module"`  // the import, as it is written
	Name     string  `json:"name"`    // as the package calls it; dotted below a name that is imported
	Count    int     `json:"count"`
	Lines    []int   `json:"lines,omitempty"` // the first ones, from 0
	In       string  `json:"in,omitempty"`    // the definition around the first one
	Test     bool    `json:"test,omitempty"`
}

// FileDocuments are all documents of a file. Publish fills in whose they are, and which generation's.
type FileDocuments struct {
	File        File             `json:"file"`
	Definitions []Definition     `json:"definitions,omitempty"`
	Packages    []DefinedPackage `json:"packages,omitempty"`
	Uses        []Use            `json:"uses,omitempty"`
}

// Repository says of a repository which of its documents count.
type Repository struct {
	Name       string    `json:"name"`
	Origin     Origin    `json:"origin,omitzero"`
	Schema     int       `json:"schema"`
	Commit     string    `json:"commit,omitempty"` // that was checked out when it was scanned
	Generation int64     `json:"generation"`       // the newest that counts
	Last       int64     `json:"last"`             // the newest that was given out
	Void       []int64   `json:"void,omitempty"`   // those before Generation that do not count; sorted
	Lease      *Lease    `json:"lease,omitempty"`  // of the scan that is under way, or did not end
	Cleared    bool      `json:"cleared"`          // nothing is left of what does not count
	Scanned    time.Time `json:"scanned"`
	Program    string    `json:"program,omitempty"` // its version
	Counts     Counts    `json:"counts"`
}

// Lease is a scan's right to write.
type Lease struct {
	Generation int64     `json:"generation"`
	By         string    `json:"by"`    // user@host, process
	Token      string    `json:"token"` // tells it from all others
	Since      time.Time `json:"since"`
	Until      time.Time `json:"until"`
}

// Live reports whether a document of the repository counts.
func (r *Repository) Live(l Life) bool {
	return r.counts(l.From) && (l.Until == 0 || !r.counts(l.Until))
}

func (r *Repository) counts(generation int64) bool {
	_, void := slices.BinarySearch(r.Void, generation)
	return generation <= r.Generation && !void
}

// Settled reports whether all documents of the repository that there are count, so that nobody needs to ask Live.
func (r *Repository) Settled() bool { return r.Lease == nil && r.Cleared }
