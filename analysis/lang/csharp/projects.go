package csharp

import (
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/contextls/contextls/analysis"
)

// projects are those of a folder, by path. They follow from its manifests.
type projects struct {
	all  []*project
	sees []map[int]bool // for each, what it references in turn, and itself
	dirs map[string][]int
}

func readProjects(tree *analysis.Tree) *projects {
	ps := &projects{dirs: map[string][]int{}}
	byPath, byName := map[string]int{}, map[string]int{}
	for _, f := range tree.Files() {
		if f.Manifest == nil || path.Ext(f.Path) != ".csproj" {
			continue
		}
		n := len(ps.all)
		p := readProject(tree, f.Path)
		ps.all = append(ps.all, p)
		ps.dirs[analysis.Dir(f.Path)] = append(ps.dirs[analysis.Dir(f.Path)], n)
		byPath[strings.ToLower(f.Path)] = n
		for _, name := range p.names {
			byName[strings.ToLower(name)] = n
		}
	}
	for n := range ps.all {
		ps.sees = append(ps.sees, ps.reach(n, byPath, byName))
	}
	return ps
}

// reach is what a project sees: references go on through those referenced, as those of SDK projects do.
func (ps *projects) reach(n int, byPath, byName map[string]int) map[int]bool {
	seen := map[int]bool{n: true}
	for queue := []int{n}; len(queue) > 0; queue = queue[1:] {
		add := func(to int, ok bool) {
			if ok && !seen[to] {
				seen[to] = true
				queue = append(queue, to)
			}
		}
		p := ps.all[queue[0]]
		for _, r := range p.references { // Windows does not mind the case, and so repositories differ in it
			to, ok := byPath[strings.ToLower(r)]
			add(to, ok)
		}
		for _, id := range p.packages {
			to, ok := byName[strings.ToLower(id)]
			add(to, ok)
		}
	}
	return seen
}

// compiled are the files that projects take from outside of their directories, with these projects.
func (ps *projects) compiled(tree *analysis.Tree) map[string][]int {
	also := map[string][]int{}
	for n, p := range ps.all {
		for _, pattern := range p.compiles {
			switch {
			case within(pattern, analysis.Dir(p.path)):
			case !strings.Contains(pattern, "*"):
				also[pattern] = append(also[pattern], n)
			default:
				matches := glob(pattern)
				for _, f := range tree.Files() {
					if f.Language != nil && f.Language.ID == id && matches.MatchString(f.Path) {
						also[f.Path] = append(also[f.Path], n)
					}
				}
			}
		}
	}
	return also
}

// of are the projects that compile a file: those in the nearest directory that has any, and those that
// name it.
func (ps *projects) of(file string, also map[string][]int) []int {
	out := slices.Clone(also[file])
	for dir := analysis.Dir(file); ; dir = analysis.Dir(dir) {
		if own := ps.dirs[dir]; len(own) > 0 {
			out = append(out, own...)
			break
		}
		if dir == "" {
			break
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

func within(p, dir string) bool { return dir == "" || strings.HasPrefix(p, dir+"/") }

// glob is MSBuild's pattern language: ** stands for any directories.
func glob(pattern string) *regexp.Regexp {
	text := regexp.QuoteMeta(pattern)
	text = strings.ReplaceAll(text, `\*\*/`, `(?:.*/)?`)
	text = strings.ReplaceAll(text, `\*`, `[^/]*`)
	return regexp.MustCompile(`^` + strings.ReplaceAll(text, `\?`, `[^/]`) + `$`)
}
