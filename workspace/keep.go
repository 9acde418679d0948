package workspace

import (
	"crypto/sha256"
	"fmt"
	"log/slog"

	"github.com/contextls/contextls/analysis"
	"github.com/contextls/contextls/workspace/secret"
	"github.com/contextls/contextls/workspace/store"
)

// Cache says what is kept on disk from one run of the program to the next, and where.
type Cache struct {
	Dir      string        // of the user's, absolute; "": nothing is kept
	MaxBytes int64         // 0: nothing is kept
	Version  func() string // of the program: what another one has extracted does not count; nil or "": nothing is kept
}

func (c Cache) open(log *slog.Logger) *store.Store {
	if c.Dir == "" || c.MaxBytes <= 0 || c.Version == nil || c.Version() == "" {
		return nil
	}
	return store.Open(store.Options{Dir: c.Dir, MaxBytes: c.MaxBytes, Log: log})
}

// key names what this version of the program keeps about some parts.
func (c Cache) key(parts ...string) store.Key {
	return keyOf(append([]string{c.Version()}, parts...))
}

func keyOf(parts []string) store.Key {
	h := sha256.New()
	for _, part := range parts {
		fmt.Fprintf(h, "%d %s", len(part), part)
	}
	return store.Key(h.Sum(nil))
}

func (c Cache) factsKey(language string, content Hash) store.Key {
	return c.key("facts", language, string(content[:]))
}

// encode is the form in which what was extracted is kept: the secrets that were found, then the Facts without them.
func (e *extracted) encode() []byte {
	var p packer
	p.num(int64(len(e.secrets)))
	for _, s := range e.secrets {
		p.text(s.Kind)
		for _, n := range []int{s.Start, s.End, s.Line} {
			p.num(int64(n))
		}
	}
	return append(p.data, analysis.Encode(e.facts)...)
}

// decodeExtracted reads what encode wrote; the error wraps analysis.ErrCorrupt.
func decodeExtracted(data []byte) (e extracted, err error) {
	u := unpacker{data: data}
	if n := u.count(4); n > 0 {
		e.secrets = make([]secret.Finding, n)
	}
	for i := range e.secrets {
		e.secrets[i] = secret.Finding{Kind: u.text(), Start: int(u.num()), End: int(u.num()), Line: int(u.num())}
	}
	e.facts, err = analysis.Decode(u.data)
	return e, err
}

// CheckKept says what is wrong with a value of the cache.
func CheckKept(value []byte) error {
	_, err := decodeExtracted(value)
	return err
}

// discreet reports whether Facts hold nothing of the secrets of their file. Signatures and the like never do; an
// identifier can.
func discreet(f *analysis.Facts, read secret.Text) bool {
	shown := []string{f.Package}
	for _, s := range f.Symbols {
		shown = append(shown, string(s.Type))
	}
	for _, i := range f.Imports {
		shown = append(shown, i.Local)
		for _, n := range i.Names {
			shown = append(shown, n.Name, n.Local)
		}
	}
	for _, x := range f.Exports {
		shown = append(shown, x.Name, x.Local)
	}
	for _, r := range f.References {
		shown = append(shown, r.Qualifier, r.Name)
	}
	for _, s := range append(shown, f.Problems...) {
		if s != "" && read.Hide(s) != s {
			return false
		}
	}
	return true
}
