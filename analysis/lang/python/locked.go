package python

import (
	"encoding/json"
	"path"
	"strings"

	"github.com/contextls/contextls/analysis"
	"github.com/contextls/contextls/analysis/lang/toml"
)

// locked are the versions that lock files and pinned requirements say, by the directory that they are for and
// the normalised name of the distribution; "" where they say two.
type locked map[string]map[string]string

// put notes a version.
func (l locked) put(dir, name, version string) {
	if version == "" {
		return
	}
	if l[dir] == nil {
		l[dir] = map[string]string{}
	}
	name = normalise(name)
	if known, ok := l[dir][name]; ok && known != version {
		version = ""
	}
	l[dir][name] = version
}

// merge adds what less is to be believed.
func (l locked) merge(less locked) {
	for dir, versions := range less {
		if l[dir] == nil {
			l[dir] = map[string]string{}
		}
		for name, version := range versions {
			if _, known := l[dir][name]; !known {
				l[dir][name] = version
			}
		}
	}
}

// addLock reads uv.lock, poetry.lock or pdm.lock: a [[package]] for each distribution, whose name stands before its
// version.
func (l locked) addLock(dir, text string) {
	name := ""
	for line := range strings.Lines(text) {
		key, value, _ := strings.Cut(line, " = ")
		switch value = strings.Trim(value, "\"' \t\r\n"); {
		case strings.HasPrefix(line, "["):
			name = ""
		case key == "name":
			name = value
		case key == "version" && name != "":
			l.put(dir, name, value)
			name = ""
		}
	}
}

// addPipfile reads Pipfile.lock, and returns the distributions that it lists.
func (l locked) addPipfile(dir, text string) (names []string) {
	for _, group := range readPipfile([]byte(text)) {
		for name, entry := range group {
			names = append(names, name)
			l.put(dir, name, strings.TrimLeft(entry.Version, "="))
		}
	}
	return names
}

// pipfile is a Pipfile.lock: groups of distributions by name.
type pipfile map[string]map[string]pipfileEntry

type pipfileEntry struct {
	Version string `json:"version,omitempty"`
}

func readPipfile(text []byte) pipfile {
	var groups map[string]json.RawMessage
	if json.Unmarshal(text, &groups) != nil {
		return nil
	}
	delete(groups, "_meta")
	lock := pipfile{}
	for name, group := range groups {
		var entries map[string]pipfileEntry
		if json.Unmarshal(group, &entries) == nil {
			lock[name] = entries
		}
	}
	return lock
}

// condense are what is read of lock files, which may have megabytes of checksums.
func condense() map[string]func([]byte) []byte {
	lines := func(text []byte) []byte { return toml.Condense(text, "name", "version") }
	return map[string]func([]byte) []byte{"uv.lock": lines, "poetry.lock": lines, "pdm.lock": lines, "Pipfile.lock": func(text []byte) []byte {
		out, err := json.Marshal(readPipfile(text))
		if err != nil {
			return []byte{}
		}
		return out
	}}
}

// addPins reads the pinned versions of requirements as pip's files write them.
func (l locked) addPins(file, text string) {
	dir := analysis.Dir(file)
	if path.Base(dir) == "requirements" {
		dir = analysis.Dir(dir)
	}
	for line := range strings.Lines(text) {
		line, _, _ = strings.Cut(line, "#")
		line, _, _ = strings.Cut(line, ";")
		name, version, _ := strings.Cut(line, "==")
		name, _, _ = strings.Cut(name, "[")
		if words := strings.Fields(strings.TrimLeft(version, "=")); len(words) > 0 && isDistribution(strings.TrimSpace(name)) &&
			!strings.ContainsAny(words[0], "*,$\\") {
			l.put(dir, strings.TrimSpace(name), words[0])
		}
	}
}

// isDistribution reports whether a text is a name as distributions have them.
func isDistribution(name string) bool {
	return name != "" && name[0] != '-' && strings.IndexFunc(name, func(c rune) bool {
		return !(c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || strings.ContainsRune("-_.", c))
	}) < 0
}

// of is the distribution that brings a module to a file, as far as a lock file near it tells; else it is called as the
// module.
func (l locked) of(from, top string) analysis.Package {
	p := analysis.Package{Ecosystem: "pypi", Name: normalise(top)}
	names := append([]string{p.Name}, otherNames[top]...)
	names = append(names, "py"+p.Name, "python-"+p.Name, p.Name+"-python")
	for dir := analysis.Dir(from); ; dir = analysis.Dir(dir) {
		for _, name := range names {
			if version, ok := l[dir][name]; ok {
				return analysis.Package{Ecosystem: p.Ecosystem, Name: name, Version: version}
			}
		}
		if dir == "" {
			return p
		}
	}
}
