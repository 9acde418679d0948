package jvm

import (
	"cmp"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/contextls/contextls/analysis"
	"github.com/contextls/contextls/analysis/lang/toml"
)

// coordinates name an artifact.
type coordinates struct {
	group, artifact string
	version         string // "" where another says it
	manages         bool   // it only says the versions of others: a parent, a bill of materials
	other           bool   // not its jar is meant, or not that alone
	told            bool   // no other version of it may be meant, by Maven
}

// unsure stands among a module's artifacts where it may have others that are not told.
const unsure = "?"

// String is group:artifact:version, with a ^ behind what manages others, and a ? behind what has other files.
func (c coordinates) String() string {
	text := c.group + ":" + c.artifact + ":" + c.version
	if c.manages {
		text += "^"
	}
	if c.other {
		text += unsure
	}
	return text
}

func readCoordinates(text string) (c coordinates, ok bool) {
	text, c.other = strings.CutSuffix(text, unsure)
	text, c.manages = strings.CutSuffix(text, "^")
	parts := strings.Split(text, ":")
	if len(parts) != 3 || len(strings.Fields(text)) != 1 || slices.ContainsFunc(parts, func(p string) bool { return strings.ContainsAny(p, "/\\${}^?") || p == ".." || p == "." }) {
		return c, false
	}
	c.group, c.artifact, c.version = parts[0], parts[1], parts[2]
	return c, c.group != "" && c.artifact != ""
}

// declareMaven notes what POMs declare that does not lie in the folder.
func (b *builds) declareMaven(poms []*pom) {
	by := map[string]*pom{}
	for _, p := range poms {
		by[p.coordinates(p.Group, p.Artifact)] = p
	}
	for _, p := range poms {
		properties := map[string]string{}
		var chain []*pom
		for at := p; at != nil && len(chain) < maxParents; {
			chain = append(chain, at)
			at.addProperties(properties)
			parent := coordinates{group: at.Parent.Group, artifact: at.Parent.Artifact, version: at.Parent.Version, manages: true}
			next := by[at.coordinates(parent.group, parent.artifact)]
			if next == nil && parent.artifact != "" {
				b.addOutside(p.dir, parent.fill(properties))
			}
			at = next
		}
		versions := map[string]string{}
		for _, at := range chain {
			for _, d := range at.Managed {
				c := d.coordinates(properties)
				if d.Scope == "import" {
					c.manages = true
					b.addOutside(p.dir, c)
				} else if key := c.group + ":" + c.artifact; versions[key] == "" {
					versions[key] = c.version
				}
			}
		}
		for _, at := range chain {
			deps := at.Dependencies
			for _, profile := range at.Profiles {
				deps = append(slices.Clip(deps), profile.Dependencies...)
			}
			for _, d := range deps {
				c := d.coordinates(properties)
				if by[c.group+":"+c.artifact] == nil {
					c.version = cmp.Or(c.version, versions[c.group+":"+c.artifact])
					b.addOutside(p.dir, c)
				}
			}
		}
	}
}

// addOutside notes an artifact that a module declares, as far as it is named.
func (b *builds) addOutside(dir string, c coordinates) {
	if strings.ContainsAny(c.version, "${}[(,") {
		c.version = ""
	}
	if _, ok := readCoordinates(c.String()); ok && !slices.Contains(b.outside[dir], c) {
		b.outside[dir] = append(b.outside[dir], c)
	}
}

// declareGradle notes what Gradle's build files, and the catalogs of versions beside them, name.
func (b *builds) declareGradle(t *analysis.Tree, files []*analysis.File) {
	literal := regexp.MustCompile(`(platform\s*\(\s*)?["']([\w.-]+):([\w.-]+)(?::([\w.+-]+))?(?:@\w+)?["']`)
	for _, f := range files {
		for _, m := range literal.FindAllStringSubmatch(withoutComments(string(f.Manifest)), -1) {
			b.addOutside(analysis.Dir(f.Path), coordinates{group: m[2], artifact: m[3], version: m[4], manages: m[1] != ""})
		}
	}
	for _, f := range t.Files() {
		if f.Manifest == nil || !strings.HasSuffix(path.Base(f.Path), ".versions.toml") {
			continue
		}
		catalog := toml.Read(string(f.Manifest))
		for _, value := range catalog.Table("libraries") {
			text := value.Text
			if t := value.Table; t != nil {
				text = cmp.Or(t.Text("module"), t.Text("group")+":"+t.Text("name"))
				if version := cmp.Or(t.Text("version"), catalog.Table("versions").Text(t.Table("version").Text("ref"))); version != "" {
					text += ":" + version
				}
			}
			if strings.Count(text, ":") == 1 {
				text += ":"
			}
			if c, ok := readCoordinates(text); ok {
				b.addOutside("", c)
			}
		}
	}
	for _, all := range b.outside {
		slices.SortFunc(all, func(x, y coordinates) int { return strings.Compare(x.String(), y.String()) })
	}
}

