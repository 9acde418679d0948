package ecmascript

import (
	"path"
	"strings"
)

// glob is a pattern of whole paths, by segment: * and ? stay inside a segment, ** stands for any
// number of segments.
type glob []string

// newGlob makes a glob of a pattern that is relative to dir.
func newGlob(dir, pattern string) glob { return strings.Split(join(dir, pattern), "/") }

func (g glob) match(segments []string) bool {
	for i, p := range g {
		if p == "**" {
			for skip := 0; skip <= len(segments)-i; skip++ {
				if g[i+1:].match(segments[i+skip:]) {
					return true
				}
			}
			return false
		}
		if i >= len(segments) {
			return false
		}
		if ok, err := path.Match(p, segments[i]); !ok || err != nil {
			return false
		}
	}
	return len(g) == len(segments)
}

func matchAny(globs []glob, segments []string) bool {
	for _, g := range globs {
		if g.match(segments) {
			return true
		}
	}
	return false
}

// join is a slash path below dir, which is "" for the root of the folder; outside of the folder it
// begins with "..".
func join(dir, rel string) string {
	p := path.Join(dir, rel)
	if p == "." {
		return ""
	}
	return p
}
