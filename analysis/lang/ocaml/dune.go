package ocaml

import (
	"path"
	"slices"
	"strings"

	"github.com/contextls/contextls/analysis"
)

// component is the modules of one directory, which dune builds together: a library, programs or both.
type component struct {
	dir       string
	mains     []string // the modules that libraries are wrapped in: Cohttp of (name cohttp)
	unwrapped bool
	subdirs   bool                // the directories below belong to it
	libraries []string            // names of what it uses
	units     map[string][]string // module → its files, made once
	generated map[string]bool     // modules that rules make
	described bool                // there is a dune file
	outside   provided            // what the libraries have that are not the folder\'s
}

// sexp is an S-expression: an atom or a list.
type sexp struct {
	atom string
	list []sexp
}

// parseSexps reads the S-expressions of a dune file; what is broken ends where the text ends.
func parseSexps(text string) []sexp {
	stack := []sexp{{}}
	add := func(s sexp) { stack[len(stack)-1].list = append(stack[len(stack)-1].list, s) }
	for i := 0; i < len(text); {
		switch c := text[i]; {
		case c == '(':
			stack = append(stack, sexp{})
			i++
		case c == ')':
			if n := len(stack); n > 1 {
				last := stack[n-1]
				stack = stack[:n-1]
				add(last)
			}
			i++
		case c == ';':
			for i < len(text) && text[i] != '\n' {
				i++
			}
		case c == '"':
			end := i + 1
			for end < len(text) && text[end] != '"' {
				if text[end] == '\\' {
					end++
				}
				end++
			}
			add(sexp{atom: text[i+1 : min(end, len(text))]})
			i = end + 1
		case strings.IndexByte(" \t\r\n", c) >= 0:
			i++
		default:
			end := i
			for end < len(text) && strings.IndexByte(" \t\r\n();\"", text[end]) < 0 {
				end++
			}
			add(sexp{atom: text[i:end]})
			i = end
		}
	}
	for len(stack) > 1 {
		last := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		add(last)
	}
	return stack[0].list
}

// head is the atom that a list begins with.
func (s sexp) head() string {
	if len(s.list) == 0 {
		return ""
	}
	return s.list[0].atom
}

// atoms calls visit for every atom in it.
func (s sexp) atoms(visit func(string)) {
	if s.atom != "" {
		visit(s.atom)
	}
	for _, x := range s.list {
		x.atoms(visit)
	}
}

// describe adds what a dune file says to its directory's component, and returns the public names of its
// libraries with the module that each is wrapped in.
func (c *component) describe(text string) map[string]string {
	c.described = true
	names := map[string]string{}
	for _, stanza := range parseSexps(text) {
		kind := stanza.head()
		switch kind {
		case "include_subdirs":
			c.subdirs = len(stanza.list) > 1 && stanza.list[1].atom != "no"
			continue
		case "library", "executable", "executables", "test", "tests":
		default:
			stanza.atoms(func(atom string) {
				if name, ok := strings.CutSuffix(atom, ".ml"); ok && isUnitName(name) {
					c.generated[capitalized(name)] = true
				}
			})
			continue
		}
		name, public := "", ""
		for _, field := range stanza.list[min(1, len(stanza.list)):] {
			value := ""
			if len(field.list) > 1 {
				value = field.list[1].atom
			}
			switch field.head() {
			case "name":
				name = value
			case "public_name":
				public = value
			case "wrapped":
				c.unwrapped = c.unwrapped || value == "false"
			case "libraries":
				for _, l := range field.list[1:] {
					l.atoms(func(atom string) {
						if atom != "re_export" && atom != "select" && atom != "from" && atom != "->" {
							c.libraries = append(c.libraries, atom)
						}
					})
				}
			}
		}
		if kind != "library" {
			continue
		}
		if name == "" {
			name = strings.ReplaceAll(public, "-", "_")
		}
		main := capitalized(name)
		c.mains = append(c.mains, main)
		names[name] = main
		if public != "" {
			names[public] = main
		}
	}
	return names
}

// components groups a folder's units by what dune builds together.
func components(t *analysis.Tree) (byDir map[string]*component, libraries map[string]*component) {
	byDir, libraries = map[string]*component{}, map[string]*component{}
	at := func(dir string) *component {
		if byDir[dir] == nil {
			byDir[dir] = &component{dir: dir, units: map[string][]string{}, generated: map[string]bool{}}
		}
		return byDir[dir]
	}
	for _, p := range t.Manifests("dune") {
		c := at(analysis.Dir(p))
		for name, main := range c.describe(string(t.Manifest(p))) {
			libraries[name], libraries[main] = c, c
		}
	}
	for _, f := range t.Files() {
		extension := path.Ext(f.Path)
		if !slices.Contains([]string{".ml", ".mli", ".mll", ".mly"}, extension) {
			continue
		}
		c := at(analysis.Dir(f.Path))
		if owner := ownerOf(byDir, c.dir); owner != nil {
			c = owner
		}
		if name := unitOf(f.Path); isUnitName(name) {
			c.units[name] = append(c.units[name], f.Path)
		}
	}
	return byDir, libraries
}

// ownerOf is the component above a directory that includes its subdirectories, as long as none of these
// is a component of its own.
func ownerOf(byDir map[string]*component, dir string) *component {
	for d := dir; ; d = analysis.Dir(d) {
		c := byDir[d]
		if c != nil && c.described {
			if d == dir || c.subdirs {
				return c
			}
			return nil
		}
		if d == "" {
			return nil
		}
	}
}

func capitalized(name string) string {
	if name == "" {
		return ""
	}
	return strings.ToUpper(name[:1]) + name[1:]
}

func isUnitName(name string) bool {
	return name != "" && (name[0] >= 'a' && name[0] <= 'z' || name[0] >= 'A' && name[0] <= 'Z') &&
		!strings.ContainsAny(name, "%{}./-")
}
