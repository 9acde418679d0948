package python

import (
	"path"
	"regexp"

	"github.com/contextls/contextls/analysis"
	"github.com/contextls/contextls/analysis/lang/toml"
)

// packageOf is the distribution of a pyproject.toml, setup.cfg or setup.py that names it in literals.
func packageOf(p string, text []byte) *analysis.Package {
	var settings []setting
	switch path.Base(p) {
	case "pyproject.toml":
		settings = leaves(toml.Read(string(text)))
	case "setup.cfg":
		settings = readINI(string(text))
	case "setup.py":
		literal := regexp.MustCompile(`\b(name|version)\s*=\s*["']([\w.-]+)["']`)
		if at := regexp.MustCompile(`\bsetup\s*\(`).FindIndex(text); at != nil {
			for _, m := range literal.FindAllStringSubmatch(bracketed(string(text[at[1]-1:])), -1) {
				settings = append(settings, setting{table: "project", key: m[1], values: []string{m[2]}})
			}
		}
	}
	own := &analysis.Package{Ecosystem: "pypi"}
	for _, s := range settings {
		switch name := s.name(); {
		case len(s.values) != 1:
		case len(name) > 0 && own.Name == "":
			own.Name = normalise(name[0])
		case s.key == "version" && own.Version == "" && setting{table: s.table, key: "name", values: s.values}.name() != nil:
			own.Version = s.values[0]
		}
	}
	if own.Name == "" {
		return nil
	}
	return own
}
