package jvm

import (
	"path"
	"strings"

	"github.com/contextls/contextls/analysis"
)

// build resolves what only build scripts import: other scripts, projects and plugins. It reports whether the
// specifier is such a one.
func (r *resolver) build(from, specifier string) (analysis.Resolution, bool) {
	found := func(p string) (analysis.Resolution, bool) {
		if p == "" {
			return analysis.Resolution{Status: analysis.Unresolved}, true
		}
		return analysis.Resolution{Files: []string{p}}, true
	}
	id, isPlugin := strings.CutPrefix(specifier, "plugin:")
	switch {
	case isPlugin && len(r.plugins[id]) > 0:
		return analysis.Resolution{Files: r.plugins[id]}, true
	case isPlugin: // to apply a plugin is to declare it
		return analysis.Resolution{Status: analysis.External}, true
	case strings.HasPrefix(specifier, ":"):
		return found(r.buildFile(from, specifier))
	case !strings.HasSuffix(specifier, ".gradle") && !strings.HasSuffix(specifier, ".gradle.kts"):
		return analysis.Resolution{}, false
	case strings.Contains(specifier, "://"):
		return analysis.Resolution{Status: analysis.External}, true
	}
	return found(r.script(from, specifier))
}

// buildFile is the build file of a project, "" where there is none.
func (r *resolver) buildFile(from, project string) string {
	dir, ok := r.builds.project(from, project)
	if !ok {
		return ""
	}
	for _, name := range []string{"build", path.Base(dir)} {
		for _, ext := range []string{".gradle", ".gradle.kts"} {
			if p := path.Join(dir, name+ext); r.tree.Has(p) {
				return p
			}
		}
	}
	return ""
}

// script is the script that another one applies by its path, "" where there is none.
func (r *resolver) script(from, name string) string {
	base := analysis.Dir(from)
	for _, variable := range []string{"$rootDir/", "${rootDir}/", "$rootProject.projectDir/", "${rootProject.projectDir}/"} {
		if rest, ok := strings.CutPrefix(name, variable); ok {
			name, base = rest, ""
			if g := r.builds.build(from); g != nil {
				base = g.dir
			}
		}
	}
	for _, variable := range []string{"$projectDir/", "${projectDir}/"} {
		name = strings.TrimPrefix(name, variable)
	}
	if p := path.Join(base, name); r.tree.Has(p) {
		return p
	}
	return ""
}

// pluginID is the id of the plugin that a script in a source root of some build logic is.
func pluginID(p string) (id string, inSources bool) {
	dir := analysis.Dir(p)
	_, set, root := sourceSet(dir)
	id, _, _ = strings.Cut(path.Base(p), ".gradle")
	if pkg := strings.TrimPrefix(strings.TrimPrefix(dir, root), "/"); pkg != "" {
		id = strings.ReplaceAll(pkg, "/", ".") + "." + id
	}
	return id, set != ""
}
