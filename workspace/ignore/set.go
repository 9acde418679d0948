package ignore

import (
	"path"
	"slices"
	"strings"
)

// Options say what a folder's paths are matched against besides the ignore files in it.
type Options struct {
	FoldCase bool     // git's core.ignoreCase
	Skip     []string // names of directories that are never entered, * allowed; nil: DefaultSkip()
	Settings *Globs   // the user's own ignore globs
	Outer    []Outer  // rules from outside the folder, the weakest first
	Tracked  []string // the paths that git tracks, relative to the folder
}

// Outer is the text of an ignore file that does not lie in the folder: the user's, the repository's
// .git/info/exclude, or one in a directory above.
type Outer struct {
	Name  string // what reasons call it; its base name decides the layer, git's by default
	Below string // the folder, relative to the directory the patterns are relative to; "" when they are the same
	Text  []byte
}

// File is the text of an ignore file in a directory; see IsRule.
type File struct {
	Name string // base name
	Text []byte
}

// DefaultSkip are the directories that are never entered unless settings say otherwise.
func DefaultSkip() []string {
	return []string{".git", "node_modules", "__pycache__", ".venv", "venv", "dist", "build", ".tox",
		".mypy_cache", ".pytest_cache", "*.egg-info", "vendor", "target"}
}

// unlessTracked reports whether a directory of this name is entered when git tracks a file below it.
func unlessTracked(name string) bool {
	switch lowerASCII(name) {
	case "build", "dist", "target":
		return true
	}
	return false
}

// ruleFiles are the names of ignore files.
var ruleFiles = [...]string{".gitignore", ".ignore", ".aiignore", ".aiexclude", ".cursorignore",
	".cursorindexingignore", ".geminiignore", ".copilotignore", ".codeiumignore", ".aiderignore",
	".clineignore", ".repomixignore", ".llmignore"}

// The kinds of ignore files are the indexes of ruleFiles.
const (
	gitKind = iota
	dotKind
)

// RuleNames are the base names of ignore files.
func RuleNames() []string { return slices.Clone(ruleFiles[:]) }

// IsRule reports whether a file of this base name holds ignore rules.
func IsRule(base string) bool { return slices.Contains(ruleFiles[:], base) }

// Set is what all directories of one folder have in common.
type Set struct {
	skip     *rules
	settings *Globs
	fold     bool
	prefix   string // the folder, relative to the furthest directory that an Outer is relative to
	outer    []layer
	tracked  []string // sorted
}

// layer holds the ignore files of one kind that apply to a directory.
type layer struct {
	kind    int
	sources []source // the strongest first
}

// source is one ignore file.
type source struct {
	rules  *rules
	below  int    // bytes of a full path (with Set.prefix) to cut off to get the path the patterns are relative to
	reason string // why it ignores
}

// NewSet compiles the options.
func NewSet(o Options) *Set {
	s := &Set{settings: o.Settings, fold: o.FoldCase, tracked: slices.Sorted(slices.Values(o.Tracked))}
	skip := o.Skip
	if skip == nil {
		skip = DefaultSkip()
	}
	var lines strings.Builder
	for _, name := range skip {
		lines.WriteString(strings.Trim(name, "/") + "/\n")
	}
	s.skip = compile([]byte(lines.String()), o.FoldCase)
	for _, out := range o.Outer {
		if len(out.Below) > len(s.prefix) {
			s.prefix = out.Below
		}
	}
	if s.prefix != "" {
		s.prefix += "/"
	}
	for _, out := range o.Outer {
		below := len(s.prefix)
		if out.Below != "" {
			below -= len(out.Below) + 1
		}
		kind := max(slices.Index(ruleFiles[:], path.Base(out.Name)), gitKind)
		s.outer = add(s.outer, kind, source{compile(out.Text, o.FoldCase), below, "ignored: " + out.Name})
	}
	return s
}

// tracks reports whether git tracks a path: a file, or a directory by a file below it.
func (s *Set) tracks(path string, dir bool) bool {
	if dir {
		path += "/"
	}
	i, same := slices.BinarySearch(s.tracked, path)
	return same || dir && i < len(s.tracked) && strings.HasPrefix(s.tracked[i], path)
}

// add returns layers with one more source, stronger than all others of its kind. The layers given are
// not changed: directories share them.
func add(layers []layer, kind int, src source) []layer {
	layers = slices.Clone(layers)
	i, known := slices.BinarySearchFunc(layers, kind, func(l layer, k int) int { return l.kind - k })
	if !known {
		layers = slices.Insert(layers, i, layer{kind: kind})
	}
	layers[i].sources = append([]source{src}, layers[i].sources...)
	return layers
}
