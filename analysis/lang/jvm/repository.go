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

// central is where Coursier keeps what comes from Maven Central.
const central = "https/repo1.maven.org/maven2"

// repository is the cache of Maven, of Gradle or of Coursier.
type repository struct {
	fs.FS
	poms map[string]*effective
}

// effective is what a POM says together with its parents.
type effective struct {
	managed map[string]string // versions by group:artifact
	scopes  map[string]string // likewise
	deps    []mavenDependency
	profile []mavenDependency // of those that some profile adds
	of      map[string]string // properties
}

// file is the path of one of an artifact's files, "" where it is not there.
func (r *repository) file(c coordinates, end string) string {
	name := c.artifact + "-" + c.version + end
	for _, root := range []string{"repository", central} {
		if p := path.Join(root, strings.ReplaceAll(c.group, ".", "/"), c.artifact, c.version, name); r.has(p) {
			return p
		}
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
	e := &effective{managed: map[string]string{}, scopes: map[string]string{}, of: map[string]string{}}
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
			e.managed[key], e.scopes[key] = m.version, strings.TrimSpace(d.Scope)
		}
	}
	for _, m := range imported {
		e.inherit(r.pom(m, depth+1))
	}
	e.deps = p.Dependencies
	for _, profile := range p.Profiles {
		e.profile = append(e.profile, profile.Dependencies...)
	}
	if above != nil {
		e.inherit(above)
		e.deps, e.profile = slices.Concat(e.deps, above.deps), slices.Concat(e.profile, above.profile)
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
			e.managed[key], e.scopes[key] = version, from.scopes[key]
		}
	}
}

// classPath are the artifacts that a module has which declares some: those, what its parents declare, and what they depend on, the
// nearest first. whole reports whether all of them are there, sure whether there are no others.
func (r *repository) classPath(declared string) (all []coordinates, whole, sure bool) {
	managed := &effective{managed: map[string]string{}, scopes: map[string]string{}}
	var queue, inherited []coordinates
	whole, sure = true, true
	next := func(d *mavenDependency, e *effective) (c coordinates, ok bool) {
		c = d.coordinates(e.of)
		c.version = cmp.Or(managed.managed[c.group+":"+c.artifact], c.version, e.managed[c.group+":"+c.artifact])
		_, ok = readCoordinates(c.String())
		return c, ok
	}
	for text := range strings.FieldsSeq(declared) {
		c, ok := readCoordinates(text)
		switch {
		case !ok:
			sure = false
		case c.manages:
			e := r.pom(c, 0)
			managed.inherit(e)
			if whole = whole && e != nil; e == nil {
				continue
			}
			for _, d := range slices.Concat(e.deps, e.profile) {
				if c, ok := next(&d, e); ok {
					inherited = append(inherited, c)
				}
			}
		default:
			c.told = c.version != ""
			queue = append(queue, c)
		}
	}
	seen := map[string]bool{}
	for queue = append(queue, inherited...); len(queue) > 0 && len(all) < maxArtifacts; queue = queue[1:] {
		c := queue[0]
		sure = sure && !c.other
		key := c.group + ":" + c.artifact
		if seen[key] {
			continue
		}
		seen[key] = true
		if c.version = cmp.Or(c.version, managed.managed[key]); c.version == "" {
			whole = false
			continue
		}
		c.told = c.told || managed.managed[key] == c.version
		if jvm := c; r.file(c, ".jar") == "" { // Kotlin's libraries for several platforms have an artifact for each
			if jvm.artifact += "-jvm"; r.file(jvm, ".jar") != "" {
				c = jvm
			}
		}
		all = append(all, c)
		e := r.pom(c, 0)
		if e == nil {
			whole = false
			continue
		}
		for _, d := range e.deps {
			c, ok := next(&d, e)
			if scope := cmp.Or(strings.TrimSpace(d.Scope), e.scopes[c.group+":"+c.artifact]); scope != "" && scope != "compile" && scope != "runtime" || strings.TrimSpace(d.Optional) == "true" {
				continue
			}
			if ok {
				queue = append(queue, c)
			}
		}
	}
	return all, whole, sure && len(queue) == 0
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
	kind := strings.TrimSpace(d.Type)
	return coordinates{group: d.Group, artifact: d.Artifact, version: d.Version, other: kind != "" && kind != "jar" && kind != "pom" || d.Classifier != ""}.fill(properties)
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
