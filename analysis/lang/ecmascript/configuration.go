package ecmascript

import (
	"path"
	"strings"
	"sync"

	"github.com/contextls/contextls/analysis"
)

// configuration is what the manifests of a folder say. What they mean depends on its directories besides, and on nothing else.
type configuration struct {
	manifests map[string]*manifest   // by directory
	named     map[string][]*manifest // by name, each by path
	projects  map[string]*project    // by the path of their tsconfig

	mu      sync.Mutex
	members map[string]*project // the projects that files belong to, as far as they were asked for; nil: none
}

type configurationKey struct{}

func readConfiguration(tree *analysis.Tree) *configuration {
	c := &configuration{manifests: map[string]*manifest{}, named: map[string][]*manifest{}, projects: map[string]*project{}, members: map[string]*project{}}
	var configs []string
	var take, leave []glob // of all workspaces
	for i := range tree.Files() {
		f := tree.Files()[i]
		if f.Manifest == nil {
			continue
		}
		dir, base := analysis.Dir(f.Path), path.Base(f.Path)
		var patterns []string
		switch {
		case base == "package.json":
			m := readManifest(f.Path, f.Manifest)
			c.manifests[dir] = m
			c.named[m.name] = append(c.named[m.name], m)
			patterns = m.workspaces()
		case base == "pnpm-workspace.yaml":
			patterns = pnpmPackages(f.Manifest)
		case isConfig(base):
			configs = append(configs, f.Path)
		}
		if patterns != nil {
			in, out := workspaceGlobs(dir, append(patterns, "."))
			take, leave = append(take, in...), append(leave, out...)
		}
	}
	delete(c.named, "")
	for dir, m := range c.manifests {
		segments := strings.Split(dir, "/")
		m.member = take == nil || matchAny(take, segments) && !matchAny(leave, segments)
	}
	r := &configReader{tree, c.named}
	for _, file := range configs {
		p := r.readProject(file, analysis.Dir(file), nil)
		p.prepare(analysis.Dir(file))
		c.projects[file] = p
	}
	return c
}
