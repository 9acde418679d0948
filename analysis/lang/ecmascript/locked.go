package ecmascript

import (
	"encoding/json"
	"path"
	"slices"
	"strings"

	"github.com/contextls/contextls/analysis"
)

// locked are the versions that lock files say: by the path of the directory that a package is installed in (npm, pnpm), or
// by that of the lock and what manifests ask for, as in "app\x00tea@^1.0.0" (Yarn).
type locked map[string]string

func lockFiles() []string {
	return []string{"package-lock.json", "npm-shrinkwrap.json", "pnpm-lock.yaml", "yarn.lock"}
}

// locksOf are those of a folder, read once they are asked for.
func locksOf(tree *analysis.Tree) locked {
	return analysis.OfLayout(tree, locksKey{}, func() locked { return readLocks(tree) })
}

type locksKey struct{}

func readLocks(tree *analysis.Tree) locked {
	l := locked{}
	for _, base := range lockFiles() {
		for _, p := range tree.Manifests(base) {
			dir, text := analysis.Dir(p), tree.Manifest(p)
			switch path.Ext(base) {
			case ".json":
				l.addNpm(dir, text)
			case ".yaml":
				l.addPnpm(dir, text)
			default:
				l.addYarn(dir, text)
			}
		}
	}
	return l
}

// of is the version of a package that a file imports; "" where no lock file says one. declared is the package.json that
// has the dependency, nil for none.
func (l locked) of(from, name string, declared *manifest) string {
	asked := ""
	if declared != nil {
		asked = declared.dependencies[name]
	}
	if other, ok := strings.CutPrefix(asked, "npm:"); ok && strings.LastIndexByte(other, '@') > 0 {
		return "" // another package's
	}
	for dir := analysis.Dir(from); ; dir = analysis.Dir(dir) {
		for _, key := range []string{join(dir, modules+"/"+name), dir + "\x00" + name + "@" + asked, dir + "\x00" + name + "@npm:" + asked} {
			if version := l[key]; version != "" {
				return version
			}
		}
		if dir == "" {
			return ""
		}
	}
}

// put notes a version, and nothing that is no version, like the path of a directory.
func (l locked) put(key, version string) {
	if version != "" && '0' <= version[0] && version[0] <= '9' {
		l[key] = version
	}
}

// npmLock is a package-lock.json.
type npmLock struct {
	Packages     map[string]npmEntry `json:"packages,omitempty"`
	Dependencies map[string]npmEntry `json:"dependencies,omitempty"`
}

type npmEntry struct {
	Name    string `json:"name,omitempty"`
	Version string `json:"version,omitempty"`
}

// addNpm reads package-lock.json, in which since npm 7 each package has the path that it is installed at.
func (l locked) addNpm(dir string, text []byte) {
	var lock npmLock
	if json.Unmarshal(text, &lock) != nil {
		return
	}
	for name, e := range lock.Dependencies {
		l.put(join(dir, modules+"/"+name), e.Version)
	}
	for at, e := range lock.Packages {
		if e.Name == "" || strings.HasSuffix(at, modules+"/"+e.Name) {
			l.put(join(dir, at), e.Version)
		}
	}
}

// addPnpm reads the importers of a pnpm-lock.yaml, each a directory with its dependencies; without any, the dependencies are
// those of the lock's own. A version is its dependency's text, or its key "version".
func (l locked) addPnpm(dir string, text []byte) {
	type level struct {
		indent int
		key    string
	}
	var open []level
	for line := range strings.Lines(string(text)) {
		content := strings.TrimLeft(line, " ")
		if strings.TrimSpace(content) == "" || content[0] == '#' {
			continue
		}
		indent := len(line) - len(content)
		for len(open) > 0 && open[len(open)-1].indent >= indent {
			open = open[:len(open)-1]
		}
		key, value, _ := strings.Cut(strings.TrimSpace(content)+" ", ": ")
		if key = strings.Trim(key, `'": `); indent == 0 && key == "packages" {
			return
		}
		open = append(open, level{indent, key})
		at, importer := open, ""
		if at[0].key == "importers" && len(at) > 2 {
			importer, at = at[1].key, at[2:]
		}
		if len(at) < 2 || len(at) > 3 || len(at) == 3 && key != "version" ||
			!slices.Contains([]string{"dependencies", "devDependencies", "optionalDependencies"}, at[0].key) {
			continue
		}
		version := strings.Trim(value, `'" `)
		if end := strings.IndexAny(version, "(_"); end >= 0 { // what it was resolved with
			version = version[:end]
		}
		l.put(join(join(dir, importer), modules+"/"+at[1].key), version)
	}
}

// addYarn reads a yarn.lock: below what manifests ask for, the version of that.
func (l locked) addYarn(dir string, text []byte) {
	var asked []string
	for line := range strings.Lines(string(text)) {
		switch {
		case strings.TrimSpace(line) == "" || line[0] == '#':
		case line[0] != ' ':
			asked = strings.Split(strings.TrimRight(line, ": \r\n"), ",")
		default:
			key, version, _ := strings.Cut(strings.TrimSpace(line), " ")
			if strings.Trim(key, `":`) != "version" {
				continue
			}
			for _, what := range asked {
				if what = strings.Trim(what, `" `); !strings.Contains(what, "@workspace:") {
					l.put(dir+"\x00"+what, strings.Trim(version, `"`))
				}
			}
			asked = nil
		}
	}
}
