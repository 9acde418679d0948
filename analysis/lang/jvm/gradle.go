package jvm

import (
	"cmp"
	"path"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"github.com/contextls/contextls/analysis"
)

// gradleBuild is one build: what a settings file begins, with the directories of its projects.
type gradleBuild struct {
	dir      string
	projects map[string]string // ":a:b" → directory
	accessor map[string]string // "a.b", as projects.a.b names it → directory
}

// patterns are how build files say what matters here, in Groovy and in Kotlin.
type patterns struct {
	include, projectDir, dependency, group, coordinates, plugin, quoted *regexp.Regexp
}

func newPatterns() *patterns {
	const quote = `["']`
	return &patterns{
		include:     regexp.MustCompile(`(?m)^\s*include(?:Build|Flat)?\b\s*\(?((?:\s*` + quote + `[^"'\n]+` + quote + `\s*,?)+)`),
		projectDir:  regexp.MustCompile(`project\(\s*` + quote + `([^"']+)` + quote + `\s*\)\s*\.\s*projectDir\s*=\s*[^"'\n]*` + quote + `([^"']+)` + quote),
		dependency:  regexp.MustCompile(`(\w+)["']?[ \t(]*(testFixtures\s*\(\s*)?(?:project\s*\(?\s*(?:path\s*[:=]\s*)?` + quote + `(:[^"']*)` + quote + `([^\n)]*)|projects\.([\w.]+))`),
		group:       regexp.MustCompile(`(?m)^\s*group\s*=?\s*` + quote + `([\w.-]+)` + quote),
		coordinates: regexp.MustCompile(quote + `([\w.-]+):{1,3}[\w.-]+[^"'\n]*` + quote + `|\bgroup(?:Id)?\s*[:=]\s*` + quote + `([\w.-]+)` + quote + `|` + quote + `([\w.-]+)` + quote + `\s*%%?%?\s*` + quote),
		plugin:      regexp.MustCompile(`\bid\s*\(?\s*` + quote + `([\w.-]+)` + quote),
		quoted:      regexp.MustCompile(quote + `([^"'\n]+)` + quote),
	}
}

// addGradle adds the projects of a folder's Gradle builds and how they depend on each other.
func (b *builds) addGradle(files []*analysis.File) {
	if len(files) == 0 {
		return
	}
	b.uses["gradle"] = true
	pat := newPatterns()
	texts := make(map[string]string, len(files))
	for _, f := range files {
		text := withoutComments(string(f.Manifest))
		texts[f.Path] = text
		dir, base := analysis.Dir(f.Path), path.Base(f.Path)
		name, _, _ := strings.Cut(base, ".gradle")
		switch {
		case name == "settings":
			b.gradle = append(b.gradle, b.readSettings(pat, dir, text))
		case name == "build" || name == path.Base(dir):
			b.declare(dir)
		}
	}
	slices.SortFunc(b.gradle, func(x, y *gradleBuild) int {
		return cmp.Or(len(y.dir)-len(x.dir), strings.Compare(x.dir, y.dir))
	})
	for _, f := range files {
		text := texts[f.Path]
		for _, m := range pat.group.FindAllStringSubmatch(text, -1) {
			b.addOwn(m[1])
		}
		b.coordinates(pat, text)
		for _, m := range pat.plugin.FindAllStringSubmatch(text, -1) {
			b.addGroup(m[1]) // as if it were one: a plugin brings libraries with it
		}
		b.uses["android"] = b.uses["android"] || strings.Contains(text, "com.android.")
		if dir := analysis.Dir(f.Path); b.declared[dir] {
			for _, m := range pat.dependency.FindAllStringSubmatch(text, -1) {
				to, ok := b.project(f.Path, m[3])
				if m[5] != "" {
					to, ok = b.accessor(f.Path, m[5])
				}
				if ok {
					config := strings.ToLower(m[1])
					fixtures := m[2] != "" || config == "testfixtures" || strings.Contains(strings.ToLower(m[4]), "test")
					b.depend(b.module(dir), to, fixtures, strings.Contains(config, "test"))
				}
			}
		}
	}
}

