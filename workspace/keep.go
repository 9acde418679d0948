package workspace

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"strconv"
	"time"

	"github.com/contextls/contextls/analysis"
	"github.com/contextls/contextls/workspace/disk"
	"github.com/contextls/contextls/workspace/kept"
	"github.com/contextls/contextls/workspace/secret"
)

// Cache says what is kept on disk from one run of the program to the next, and where.
type Cache struct {
	Dir      string // of the user's, absolute; "": nothing is kept
	MaxBytes int64  // 0: nothing is kept
	Program  string // the file of this program, which also is the workers': what another one has extracted does not count
}

// cache is what a session keeps on disk; the zero cache keeps nothing.
type cache struct {
	*kept.Cache        // nil: nothing is kept
	version     string // of the program
	program     string // its file…
	stamp       disk.Stamp
}

// open gives the cache that options ask for. Where the program cannot be told from others, nothing is kept.
func (c Cache) open(log *slog.Logger) (opened cache) {
	if c.Dir == "" || c.MaxBytes <= 0 {
		return cache{}
	}
	s := kept.Open(kept.Options{Dir: c.Dir, MaxBytes: c.MaxBytes, Log: log})
	version, stamp, err := versionOf(c.Program, s)
	if err != nil {
		log.Warn("nothing is kept: the program cannot be read", "reason", err)
		return cache{}
	}
	return cache{s, version, c.Program, stamp}
}

// current reports whether the program's file is still the one that was started: workers that start now are of it.
func (c cache) current() bool {
	info, err := os.Stat(c.program)
	return err == nil && disk.StampOf(info) == c.stamp
}

// key names what this version of the program keeps about some parts.
func (c cache) key(parts ...string) kept.Key { return keyOf(append([]string{c.version}, parts...)) }

func keyOf(parts []string) kept.Key {
	var all []byte // each file of a folder has a key: no formatting
	for _, part := range parts {
		all = append(strconv.AppendInt(all, int64(len(part)), 10), ' ')
		all = append(all, part...)
	}
	sum := sha256.Sum256(all)
	return kept.Key(sum[:])
}

func (c cache) factsKey(language string, content Hash) kept.Key {
	return c.key("facts", language, string(content[:]))
}

// versionOf identifies a program by its content: whatever changes what is extracted changes that. It is worked out
// once for each state of the file, and kept.
func versionOf(program string, c *kept.Cache) (version string, stamp disk.Stamp, err error) {
	info, err := os.Stat(program)
	if err != nil {
		return "", stamp, err
	}
	stamp = disk.StampOf(info)
	key := keyOf([]string{"program", program, fmt.Sprint(stamp)})
	if version := c.Load(key); version != nil {
		return string(version), stamp, nil
	}
	f, err := os.Open(program)
	if err != nil {
		return "", stamp, err
	}
	defer f.Close()
	h := sha256.New()
	if _, err := io.Copy(h, f); err != nil {
		return "", stamp, err
	}
	sum := h.Sum(nil)
	c.Save(key, sum)
	return string(sum), stamp, nil
}

// failureKey is where it is kept on some day that a content cannot be extracted: on another day the machine may be less
// busy, or have more memory.
func (c cache) failureKey(language string, content Hash, day time.Time) kept.Key {
	return c.key("failure", language, string(content[:]), day.UTC().Format(time.DateOnly))
}

// failed stands in place of the number of secrets where there are no Facts; the reason follows.
const failed = -1

// encode is the form in which what was extracted is kept: the secrets that were found, then the Facts without them. These are
// encoded already, as they were extracted, unless encoded is nil.
func (e *extracted) encode(encoded []byte) []byte {
	var p packer
	if e.err != nil {
		p.num(failed)
		p.text(e.err.Error())
		return p.data
	}
	if encoded == nil || len(e.secrets) > 0 {
		encoded = analysis.Encode(e.facts.Get())
	}
	p.data = make([]byte, 0, 1+len(encoded))
	p.num(int64(len(e.secrets)))
	for _, s := range e.secrets {
		p.text(s.Kind)
		for _, n := range []int{s.Start, s.End, s.Line} {
			p.num(int64(n))
		}
	}
	return append(p.data, encoded...)
}

// decodeExtracted reads what encode wrote, with a decoder of many Facts unless that is nil; the error wraps analysis.ErrCorrupt. It
// keeps nothing of data.
func decodeExtracted(data []byte, with *analysis.Decoder) (e extracted, err error) {
	u := unpacker{data: data}
	if ahead := u; ahead.num() == failed {
		u = ahead
		e.err = errors.New(u.text())
		return e, u.end()
	}
	if n := u.count(4); n > 0 {
		e.secrets = make([]secret.Finding, n)
	}
	for i := range e.secrets {
		e.secrets[i] = secret.Finding{Kind: u.text(), Start: int(u.num()), End: int(u.num()), Line: int(u.num())}
	}
	var facts *analysis.Facts
	if with == nil {
		facts, err = analysis.Decode(u.data)
	} else {
		facts, err = with.Decode(u.data)
	}
	e.facts = analysis.Known(facts)
	return e, err
}

// CheckKept says what is wrong with a value of the cache.
func CheckKept(value []byte) error {
	_, err := decodeExtracted(value, nil)
	return err
}

// discreet reports whether Facts hold nothing of the secrets of their file. Signatures and the like never do; an
// identifier can.
func discreet(f *analysis.Facts, read secret.Text) bool {
	if len(read.Found) > mostNear {
		return false // it is not worth the minutes
	}
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
