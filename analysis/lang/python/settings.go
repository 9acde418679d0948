package python

import (
	"maps"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/contextls/contextls/analysis/lang/toml"
)

// setting is one leaf of a manifest.
type setting struct {
	table  string   // the keys above it, dotted
	key    string   // its own key
	values []string // the strings of its value; nil for a table and for a value that is none
}

// roots are the directories, relative to the manifest's, that a setting puts on the module search
// path. The tables are those of setuptools, Poetry, Hatch, PDM, uv, Maturin, pytest, mypy and pyright.
func (s setting) roots() []string {
	switch s.table + "." + s.key {
	case "tool.setuptools.package-dir.", // the empty key stands for all packages
		"tool.setuptools.packages.find.where", "options.packages.find.where",
		"tool.poetry.packages.from",
		"tool.pdm.build.package-dir", "tool.uv.build-backend.module-root", "tool.maturin.python-source",
		"tool.pytest.ini_options.pythonpath", "tool:pytest.pythonpath",
		"tool.mypy.mypy_path", "mypy.mypy_path", "tool.pyright.extraPaths":
		return fields(s.values)
	case "tool.hatch.build.targets.wheel.packages", "tool.hatch.build.packages":
		return parents(s.values)
	case "options.package_dir": // name = directory, or =directory
		var roots []string
		for _, v := range s.values {
			if name, dir, ok := strings.Cut(v, "="); ok && strings.TrimSpace(name) == "" {
				roots = append(roots, strings.TrimSpace(dir))
			} else if ok {
				roots = append(roots, packageDir(strings.TrimSpace(name), strings.TrimSpace(dir))...)
			}
		}
		return roots
	}
	if s.table == "tool.setuptools.package-dir" && len(s.values) == 1 {
		return packageDir(s.key, s.values[0])
	}
	return nil
}

// packageDir is the root of a package that is said to lie in dir; none where it would be renamed.
func packageDir(name, dir string) []string {
	if root, ok := strings.CutSuffix(path.Clean(dir), strings.ReplaceAll(name, ".", "/")); ok {
		return []string{path.Clean(root)}
	}
	return nil
}

func parents(dirs []string) []string {
	roots := make([]string, len(dirs))
	for i, d := range dirs {
		roots[i] = path.Dir(path.Clean(d))
	}
	return roots
}

// fields splits the lists that some tools write into one string.
func fields(values []string) []string {
	var out []string
	for _, v := range values {
		out = append(out, strings.FieldsFunc(v, func(r rune) bool { return r == ',' || r == ':' || r == ' ' || r == '\t' })...)
	}
	return out
}

// name is the name of the distribution that a project is, where a setting says that.
func (s setting) name() []string {
	if s.key == "name" && (s.table == "project" || s.table == "tool.poetry" || s.table == "metadata") {
		return s.values
	}
	return nil
}

// requirements are the requirements that a setting declares, in the form of PEP 508.
func (s setting) requirements() []string {
	switch s.table {
	case "project.optional-dependencies", "dependency-groups", "options.extras_require",
		"tool.pdm.dev-dependencies", "tool.setuptools.dynamic.optional-dependencies":
		return s.values
	case "tool.poetry.dependencies", "tool.poetry.dev-dependencies":
		return []string{s.key}
	}
	switch s.table + "." + s.key {
	case "project.dependencies", "build-system.requires", "tool.uv.dev-dependencies",
		"options.install_requires", "options.setup_requires", "options.tests_require":
		return s.values
	}
	if strings.HasPrefix(s.table, "tool.poetry.group.") && strings.HasSuffix(s.table, ".dependencies") {
		return []string{s.key}
	}
	if strings.HasPrefix(s.table, "tool.hatch.envs.") && strings.HasSuffix(s.key, "dependencies") {
		return s.values
	}
	return nil
}

// leaves are the settings of a TOML document, those of inline tables and of each table of an array among them.
func leaves(root toml.Table) []setting {
	var out []setting
	var walk func(string, toml.Table)
	walk = func(name string, t toml.Table) {
		for _, key := range slices.Sorted(maps.Keys(t)) {
			value := t[key]
			out = append(out, setting{name, key, value.Strings()})
			inner := strings.TrimPrefix(name+"."+key, ".")
			walk(inner, value.Table)
			for _, element := range t.Tables(key) {
				walk(inner, element)
			}
		}
	}
	walk("", root)
	return out
}

// readINI reads the sections of a setup.cfg. A value may go on over indented lines.
func readINI(text string) []setting {
	var out []setting
	section := ""
	for line := range strings.Lines(text) {
		trimmed := strings.TrimSpace(line)
		switch {
		case trimmed == "" || trimmed[0] == '#' || trimmed[0] == ';':
		case line[0] == ' ' || line[0] == '\t':
			if len(out) > 0 {
				last := &out[len(out)-1]
				last.values = append(last.values, trimmed)
			}
		case line[0] == '[':
			section = strings.Trim(trimmed, "[]")
		default:
			key, value, _ := strings.Cut(trimmed, "=")
			s := setting{table: section, key: strings.TrimSpace(key)}
			if value = strings.TrimSpace(value); value != "" {
				s.values = []string{value}
			}
			out = append(out, s)
		}
	}
	return out
}

// readSetup reads what a setup.py says in literals, without running it.
func readSetup(text string) []setting {
	var out []setting
	list := regexp.MustCompile(`\b(?:(?:install|tests|setup)_requires|extras_require)\s*=\s*[\[{]`)
	literal := regexp.MustCompile(`["']([^"'\n]+)["']\s*(:?)`)
	for _, at := range list.FindAllStringIndex(text, -1) {
		requires := setting{table: "options", key: "install_requires"}
		for _, m := range literal.FindAllStringSubmatch(bracketed(text[at[1]-1:]), -1) {
			if m[2] == "" { // else the name of an extra
				requires.values = append(requires.values, m[1])
			}
		}
		out = append(out, requires)
	}
	root := regexp.MustCompile(`\bpackage_dir\s*=\s*\{\s*(?:""|'')\s*:\s*["']([^"'\n]+)["']` +
		`|\bfind(?:_namespace)?_packages\(\s*(?:where\s*=\s*)?["']([^"'\n]+)["']`)
	for _, m := range root.FindAllStringSubmatch(text, -1) {
		out = append(out, setting{table: "options.packages.find", key: "where", values: []string{m[1] + m[2]}})
	}
	return out
}

// bracketed is the beginning of text up to the bracket that closes the one it begins with.
func bracketed(text string) string {
	depth := 0
	for i, c := range text {
		switch c {
		case '[', '{', '(':
			depth++
		case ']', '}', ')':
			if depth--; depth == 0 {
				return text[:i]
			}
		}
	}
	return text
}
