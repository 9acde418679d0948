package ecmascript

import (
	"slices"
	"sort"
	"strings"

	"github.com/contextls/contextls/analysis"
)

// manifest is one package.json.
type manifest struct {
	dir          string
	json         map[string]any
	name         string
	dependencies map[string]string // of all kinds: name → version range or place
	member       bool              // of a workspace, or no workspace says who is
}

func readManifest(file string, text []byte) *manifest {
	m := &manifest{dir: analysis.Dir(file), json: decode(text), dependencies: map[string]string{}}
	m.name = str(m.json, "name")
	for _, kind := range []string{"peerDependencies", "optionalDependencies", "devDependencies", "dependencies"} {
		for name, version := range object(m.json, kind) {
			m.dependencies[name], _ = version.(string)
		}
	}
	return m
}

// workspaces are the patterns of the packages that a package.json declares to be of its workspace; nil
// where it declares none.
func (m *manifest) workspaces() []string {
	if detailed := object(m.json, "workspaces"); detailed != nil {
		return list(detailed["packages"])
	}
	return list(m.json["workspaces"])
}

// workspaceGlobs are the globs of the packages that a package.json or pnpm-workspace.yaml declares to be
// its own: those to take, and those to leave out.
func workspaceGlobs(dir string, patterns []string) (take, leave []glob) {
	for _, p := range patterns {
		if rest, negated := strings.CutPrefix(p, "!"); negated {
			leave = append(leave, newGlob(dir, rest))
		} else {
			take = append(take, newGlob(dir, p))
		}
	}
	return take, leave
}

// pnpmPackages reads the list "packages" of a pnpm-workspace.yaml: a block sequence of plain or quoted
// scalars, or a flow sequence on one line. That is all of YAML that these files use.
func pnpmPackages(text []byte) []string {
	var out []string
	inside := false
	for line := range strings.Lines(string(text)) {
		line = strings.TrimSpace(beforeComment(line))
		rest, key := strings.CutPrefix(line, "packages:")
		item, isItem := strings.CutPrefix(line, "-")
		switch {
		case key:
			inside = true
			out = append(out, strings.Split(strings.Trim(rest, " []"), ",")...)
		case inside && isItem:
			out = append(out, item)
		case line != "":
			inside = false
		}
	}
	for i := range out {
		out[i] = strings.Trim(out[i], ` '"`)
	}
	return slices.DeleteFunc(out, func(s string) bool { return s == "" })
}

func beforeComment(line string) string {
	if strings.HasPrefix(line, "#") {
		return ""
	}
	before, _, _ := strings.Cut(line, " #")
	return before
}

// conditions are the keys of conditional exports, in the order in which they are tried. Types come
// first because a declaration says the most about a module in the least space. A key that is not here
// (development, source, react-server, a project's own) is tried after them.
func conditions() []string {
	return []string{"types", "import", "module", "default", "require", "node", "browser"}
}

// entryFields are the package.json fields that name the main module, in the order in which they are
// tried.
func entryFields() []string {
	return []string{"types", "typings", "module", "main", "source"}
}

// targets are the paths, or for "imports" also specifiers, that an exports or imports field gives for
// a subpath: "." or "./sub", or "#name".
func targets(field any, sub string) []string {
	table, isTable := field.(map[string]any)
	if !isTable || !isSubpaths(table) {
		if sub != "." {
			return nil
		}
		return conditional(field, "", nil)
	}
	if v, found := table[sub]; found {
		return conditional(v, "", nil)
	}
	best, star := "", ""
	for key := range table {
		prefix, suffix, isPattern := strings.Cut(key, "*")
		if !isPattern && strings.HasSuffix(key, "/") {
			isPattern = true // a folder, as Node once had them
		}
		fits := isPattern && len(sub) >= len(prefix)+len(suffix) && strings.HasPrefix(sub, prefix) && strings.HasSuffix(sub, suffix)
		if fits && (best == "" || patternLess(key, best)) {
			best, star = key, sub[len(prefix):len(sub)-len(suffix)]
		}
	}
	return conditional(table[best], star, nil)
}

// patternLess reports whether Node prefers a pattern: the longer text before the *, then the longer key.
func patternLess(a, b string) bool {
	before := func(s string) int {
		p, _, _ := strings.Cut(s, "*")
		return len(p)
	}
	if before(a) != before(b) {
		return before(a) > before(b)
	}
	if len(a) != len(b) {
		return len(a) > len(b)
	}
	return a < b
}

// isSubpaths tells {"./a": …} and {"#a": …} from {"import": …}.
func isSubpaths(table map[string]any) bool {
	for key := range table {
		if strings.HasPrefix(key, ".") || strings.HasPrefix(key, "#") {
			return true
		}
	}
	return false
}

// conditional adds the targets of one entry, the preferred ones first, with star for each *.
func conditional(v any, star string, out []string) []string {
	switch v := v.(type) {
	case string:
		if strings.HasSuffix(v, "/") {
			v += star
		}
		return append(out, strings.ReplaceAll(v, "*", star))
	case []any:
		for _, e := range v {
			out = conditional(e, star, out)
		}
	case map[string]any:
		known := conditions()
		for _, key := range known {
			out = conditional(v[key], star, out)
		}
		var others []string
		for key := range v {
			if !slices.Contains(known, key) {
				others = append(others, key)
			}
		}
		sort.Strings(others)
		for _, key := range others {
			out = conditional(v[key], star, out)
		}
	}
	return out
}
