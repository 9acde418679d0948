package ignore

import (
	"fmt"
	"strings"
)

// Globs is a compiled list of globs in gitignore syntax, relative to a folder: "docs/", "*.gen.go",
// "src/**/testdata". A glob that matches a directory stands for everything below it. The last glob
// that matches a path or one of its directories decides; with a leading "!" it decides against. So,
// unlike in an ignore file, "src/" followed by "!src/gen/" means src less src/gen.
//
// It is immutable and safe for concurrent use. The nil *Globs is the empty list.
type Globs struct {
	rules   *rules
	negates bool
}

// CompileGlobs compiles globs; fold makes them blind to the case of ASCII letters. A "./" before a glob
// anchors it to the folder, as "/" does. An error names the glob that is empty or malformed (a bracket
// that is not closed, an unknown character class, a backslash at the end).
func CompileGlobs(globs []string, fold bool) (*Globs, error) {
	if len(globs) == 0 {
		return nil, nil
	}
	g := &Globs{}
	patterns := make([]pattern, len(globs))
	for i, glob := range globs {
		s, negation := glob, ""
		if rest, ok := strings.CutPrefix(s, "!"); ok {
			s, negation = rest, "!"
			g.negates = true
		}
		if rest, ok := strings.CutPrefix(s, "./"); ok {
			s = "/" + rest
		}
		p, ok := parsePattern(negation+trimSpaces(s), fold)
		if !ok || len(s) > maxLine {
			return nil, fmt.Errorf("glob %q matches nothing", glob)
		}
		p.source = glob
		patterns[i] = p
	}
	g.rules = index(patterns, fold)
	return g, nil
}

// Match reports whether a path is in the list: a file's, or with a slash at its end a directory's.
func (g *Globs) Match(path string) bool {
	dir := strings.HasSuffix(path, "/")
	i := g.match(strings.TrimSuffix(path, "/"), dir)
	return i >= 0 && !g.rules.patterns[i].negated
}

// match is the index of the glob that decides about a path, or -1.
func (g *Globs) match(path string, dir bool) int {
	if g == nil || path == "" {
		return -1
	}
	best := g.rules.match(path, dir)
	for i := 0; i < len(path); i++ {
		if path[i] == '/' {
			best = max(best, g.rules.match(path[:i], true))
		}
	}
	return best
}

// hides gives the glob by which a path is in the list, "" if none. A directory below which a later "!"
// could still apply is not hidden as a whole.
func (g *Globs) hides(path string, dir bool) string {
	i := g.match(path, dir)
	if i < 0 || g.rules.patterns[i].negated || dir && g.negates {
		return ""
	}
	return g.rules.patterns[i].source
}
