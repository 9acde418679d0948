package workspace

import (
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/contextls/contextls/analysis"
)

// languages finds the language of a file: by what the editor calls it, then by its name; of a name that
// several languages use, by its neighbours; of a file without an extension, by its first line.
type languages struct {
	all         []*analysis.Language
	byID        map[string]*analysis.Language
	byName      map[string]*analysis.Language
	byExtension map[string]*analysis.Language
	byShebang   map[string]*analysis.Language
	shares      map[string]bool     // the extensions that several languages use
	manifests   map[string]bool     // names of files that resolvers read…
	patterns    map[string][]string // …and patterns of them, by the extension that a path has to have

	condensers map[string]func([]byte) []byte // of manifests that may be long, by their patterns
}

func newLanguages(all []*analysis.Language) *languages {
	ls := &languages{all: all, byID: map[string]*analysis.Language{}, byName: map[string]*analysis.Language{},
		byExtension: map[string]*analysis.Language{}, byShebang: map[string]*analysis.Language{},
		shares: map[string]bool{}, manifests: map[string]bool{}, patterns: map[string][]string{}, condensers: map[string]func([]byte) []byte{}}
	for _, l := range slices.Backward(all) { // of two that claim the same, the first has it
		put := func(m map[string]*analysis.Language, keys ...string) {
			for _, k := range keys {
				m[k] = l
			}
		}
		put(ls.byID, append(slices.Clone(l.Aliases), l.ID)...)
		put(ls.byName, l.Names...)
		put(ls.byExtension, l.Extensions...)
		put(ls.byShebang, l.Interpreters...)
		for _, ext := range l.Shared {
			ls.shares[ext] = true
		}
		maps.Copy(ls.condensers, l.Condense)
		for _, pattern := range l.Manifests {
			ext := path.Ext(pattern)
			switch {
			case !strings.ContainsAny(pattern, `*?[\/`):
				ls.manifests[pattern] = true
			case ext == "" || strings.ContainsAny(ext, `*?[\`):
				ext = anyExtension
				fallthrough
			default:
				if !slices.Contains(ls.patterns[ext], pattern) {
					ls.patterns[ext] = append(ls.patterns[ext], pattern)
				}
			}
		}
	}
	return ls
}

// of finds a language by what the editor calls it, then by the file's name alone.
func (ls *languages) of(p, languageID string) *analysis.Language {
	if l := ls.byID[languageID]; l != nil {
		return l
	}
	if l := ls.byName[path.Base(p)]; l != nil {
		return l
	}
	return ls.byExtension[extension(p)]
}

func extension(p string) string { return strings.ToLower(path.Ext(path.Base(p))) }

// isManifest reports whether some language's resolver reads a file of this name.
func (ls *languages) isManifest(p string) bool {
	matches := func(pattern string) bool { return analysis.MatchManifest(pattern, p) }
	return ls.manifests[path.Base(p)] || slices.ContainsFunc(ls.patterns[path.Ext(p)], matches) ||
		slices.ContainsFunc(ls.patterns[anyExtension], matches)
}

// condenser is what takes out of a manifest that may be long what is needed of it, nil for all other files.
func (ls *languages) condenser(p string) func([]byte) []byte {
	for pattern, condense := range ls.condensers {
		if analysis.MatchManifest(pattern, p) {
			return condense
		}
	}
	return nil
}

// isLong reports whether a path is that of a manifest that may be long. What has a language has Facts of all of its text.
func (ls *languages) isLong(p string) bool { return ls.of(p, "") == nil && ls.condenser(p) != nil }

// isHandwritten reports whether a text is code that people wrote.
func isHandwritten(lang *analysis.Language, text []byte) bool {
	return lang != nil && lang.Purpose == analysis.Program && analysis.Handwritten(text)
}

// condense is what is needed of a manifest.
func (ls *languages) condense(p string, text []byte) []byte {
	if condense := ls.condenser(p); condense != nil {
		return condense(text)
	}
	return text
}

// anyExtension stands for that of patterns that do not say it; no path has it.
const anyExtension = "/"

// mayBeScript reports whether a file without a language by its name may have one by its first line.
func mayBeScript(p string) bool { return extension(p) == "" }

// ofScript finds a language by the interpreter that a text's first line names, as in "#!/bin/sh" or
// "#!/usr/bin/env -S python3 -u".
func (ls *languages) ofScript(text string) *analysis.Language {
	line, ok := strings.CutPrefix(text, "#!")
	if !ok {
		return nil
	}
	line, _, _ = strings.Cut(line, "\n")
	for i, word := range strings.Fields(line) {
		name := path.Base(word)
		if i > 0 && strings.HasPrefix(word, "-") || strings.Contains(word, "=") || name == "env" {
			continue
		}
		if l := ls.byShebang[name]; l != nil {
			return l
		}
		return ls.byShebang[strings.TrimRight(name, "0123456789.")]
	}
	return nil
}

// shared reports whether a path's extension is used by several languages, so that its neighbours count.
func (ls *languages) shared(p string) bool { return ls.shares[extension(p)] }
