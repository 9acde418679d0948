package ecmascript

import (
	"cmp"
	"path"
	"slices"
	"strings"

	"github.com/contextls/contextls/analysis"
)

// project is what a tsconfig.json or jsconfig.json says about resolution, itself and by what it extends.
type project struct {
	baseURL    *string // a directory; nil: not set
	paths      map[string]any
	pathsDir   string    // the directory of the file that sets paths
	mappings   []mapping // paths made ready: exact ones first, then by falling length of what comes before the *
	files      []glob    // nil: not set
	include    []glob
	exclude    []glob
	references []string // paths of the projects that it is made of
}

// configReader reads the tsconfigs of a folder.
type configReader struct {
	tree  *analysis.Tree
	named map[string][]*manifest
}

// mapping is one entry of paths: a specifier, or a pattern with one *, and where to look for it.
type mapping struct {
	prefix, suffix string // what is before and after the *
	star           bool
	targets        []string // from the root of the folder, with the * in them
}

// match is what the * stands for when the mapping fits a specifier.
func (m *mapping) match(spec string) (star string, ok bool) {
	if !m.star {
		return "", spec == m.prefix
	}
	if len(spec) < len(m.prefix)+len(m.suffix) || !strings.HasPrefix(spec, m.prefix) || !strings.HasSuffix(spec, m.suffix) {
		return "", false
	}
	return spec[len(m.prefix) : len(spec)-len(m.suffix)], true
}

// readProject reads a tsconfig with all it extends; nil where there is none. configDir is the
// directory of the file that extends it, for ${configDir}; path is in open while it is being read, so
// that circles end.
func (r *configReader) readProject(file, configDir string, open []string) *project {
	text := r.tree.Manifest(file)
	if text == nil || slices.Contains(open, file) {
		return nil
	}
	config := decode(text)
	p := &project{}
	dir := analysis.Dir(file)
	for _, base := range list(config["extends"]) {
		if b := r.readProject(r.extended(dir, base), configDir, append(open, file)); b != nil {
			p.inherit(b)
		}
	}
	options := object(config, "compilerOptions")
	if url, ok := options["baseUrl"].(string); ok {
		url = below(dir, configDir, url)
		p.baseURL = &url
	}
	if paths, ok := options["paths"].(map[string]any); ok {
		p.paths, p.pathsDir = paths, dir
	}
	for key, globs := range map[string]*[]glob{"files": &p.files, "include": &p.include, "exclude": &p.exclude} {
		if patterns, ok := config[key].([]any); ok {
			*globs = []glob{}
			for _, pattern := range list(patterns) {
				*globs = append(*globs, directoryGlob(below(dir, configDir, pattern), key == "exclude"))
			}
		}
	}
	if references, ok := config["references"].([]any); ok {
		for _, ref := range references {
			if ref, ok := ref.(map[string]any); ok {
				p.references = append(p.references, r.configFile(join(dir, str(ref, "path"))))
			}
		}
	}
	return p
}

// inherit takes over what b sets.
func (p *project) inherit(b *project) {
	p.baseURL = cmp.Or(b.baseURL, p.baseURL)
	for _, field := range []struct{ to, from *[]glob }{{&p.files, &b.files}, {&p.include, &b.include}, {&p.exclude, &b.exclude}} {
		if *field.from != nil {
			*field.to = *field.from
		}
	}
	if b.paths != nil {
		p.paths, p.pathsDir = b.paths, b.pathsDir
	}
}

