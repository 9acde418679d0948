package workspace

import (
	"crypto/sha256"

	"github.com/contextls/contextls/analysis"
	"github.com/contextls/contextls/workspace/disk"
	"github.com/contextls/contextls/workspace/secret"
)

// Hash identifies a content: the first half of its SHA-256.
type Hash [16]byte

func hashOf(text []byte) Hash {
	sum := sha256.Sum256(text)
	return Hash(sum[:16])
}

// combine makes of two hashes one that does not depend on their order; combining twice is as never.
func (h *Hash) combine(other Hash) {
	for i, b := range other {
		h[i] ^= b
	}
}

// digestOf identifies a path with its content.
func digestOf(p string, content Hash) Hash { return hashOf(append(content[:], p...)) }

// digestAgain identifies that a path has no Facts yet, though its content could have.
func digestAgain(p string) Hash { return hashOf([]byte("again " + p)) }

// File is one file of a snapshot. It never changes.
type File struct {
	Path     string
	Language *analysis.Language // nil: listed, but not read
	Size     int64              // in bytes
	Document *Document          // the text open in the editor; nil: as on disk
	Warning  string             // why the text is not what the bytes are, or why it is listed at all
	Problem  string             // why there are no Facts although there is a language

	stamp    disk.Stamp          // on disk
	settled  bool                // no later change can leave the stamp as it is
	hash     Hash                // of the text on disk, once it was read
	digest   Hash                // of path and hash
	facts    *analysis.LazyFacts // of the text on disk
	secrets  []secret.Finding    // in it, where there are facts
	manifest []byte              // its text, where it is a manifest
	pending  bool                // listed, not read yet
	again    bool                // its Problem is none of its own: it is to be read again
}

// Unread reports whether the file was listed but not read, or its reading was interrupted: it has no Facts yet, or old ones.
func (f *File) Unread() bool { return f.pending || f.again }
