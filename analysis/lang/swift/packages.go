package swift

import (
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/contextls/contextls/analysis"
)

// target is one of a Package.swift: the Swift files below its directory are a module.
type target struct {
	name, dir string
}

// manifest is what a Package.swift says. It is a program; what it writes down plainly is read.
type manifest struct {
	targets      []target
	dependencies []string // names of packages and products
}

var (
	call = regexp.MustCompile(`\.(target|executableTarget|testTarget|macro|plugin|systemLibrary|binaryTarget|` +
		`product|package|byName)\s*\(`)
	literal        = regexp.MustCompile(`"([^"\\\n]*)"`)
	name           = regexp.MustCompile(`\bname\s*:\s*"([^"\\\n]+)"`)
	pathArgument   = regexp.MustCompile(`\bpath\s*:\s*"([^"\\\n]*)"`)
	url            = regexp.MustCompile(`\burl\s*:\s*"([^"\\\n]+)"`)
	number         = regexp.MustCompile(`\bid\s*:\s*"([^"\\\n]+)"`)
	dependencyList = regexp.MustCompile(`\bdependencies\s*:\s*\[`)
)

// readManifest reads the Package.swift in a directory.
func readManifest(tree *analysis.Tree, dir string, text []byte) manifest {
	m := manifest{}
	s := newSource(string(text))
	m.read(tree, dir, withoutComments(s))
	m.dependencies = slices.DeleteFunc(m.dependencies, func(name string) bool { // a target without files is nobody's
		return slices.ContainsFunc(m.targets, func(t target) bool { return t.name == name })
	})
	return m
}

// read reads the calls in a text that make targets and dependencies.
func (m *manifest) read(tree *analysis.Tree, dir, text string) {
	s := &source{text: text}
	for at := 0; ; {
		found := call.FindStringSubmatchIndex(text[at:])
		if found == nil {
			return
		}
		kind := text[at+found[2] : at+found[3]]
		start := at + found[1]
		end := s.block(start - 1)
		arguments := text[start:max(start, end-1)]
		own := withoutCalls(arguments)
		switch kind {
		case "package", "product", "byName":
			m.depend(argument(own, name))
			m.depend(argument(own, number))
			if from := argument(own, url); from != "" {
				m.depend(strings.TrimSuffix(path.Base(from), ".git"))
			}
		case "systemLibrary", "binaryTarget":
			m.depend(argument(own, name))
		default:
			if called := argument(own, name); called != "" {
				m.targets = append(m.targets, target{called, targetDir(tree, dir, kind, called, argument(own, pathArgument))})
			}
			m.depends(arguments)
		}
		at = end
	}
}

// depends notes what the dependencies of a target name: "A", .product(name: "B", …).
func (m *manifest) depends(arguments string) {
	at := dependencyList.FindStringIndex(arguments)
	if at == nil {
		return
	}
	s := &source{text: arguments}
	list := arguments[at[1]:max(at[1], s.block(at[1]-1)-1)]
	for _, name := range literal.FindAllStringSubmatch(list, -1) {
		m.depend(name[1])
	}
}

func (m *manifest) depend(name string) {
	if name != "" {
		m.dependencies = append(m.dependencies, name)
	}
}

// targetDir is where a target lies: where it says, or in the first of SwiftPM's folders that is there.
func targetDir(tree *analysis.Tree, dir, kind, name, own string) string {
	if own != "" {
		return path.Join(dir, own)
	}
	folders := []string{"Sources", "Source", "src", "srcs"}
	switch kind {
	case "testTarget":
		folders = append([]string{"Tests"}, folders...)
	case "plugin":
		folders = append([]string{"Plugins"}, folders...)
	}
	for _, folder := range folders {
		if d := path.Join(dir, folder, name); tree.HasDir(d) {
			return d
		}
	}
	return path.Join(dir, folders[0]) // a package of one target may do without its folder
}

func argument(arguments string, label *regexp.Regexp) string {
	if found := label.FindStringSubmatch(arguments); found != nil {
		return found[1]
	}
	return ""
}

// withoutCalls is a text without what stands in brackets.
func withoutCalls(text string) string {
	s := &source{text: text}
	var out strings.Builder
	for at := 0; at < len(text); {
		n := s.skip(at)
		if c := text[at]; c == '(' || c == '[' || c == '{' {
			n = s.block(at) - at
		} else {
			out.WriteString(text[at : at+n])
		}
		at += n
	}
	return out.String()
}

func withoutComments(s *source) string {
	var out strings.Builder
	for at := 0; at < len(s.text); {
		n := s.skip(at)
		if piece := s.text[at : at+n]; !strings.HasPrefix(piece, "//") && !strings.HasPrefix(piece, "/*") {
			out.WriteString(piece)
		}
		at += n
	}
	return out.String()
}
