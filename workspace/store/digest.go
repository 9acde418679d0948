package store

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"unicode/utf8"
)

// Bounds of what a document holds, in bytes. Longer texts are cut, which asks for no more than a look at the file; OpenSearch
// takes no word of more than 32 KiB.
const (
	maxPath    = 1024
	maxText    = 4 << 10
	maxSource  = 64 << 10
	maxImports = 500 // names
)

// hashID is a short name for a text of any length: 66 bits of its SHA-256.
func hashID(text string) string {
	sum := sha256.Sum256([]byte(text))
	return base64.RawURLEncoding.EncodeToString(sum[:])[:11]
}

// idOf is the ID of the nth document of a kind that a generation brought for a file: told again, it is the same.
func idOf(repository string, p Place, n int) string {
	return fmt.Sprintf("%s.%d.%s.%d", hashID(repository), p.From, hashID(p.Path), n)
}

// finish cuts what is too long, counts the documents, and identifies what they say.
func (d *FileDocuments) finish() Counts {
	for i := range d.Definitions {
		one := &d.Definitions[i]
		for _, text := range []*string{&one.Name, &one.Container, &one.Signature, &one.Doc, &one.Words, &one.Module} {
			*text = shortened(*text, maxText)
		}
		one.Source = shortened(one.Source, maxSource)
	}
	for i := range d.Uses {
		one := &d.Uses[i]
		for _, text := range []*string{&one.Name, &one.Module, &one.In} {
			*text = shortened(*text, maxText)
		}
	}
	d.File.Summary = shortened(d.File.Summary, maxText)
	d.File.Imports = d.File.Imports[:min(len(d.File.Imports), maxImports)]
	for i := range d.File.Imports {
		d.File.Imports[i] = shortened(d.File.Imports[i], maxText)
	}
	d.File.Counts = Counts{Definitions: len(d.Definitions), Packages: len(d.Packages), Uses: len(d.Uses)}
	d.File.Content = d.digest()
	counts := d.File.Counts
	counts.Files = 1
	return counts
}

// digest identifies what the documents say, but for how important the file is: that changes with every other file.
func (d *FileDocuments) digest() string {
	hash := sha256.New()
	of := *d
	of.File.Importance, of.File.Content = 0, ""
	if err := json.NewEncoder(hash).Encode(of); err != nil {
		return "" // nothing is like it
	}
	return hex.EncodeToString(hash.Sum(nil)[:16])
}

// shortened is the beginning of a text that has at most so many bytes, in whole characters.
func shortened(text string, most int) string {
	if len(text) <= most {
		return text
	}
	for most > 0 && !utf8.RuneStart(text[most]) {
		most--
	}
	return text[:most]
}