// readSettings reads which projects a settings file includes.
func (b *builds) readSettings(pat *patterns, dir, text string) *gradleBuild {
	g := &gradleBuild{dir: dir, projects: map[string]string{":": dir}, accessor: map[string]string{}}
	b.declare(dir)
	for _, m := range pat.include.FindAllStringSubmatch(text, -1) {
		for _, q := range pat.quoted.FindAllStringSubmatch(m[1], -1) {
			id := ":" + strings.Trim(strings.ReplaceAll(q[1], "/", ":"), ":")
			g.projects[id] = strings.TrimPrefix(path.Join(dir, strings.ReplaceAll(id, ":", "/")), "/")
		}
	}
	for _, m := range pat.projectDir.FindAllStringSubmatch(text, -1) {
		to := strings.NewReplacer("$rootDir/", "", "${rootDir}/", "", "$settingsDir/", "").Replace(m[2])
		g.projects[":"+strings.TrimPrefix(m[1], ":")] = strings.TrimPrefix(path.Join(dir, to), "/")
	}
	for id, to := range g.projects {
		if !b.tree.HasDir(to) {
			if to = b.moved(dir, path.Base(to)); to == "" {
				continue
			}
			g.projects[id] = to
		}
		b.declare(to)
		g.accessor[accessor(id)] = to
	}
	return g
}

// moved is the only directory below another with a project's name and a build file: where a settings file
// says by a program where its projects are.
func (b *builds) moved(dir, name string) string {
	found := ""
	for _, base := range []string{"build.gradle", "build.gradle.kts"} {
		for _, p := range b.tree.Manifests(base) {
			at := analysis.Dir(p)
			if path.Base(at) != name || dir != "" && !strings.HasPrefix(at, dir+"/") {
				continue
			}
			if found != "" && found != at {
				return ""
			}
			found = at
		}
	}
	return found
}

// accessor is the name that Gradle gives a project in Kotlin and Groovy: ":my-lib:core" is myLib.core.
func accessor(id string) string {
	var out strings.Builder
	upper := false
	for _, c := range strings.ReplaceAll(strings.TrimPrefix(id, ":"), ":", ".") {
		if c == '-' || c == '_' {
			upper = true
			continue
		}
		if upper {
			c = unicode.ToUpper(c)
		}
		upper = false
		out.WriteRune(c)
	}
	return out.String()
}

// build is the innermost build that a file belongs to, nil without one.
func (b *builds) build(p string) *gradleBuild {
	for _, g := range b.gradle {
		if g.dir == "" || strings.HasPrefix(p, g.dir+"/") {
			return g
		}
	}
	return nil
}

// project is the directory of a project of the build that a file belongs to.
func (b *builds) project(from, id string) (string, bool) {
	if g := b.build(from); g != nil {
		dir, ok := g.projects[id]
		return dir, ok
	}
	return "", false
}

func (b *builds) accessor(from, name string) (string, bool) {
	if g := b.build(from); g != nil {
		dir, ok := g.accessor[name]
		return dir, ok
	}
	return "", false
}

// addCoordinates notes the groups of the dependencies that a file lists.
func (b *builds) addCoordinates(text string) { b.coordinates(newPatterns(), withoutComments(text)) }

func (b *builds) coordinates(pat *patterns, text string) {
	for _, m := range pat.coordinates.FindAllStringSubmatch(text, -1) {
		b.addGroup(cmp.Or(m[1], m[2], m[3]))
	}
}

// withoutComments blanks the comments of a build file. What looks like one in a string (a URL) goes as
// well, to the end of its line.
func withoutComments(text string) string {
	var out strings.Builder
	for text != "" {
		line, block := strings.Index(text, "//"), strings.Index(text, "/*")
		switch {
		case line < 0 && block < 0:
			out.WriteString(text)
			text = ""
		case block < 0 || line >= 0 && line < block:
			out.WriteString(text[:line])
			text = text[line:]
			text = text[max(strings.IndexByte(text+"\n", '\n'), 0):]
		default:
			out.WriteString(text[:block])
			_, text, _ = strings.Cut(text[block+2:], "*/")
		}
	}
	return out.String()
}