// prepare completes a project once all that it extends is known: the files it has by default, and the
// mappings, whose targets are relative to a baseUrl from anywhere.
func (p *project) prepare(configDir string) {
	if p.files == nil && p.include == nil {
		p.include = []glob{directoryGlob(configDir, false)}
	}
	dir := p.pathsDir
	if p.baseURL != nil {
		dir = *p.baseURL
	}
	for pattern, targets := range p.paths {
		m := mapping{}
		m.prefix, m.suffix, m.star = strings.Cut(pattern, "*")
		for _, t := range list(targets) {
			m.targets = append(m.targets, below(dir, configDir, t))
		}
		p.mappings = append(p.mappings, m)
	}
	slices.SortFunc(p.mappings, func(a, b mapping) int {
		switch {
		case a.star != b.star && b.star:
			return -1
		case a.star != b.star:
			return 1
		}
		return cmp.Or(cmp.Compare(len(b.prefix), len(a.prefix)), strings.Compare(a.prefix, b.prefix), strings.Compare(a.suffix, b.suffix))
	})
}

// below is a path that a tsconfig in dir writes.
func below(dir, configDir, rel string) string {
	if rest, ok := strings.CutPrefix(rel, "${configDir}"); ok {
		return join(configDir, rest)
	}
	return join(dir, rel)
}

// directoryGlob is a pattern that, where it names a directory, means all that is in it. An exclude
// means that even where it has a wildcard at its end.
func directoryGlob(pattern string, exclude bool) glob {
	if pattern == "" {
		return glob{"**"}
	}
	g := newGlob("", pattern)
	if exclude || !strings.ContainsAny(g[len(g)-1], "*?") {
		g = append(g, "**")
	}
	return g
}

// extended is the path of the file that an "extends" names, "" where it is not in the folder.
func (r *configReader) extended(dir, spec string) string {
	if relative(spec) {
		return r.configFile(join(dir, spec))
	}
	name, sub := splitPackage(spec)
	for _, p := range r.named[name] {
		file := join(p.dir, sub)
		if sub == "" {
			file = join(p.dir, cmp.Or(str(p.json, "tsconfig"), "tsconfig.json"))
		}
		if file = r.configFile(file); r.tree.Manifest(file) != nil {
			return file
		}
	}
	return ""
}

// configFile completes the path of a tsconfig: a directory stands for the tsconfig.json in it, and
// .json may be missing.
func (r *configReader) configFile(p string) string {
	switch {
	case r.tree.HasDir(p):
		return join(p, "tsconfig.json")
	case path.Ext(p) != ".json":
		return p + ".json"
	}
	return p
}

// projectOf is the project that a file belongs to, nil where there is none. As editors do since
// TypeScript 5.6, it takes the nearest tsconfig.json, or else jsconfig.json, that has the file, itself or
// by a project it refers to. Where none has it, it takes the nearest all the same, and there a project
// that only excludes the file: tests are often left out of a build, but are written for its paths.
func (c *configuration) projectOf(file string) *project {
	if len(c.projects) == 0 {
		return nil
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	p, known := c.members[file]
	if !known {
		p = c.findProject(file)
		c.members[file] = p
	}
	return p
}

func (c *configuration) findProject(file string) *project {
	segments := strings.Split(file, "/")
	seen := map[*project]bool{}
	var nearest *project
	for dir := analysis.Dir(file); ; dir = analysis.Dir(dir) {
		p := c.projects[join(dir, "tsconfig.json")]
		if p == nil {
			p = c.projects[join(dir, "jsconfig.json")]
		}
		if owner := c.owner(p, segments, false, seen); owner != nil {
			return owner
		}
		if nearest == nil {
			nearest = p
		}
		if dir == "" {
			return cmp.Or(c.owner(nearest, segments, true, map[*project]bool{}), nearest)
		}
	}
}

// owner is p or the first project it refers to, directly or not, that has the file; nil where none has.
// What was seen before had it neither: references go in circles, and many lead to the same project.
func (c *configuration) owner(p *project, file []string, excluded bool, seen map[*project]bool) *project {
	if p == nil || seen[p] {
		return nil
	}
	seen[p] = true
	if matchAny(p.files, file) || matchAny(p.include, file) && (excluded || !matchAny(p.exclude, file)) {
		return p
	}
	for _, ref := range p.references {
		if o := c.owner(c.projects[ref], file, excluded, seen); o != nil {
			return o
		}
	}
	return nil
}
