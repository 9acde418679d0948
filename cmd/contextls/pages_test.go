package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"net/url"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"
)

// page is the text of one of the project's pages.
func page(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("../..", name))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

var fence = regexp.MustCompile("(?ms)^(````?)([a-z]*)\n(.*?)\n(````?)$")

// blocks are the fenced blocks of a language on a page.
func blocks(text, language string) (found []string) {
	for _, m := range fence.FindAllStringSubmatch(text, -1) {
		if m[2] == language {
			found = append(found, m[3])
		}
	}
	return found
}

// TestLinks holds the links on all pages: each leads to a file that exists, and to a heading that it has.
func TestLinks(t *testing.T) {
	link := regexp.MustCompile(`\]\(<?([^)\s>]+)>?\)`)
	pages := 0
	root := os.DirFS("../..")
	err := fs.WalkDir(root, ".", func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && slices.Contains([]string{".git", "node_modules", "testdata", "out"}, d.Name()):
			return fs.SkipDir
		case path.Ext(name) != ".md":
			return nil
		}
		pages++
		for _, m := range link.FindAllStringSubmatch(fence.ReplaceAllString(page(t, name), ""), -1) {
			u, err := url.Parse(m[1])
			if err != nil {
				t.Errorf("%s: %v", name, err)
				continue
			}
			if u.Scheme != "" {
				continue
			}
			to := name
			if u.Path != "" {
				to = path.Join(path.Dir(name), u.Path)
			}
			if _, err := fs.Stat(root, to); err != nil {
				t.Errorf("%s: %s leads nowhere", name, m[1])
			} else if u.Fragment != "" && !slices.Contains(anchors(page(t, to)), u.Fragment) {
				t.Errorf("%s: %s has no heading #%s", name, to, u.Fragment)
			}
		}
		return nil
	})
	if err != nil || pages < 10 {
		t.Errorf("%d pages: %v", pages, err)
	}
}

// anchors are the fragments that lead to a page's headings, as GitHub makes them.
func anchors(text string) (all []string) {
	for _, m := range regexp.MustCompile(`(?m)^#+ +(.+?)\s*$`).FindAllStringSubmatch(fence.ReplaceAllString(text, ""), -1) {
		all = append(all, strings.Map(func(r rune) rune {
			switch {
			case r == ' ':
				return '-'
			case r == '-' || r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r):
				return unicode.ToLower(r)
			}
			return -1
		}, m[1]))
	}
	return all
}

// TestCodeMap holds the README's map of the code: its rooms exist, and imports point only down the list.
func TestCodeMap(t *testing.T) {
	var rooms []string
	_, section, _ := strings.Cut(page(t, "README.md"), "\n## Where things are\n")
	for line := range strings.Lines(blocks(section, "")[0]) {
		room := strings.TrimSuffix(strings.Fields(line)[0], "/")
		rooms = append(rooms, room)
		if _, err := os.Stat(filepath.Join("../..", room)); err != nil {
			t.Error(err)
		}
	}
	at := func(pkg string) int { // the room that a package is in; -1: none
		best := -1
		for i, r := range rooms {
			if (pkg == r || strings.HasPrefix(pkg, r+"/")) && (best < 0 || len(r) > len(rooms[best])) {
				best = i
			}
		}
		return best
	}
	for _, p := range listPackages(t, "./...") {
		name := strings.TrimPrefix(p.ImportPath, ourModule)
		from := at(name)
		if from < 0 {
			t.Errorf("%s is not on the map", name)
		}
		for _, imp := range p.Imports {
			if other, ours := strings.CutPrefix(imp, ourModule); ours && at(other) < from {
				t.Errorf("%s imports %s, which stands above it", name, other)
			}
		}
	}
}

// TestContributing holds the life of a pack: each function it names is in the package it names.
func TestContributing(t *testing.T) {
	text := page(t, ".github/CONTRIBUTING.md")
	named := 0
	row := regexp.MustCompile("(?m)^\\| `([^`]+)` \\| ([^|]+) \\|")
	for _, m := range row.FindAllStringSubmatch(text, -1) {
		functions := functionsOf(t, m[1])
		for _, f := range regexp.MustCompile("`([^`]+)`").FindAllStringSubmatch(m[2], -1) {
			named++
			if !slices.Contains(functions, f[1]) {
				t.Errorf("%s has no function %s", m[1], f[1])
			}
		}
	}
	if named < 40 {
		t.Errorf("the life of a pack has %d functions", named)
	}
}

// functionsOf are the functions of a package, methods with the type before them.
func functionsOf(t *testing.T, pkg string) (names []string) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join("../..", pkg, "*.go"))
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range parsed.Decls {
			if f, ok := d.(*ast.FuncDecl); ok {
				name := f.Name.Name
				if f.Recv != nil {
					name = receiver(f.Recv.List[0].Type) + "." + name
				}
				names = append(names, name)
			}
		}
	}
	return names
}

func receiver(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.StarExpr:
		return receiver(e.X)
	case *ast.IndexExpr:
		return receiver(e.X)
	case *ast.Ident:
		return e.Name
	}
	return ""
}

// TestNoSkips holds tests to run wherever they are run: one that is skipped where something is missing is
// missed by nobody.
func TestNoSkips(t *testing.T) {
	err := fs.WalkDir(os.DirFS("../.."), ".", func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && slices.Contains([]string{".git", "node_modules"}, d.Name()):
			return fs.SkipDir
		case strings.HasSuffix(name, "_test.go"):
			if skip := regexp.MustCompile(`\b(t|b|f|tb)\.Skip(f|Now)?\(`).FindString(page(t, name)); skip != "" {
				t.Errorf("%s: %s", name, skip)
			}
		}
		return nil
	})
	if err != nil {
		t.Error(err)
	}
}