// pkg is likeliest with its memory; a script has none.
func (r *resolver) pkg(p location, base, name string) *analysis.Package {
	if isScript(base) {
		return nil
	}
	key := pkgKey{p.module, name}
	r.mu.Lock()
	of, known := r.pkgs[key]
	r.mu.Unlock()
	if !known {
		of = r.likeliest(p.module, name)
		r.mu.Lock()
		r.pkgs[key] = of
		r.mu.Unlock()
	}
	return of
}

// pkgKey is the question which package a name leads to in a module.
type pkgKey struct {
	module *module
	name   string
}

// likeliest is the package that an import most likely leads to, as far as build files tell: of the declared artifacts of a group that has
// such packages the only one, or that whose name has the most of the import's words. All of them are in As. It is nil where none is
// declared.
func (r *resolver) likeliest(m *module, name string) *analysis.Package {
	all := r.declared(m)
	if all == "" {
		return nil
	}
	of := &analysis.Package{Ecosystem: "maven", As: all}
	var likely []coordinates
	for text := range strings.FieldsSeq(all) {
		if c, ok := readCoordinates(text); ok && !c.manages && r.builds.covers(c.group, name) {
			likely = append(likely, c)
		}
	}
	best := 0
	for _, c := range likely {
		if n := likeness(c, name); n > best && (len(likely) == 1 || tellsApart(c, likely, name)) {
			best, of.Name, of.Version = n, c.group+":"+c.artifact, c.version
		}
	}
	if of.Name == "" && isPlatform(name) {
		return nil
	}
	return of
}

// tellsApart reports whether a word of a package's name is in an artifact's, and not in those of all others.
func tellsApart(c coordinates, others []coordinates, name string) bool {
	in := wordsOf(name)
	return slices.ContainsFunc(wordsOf(c.artifact), func(word string) bool {
		return slices.Contains(in, word) && slices.ContainsFunc(others, func(o coordinates) bool { return !slices.Contains(wordsOf(o.artifact), word) })
	})
}

// wordsOf are the words of a name of an artifact or a package.
func wordsOf(text string) []string {
	return strings.FieldsFunc(text, func(r rune) bool { return r == '.' || r == '-' || r == '_' })
}

// isPlatform reports whether a package is one of the JDK's or of the languages' own libraries.
func isPlatform(name string) bool {
	return slices.ContainsFunc(platform(), func(p string) bool { return under(name, p) })
}

// declared are the artifacts that a module declares, and those that it depends on, separated by spaces.
func (r *resolver) declared(m *module) string {
	r.mu.Lock()
	defer r.mu.Unlock()
	text, known := r.among[m]
	if !known {
		var artifacts []coordinates
		for of := range m.reach(true) {
			artifacts = append(artifacts, r.builds.outside[of.dir]...)
		}
		if m.dir != "" { // catalogs and builds of all projects are at the top
			artifacts = append(artifacts, r.builds.outside[""]...)
		}
		var all []string
		for _, c := range r.builds.pin(m, artifacts) {
			all = append(all, c.String())
		}
		if programs := !r.builds.poms || r.builds.uses["gradle"] || r.builds.uses["mill"] || r.builds.uses["sbt"]; programs && len(all) > 0 {
			all = append(all, unsure) // which declare as they like
		}
		slices.Sort(all)
		text = strings.Join(slices.Compact(all), " ")
		r.among[m] = text
	}
	return text
}

// under reports whether a package is another, or lies in it.
func under(name, pkg string) bool {
	rest, found := strings.CutPrefix(name, pkg)
	return found && (rest == "" || rest[0] == '.')
}

// covers reports whether a package of the class path may come from a group.
func (b *builds) covers(group, name string) bool {
	return under(name, group) || slices.ContainsFunc(b.other[group], func(p string) bool { return under(name, p) })
}

// likeness is how many words an artifact's name and a package's have in common, less the artifact's others.
func likeness(c coordinates, name string) int {
	in := wordsOf(name)
	n := 1000
	for _, w := range wordsOf(c.group) {
		if slices.Contains(in, w) {
			n += 10
		}
	}
	for _, w := range wordsOf(c.artifact) {
		if slices.Contains(in, w) {
			n += 10
		} else {
			n--
		}
	}
	return n
}
