package ruby

import (
	"cmp"
	"regexp"
	"strings"

	"github.com/contextls/contextls/analysis"
)

// packageOf is the gem of a gemspec that names it in a literal.
func packageOf(p string, text []byte) *analysis.Package {
	name := gemName(string(text))
	if !strings.HasSuffix(p, ".gemspec") || name == "" {
		return nil
	}
	version := regexp.MustCompile(`\.version\s*=\s*['"]([\w.-]+)['"]`)
	return &analysis.Package{Ecosystem: ecosystem, Name: name, Version: first(version, string(text))}
}

// gemName is what a gemspec calls its gem, "" where that is computed.
func gemName(text string) string {
	name := regexp.MustCompile(`\.name\s*=\s*['"]([\w.-]+)['"]`)
	made := regexp.MustCompile(`Specification\.new\s*\(?\s*['"]([\w.-]+)['"]`)
	return cmp.Or(first(name, text), first(made, text))
}

// first is the first group of a pattern's first match, "" where there is none.
func first(re *regexp.Regexp, text string) string {
	if found := re.FindStringSubmatch(text); found != nil {
		return found[1]
	}
	return ""
}
