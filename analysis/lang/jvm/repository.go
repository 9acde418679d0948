package jvm

import (
	"cmp"
	"io/fs"
	"path"
	"slices"
	"strings"
)

const (
	maxParents   = 12  // of a POM, and of what manages it
	maxArtifacts = 800 // of a class path
)

// repository is the cache of Maven or of Gradle.
type repository struct {
	fs.FS
	poms map[string]*effective
}

// effective is what a POM says together with its parents.
type effective struct {
	managed map[string]string // versions by group:artifact
	deps    []mavenDependency
	of      map[string]string // properties
}

// file is the path of one of an artifact's files, "" where it is not there.
func (r *repository) file(c coordinates, end string) string {
	name := c.artifact + "-" + c.version + end
	if p := path.Join("repository", strings.ReplaceAll(c.group, ".", "/"), c.artifact, c.version, name); r.has(p) {
		return p
	}
	dir := path.Join("files-2.1", c.group, c.artifact, c.version)
	hashes, _ := fs.ReadDir(r.FS, dir)
	for _, h := range hashes {
		if p := path.Join(dir, h.Name(), name); r.has(p) {
			return p
		}
	}
	return ""
}

func (r *repository) has(p string) bool {
	info, err := fs.Stat(r.FS, p)
	return err == nil && info.Mode().IsRegular()
}

// pom reads an artifact's POM with its parents; nil where it is not there.
func (r *repository) pom(c coordinates, depth int) *effective {
	if c.version == "" || depth > maxParents {
		return nil
	}
	key := c.group + ":" + c.artifact + ":" + c.version
	if e, known := r.poms[key]; known {
		return e
	}
	r.poms[key] = nil // it may be its own parent
	text, err := fs.ReadFile(r.FS, r.file(c, ".pom"))
	if err != nil {
		return nil
	}
	p := parsePOM(text)
	if p == nil {
		return nil
	}
	e := &effective{managed: map[string]string{}, of: map[string]string{}}
	p.Group, p.Version = c.group, c.version
	p.addProperties(e.of)
	parent := coordinates{group: p.Parent.Group, artifact: p.Parent.Artifact, version: p.Parent.Version}.fill(e.of)
	above := r.pom(parent, depth+1)
	if above != nil {
		for name, value := range above.of {
			if _, own := e.of[name]; !own {
				e.of[name] = value
			}
		}
	}
	var imported []coordinates
	for _, d := range p.Managed {
		m := d.coordinates(e.of)
		if d.Scope == "import" {
			imported = append(imported, m)
		} else if key := m.group + ":" + m.artifact; e.managed[key] == "" {
			e.managed[key] = m.version
		}
	}
	for _, m := range imported {
		e.inherit(r.pom(m, depth+1))
	}
	e.deps = p.Dependencies
	if above != nil {
		e.inherit(above)
		e.deps = slices.Concat(e.deps, above.deps)
	}
	r.poms[key] = e
	return e
}

// inherit takes over the versions that another POM says.
func (e *effective) inherit(from *effective) {
	if from == nil {
		return
	}
	for key, version := range from.managed {
		if e.managed[key] == "" {
			e.managed[key] = version
		}
	}
}

// classPath are the artifacts that a module has which declares some: those, and what they depend on, the nearest first.
// whole reports whether all of them are there.
func (r *repository) classPath(declared string) (all []coordinates, whole bool) {
	managed := &effective{managed: map[string]string{}}
	var queue []coordinates
	whole = true
	for text := range strings.FieldsSeq(declared) {
		c, ok := readCoordinates(text)
		switch {
		case !ok:
		case c.manages:
			e := r.pom(c, 0)
			managed.inherit(e)
			whole = whole && e != nil
		default:
			queue = append(queue, c)
		}
	}
	seen := map[string]bool{}
	for ; len(queue) > 0 && len(all) < maxArtifacts; queue = queue[1:] {
		c := queue[0]
		key := c.group + ":" + c.artifact
		if seen[key] {
			continue
		}
		seen[key] = true
		if c.version = cmp.Or(c.version, managed.managed[key]); c.version == "" {
			whole = false
			continue
		}
		all = append(all, c)
		e := r.pom(c, 0)
		if e == nil {
			whole = false
			continue
		}
		for _, d := range e.deps {
			if scope := strings.TrimSpace(d.Scope); scope != "" && scope != "compile" && scope != "runtime" || strings.TrimSpace(d.Optional) == "true" {
				continue
			}
			next := d.coordinates(e.of)
			next.version = cmp.Or(managed.managed[next.group+":"+next.artifact], next.version, e.managed[next.group+":"+next.artifact])
			next.manages = false
			if _, ok := readCoordinates(next.String()); ok {
				queue = append(queue, next)
			}
		}
	}
	return all, whole
}

// addProperties adds what a POM's properties are, as far as none of them is known by its name.
func (p *pom) addProperties(to map[string]string) {
	add := func(name, value string) {
		if _, have := to[name]; !have {
			to[name] = strings.TrimSpace(value)
		}
	}
	for _, property := range p.Properties.All {
		add(property.XMLName.Local, property.Value)
	}
	version := cmp.Or(strings.TrimSpace(p.Version), p.Parent.Version)
	for _, prefix := range []string{"project.", "pom.", ""} {
		add(prefix+"version", version)
		add(prefix+"groupId", cmp.Or(strings.TrimSpace(p.Group), p.Parent.Group))
		add(prefix+"artifactId", p.Artifact)
		add(prefix+"parent.version", p.Parent.Version)
		add(prefix+"parent.groupId", p.Parent.Group)
	}
}

// coordinates are those of a dependency, with properties filled in.
func (d *mavenDependency) coordinates(properties map[string]string) coordinates {
	return coordinates{group: d.Group, artifact: d.Artifact, version: d.Version}.fill(properties)
}

// fill replaces properties by what they are.
func (c coordinates) fill(properties map[string]string) coordinates {
	value := func(text string) string {
		for range 8 { // of properties of properties
			before, rest, found := strings.Cut(text, "${")
			name, after, ended := strings.Cut(rest, "}")
			value, known := properties[name]
			if !found || !ended || !known {
				break
			}
			text = before + value + after
		}
		return strings.TrimSpace(text)
	}
	c.group, c.artifact, c.version = value(c.group), value(c.artifact), value(c.version)
	return c
}
