package store

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"unicode"
)

// What may come back at most: longer texts are nobody's signature, and larger files nobody's source.
const (
	maxNameBytes   = 2 << 10
	maxTextBytes   = 64 << 10
	maxSourceBytes = 1 << 20
	maxLine        = 1 << 27
	maxUseLines    = 1000
)

// check reports what cannot be of a place. Nothing of what it says is to be trusted, its own values least.
func (p *Place) check() error {
	if err := checkName("repository", p.Repository, false); err != nil {
		return err
	}
	if err := checkName("path", p.Path, false); err != nil {
		return err
	}
	for field, name := range map[string]string{"repository": p.Repository, "path": p.Path} {
		if !fs.ValidPath(name) || name == "." || strings.Contains(name, `\`) {
			return fmt.Errorf("%s: %.80q leads out of the repository", field, name)
		}
	}
	if p.From < 1 || p.Until < 0 {
		return errors.New("from, until: there is no such generation")
	}
	return nil
}

func (p *Package) check() error {
	return cmp.Or(checkName("ecosystem", p.Ecosystem, false), checkName("package", p.Name, false), checkName("version", p.Version, true), checkName("as", p.As, true))
}

func (d *Definition) check() error {
	if err := d.Place.check(); err != nil {
		return err
	}
	if d.Package != nil {
		if err := d.Package.check(); err != nil {
			return err
		}
	}
	if d.Line < 0 || d.End < d.Line || d.End > maxLine {
		return fmt.Errorf("line: there are no lines %d to %d", d.Line, d.End)
	}
	return cmp.Or(checkName("language", d.Language, true), checkName("kind", d.Kind, false), checkName("name", d.Name, false), checkName("container", d.Container, true),
		checkName("module", d.Module, true), checkText("signature", d.Signature, maxTextBytes), checkText("doc", d.Doc, maxTextBytes), checkText("source", d.Source, maxSourceBytes))
}

func (p *DefinedPackage) check() error {
	return cmp.Or(p.Place.check(), p.Package.check(), checkName("directory", p.Directory, true))
}

func (u *Use) check() error {
	if err := cmp.Or(u.Place.check(), u.Package.check(), checkName("name", u.Name, false), checkName("module", u.Module, true), checkName("in", u.In, true)); err != nil {
		return err
	}
	if u.Count < 1 || len(u.Lines) > min(u.Count, maxUseLines) {
		return fmt.Errorf("count: %d uses in %d lines", u.Count, len(u.Lines))
	}
	for _, line := range u.Lines {
		if line < 0 || line > maxLine {
			return fmt.Errorf("lines: there is no line %d", line)
		}
	}
	return nil
}

func (r *Repository) check() error {
	switch {
	case r.Schema != Schema:
		return fmt.Errorf("schema: it is %d, not %d", r.Schema, Schema)
	case r.Generation < 0:
		return fmt.Errorf("generation: there is no %d", r.Generation)
	}
	return cmp.Or(checkName("name", r.Name, false), r.Origin.check())
}

// checkName wants a name on one line, without what cannot be seen.
func checkName(field, name string, mayBeEmpty bool) error {
	unseen := func(r rune) bool { return unicode.IsControl(r) || unicode.In(r, unicode.Cf, unicode.Zl, unicode.Zp) }
	switch {
	case name == "" && !mayBeEmpty:
		return fmt.Errorf("%s: there is none", field)
	case len(name) > maxNameBytes:
		return fmt.Errorf("%s: it has %d bytes", field, len(name))
	case strings.ContainsFunc(name, unseen):
		return fmt.Errorf("%s: %.80q has unseen characters", field, name)
	}
	return nil
}

// checkText wants text without control characters; others that cannot be seen are made visible wherever texts are shown.
func checkText(field, text string, most int) error {
	control := func(r rune) bool { return unicode.IsControl(r) && r != '\n' && r != '\t' && r != '\r' }
	switch {
	case len(text) > most:
		return fmt.Errorf("%s: it has %d bytes", field, len(text))
	case strings.ContainsFunc(text, control):
		return fmt.Errorf("%s: it has control characters", field)
	}
	return nil
}
