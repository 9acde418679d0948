package store

import (
	"context"
	"fmt"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"
)

// Publication is a scan of a repository.
type Publication struct {
	Repository string // its name: host/owner/name, owner/name, …; see CheckName
	Origin     Origin // by which it knows itself
	Commit     string // that is checked out, "" where there is none
	Program    string // the version of contextls
	By         string // who scans, for others to read
	Shards     int    // see Prepare

	// Documents visits the documents of all files, each path once.
	Documents func(ctx context.Context, visit func(FileDocuments) error) error

	// Progress is told now and then how far the scan is, if it is not nil.
	Progress func(Progress)
	// Show is given what would be sent of a file, and whether the store knows it, if it is not nil: then nothing is written.
	Show func(d FileDocuments, known bool) error

	Lease time.Duration // how long a scan that dies keeps others waiting; 0: a minute
}

// Progress is how far a scan is.
type Progress struct {
	Files, Sent int // files that were looked at, and documents that the store has taken
}

// Published is what a scan did.
type Published struct {
	Generation int64    // 0 where nothing had to be written
	Sent       Counts   // documents, by kind
	Unchanged  Counts   // that were there
	Deleted    Counts   // that were there, and are gone or replaced
	Gone       []string // paths of files that were there, and are gone
	Skipped    []string // paths that are too long to be kept
	Duration   time.Duration
}

// Total is the number of all documents.
func (c Counts) Total() int { return c.Files + c.Definitions + c.Packages + c.Uses }

func (c *Counts) add(d Counts) {
	c.Files += d.Files
	c.Definitions += d.Definitions
	c.Packages += d.Packages
	c.Uses += d.Uses
}

// maxName bounds a repository's name, in bytes: it is each document's routing.
const maxName = 200

// CheckName reports whether a repository can be called so.
func CheckName(name string) error {
	other := strings.IndexFunc(name, func(r rune) bool {
		return !(unicode.IsLetter(r) || unicode.IsDigit(r) || strings.ContainsRune("._-/+@~", r))
	})
	if name == "" || len(name) > maxName || other >= 0 || strings.HasPrefix(name, "/") || strings.HasSuffix(name, "/") || !utf8.ValidString(name) {
		return fmt.Errorf("repository: %q is not of letters, digits and . _ - + @ ~ with / between them, at most %d bytes", name, maxName)
	}
	return nil
}
