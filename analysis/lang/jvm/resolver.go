package jvm

import (
	"path"
	"slices"
	"strings"
	"sync"

	"github.com/contextls/contextls/analysis"
)

// Family is the name of the family.
const Family = "jvm"

// Manifests are the build files that the resolver reads.
func Manifests() []string {
	return []string{"pom.xml", "*.gradle", "*.gradle.kts", "*.versions.toml", lockFile, "gradle/" + verificationFile, "*.sbt", "project/*.scala", "*.mill", "build.sc"}
}

// resolver answers for one state of a folder.
type resolver struct {
	tree      *analysis.Tree
	builds    *builds             // of all trees of the layout
	modules   map[string]*module  // by directory, those that no build file tells of
	locations map[string]location // by path, of every file of the family that is in a package
	others    map[string]location // of scripts and module-info files: they import but cannot be imported
	packages  map[string][]string // by name, all files of a package
	prefixes  map[string]bool     // packages and all they lie in
	named     map[string][]string // module-info.java files by module name
	plugins   map[string][]string // scripts of the folder's build logic by plugin id

	mu    sync.Mutex
	views map[viewKey]*view
	among map[*module]string // all that a module may mean, as pkg has it
	pkgs  map[pkgKey]*analysis.Package
}

type buildsKey struct{}

// location is where a file stands.
type location struct {
	packages []string // its own first; the ones it is in
	sees     []string // packages around its own that it sees as well
	module   *module
	test     bool
}

// all are the packages whose members the file sees without an import.
func (p location) all() []string { return slices.Concat(p.packages, p.sees) }

// NewResolver makes the family's resolver.
func NewResolver(t *analysis.Tree) analysis.Resolver {
	r := &resolver{tree: t, builds: analysis.OfLayout(t, buildsKey{}, func() *builds { return readBuilds(t) }), modules: map[string]*module{}, locations: map[string]location{}, others: map[string]location{}, packages: map[string][]string{},
		prefixes: map[string]bool{}, named: map[string][]string{}, plugins: map[string][]string{}, views: map[viewKey]*view{}, among: map[*module]string{}, pkgs: map[pkgKey]*analysis.Package{}}
	for i := range t.Files() {
		f := t.Files()[i]
		if f.Language == nil || f.Language.Family != Family || f.Facts == nil {
			continue
		}
		switch base := path.Base(f.Path); {
		case isScript(base):
			if id, inSources := pluginID(f.Path); inSources {
				r.plugins[id] = append(r.plugins[id], f.Path)
			}
			r.others[f.Path] = r.locate(f.Path, "")
		case base == "module-info.java":
			r.named[f.Facts.Package] = append(r.named[f.Facts.Package], f.Path)
			r.others[f.Path] = r.locate(f.Path, "")
		default:
			r.add(f)
		}
	}
	return r
}

func (r *resolver) add(f *analysis.File) {
	p := r.locate(f.Path, f.Facts.Package)
	for _, name := range p.packages {
		r.packages[name] = append(r.packages[name], f.Path)
		for ; name != "" && !r.prefixes[name]; name = parent(name) {
			r.prefixes[name] = true
		}
	}
	r.locations[f.Path] = p
}

// isScript reports whether a file is a build script: it is in no package.
func isScript(base string) bool {
	return strings.HasSuffix(base, ".gradle") || strings.HasSuffix(base, ".gradle.kts") || strings.HasSuffix(base, ".sbt")
}

// ModuleName is the qualified name of the class that a file should define.
func (r *resolver) ModuleName(p string) string {
	base := path.Base(p)
	if isScript(base) {
		return p
	}
	name := stem(base)
	if location, ok := r.locations[p]; ok && !strings.HasPrefix(location.packages[0], unnamed) {
		return location.packages[0] + "." + name
	}
	return name
}

// Siblings are the package's files that a file sees.
func (r *resolver) Siblings(p string) []string {
	location, ok := r.locations[p]
	if !ok {
		return nil
	}
	return r.view(location, location.all()...).files
}

// Resolve resolves an import.
func (r *resolver) Resolve(from string, imp *analysis.Import) analysis.Resolution {
	base := path.Base(from)
	if res, ok := r.build(from, imp.Specifier); ok {
		return res
	}
	if base == "module-info.java" && len(imp.Names) == 0 {
		return r.required(imp.Specifier)
	}
	p := r.location(from)
	name, absolute := strings.CutPrefix(imp.Specifier, "_root_.")
	first, _, _ := strings.Cut(name, ".")
	if !absolute && (relativeImports(base) || isUpper(first)) { // Groovy has import static Neighbour.member
		for _, around := range p.all() {
			if files, _ := r.file(p, around, first); len(files) > 0 || r.prefixes[around+"."+first] {
				if res, ok := r.find(p, around+"."+name, imp); ok {
					return res
				}
			}
		}
	}
	if res, ok := r.find(p, name, imp); ok {
		return res
	}
	if r.builds.external(name, imp.Names, isScript(base)) {
		return analysis.Resolution{Status: analysis.External, Package: r.pkg(p, base, name)}
	}
	if !absolute && relativeImports(base) && isScalaMember(first) {
		return analysis.Resolution{Status: analysis.External}
	}
	return analysis.Resolution{Status: analysis.Unresolved, Package: r.pkg(p, base, name)}
}

// location is where a file stands; one that is not in the folder stands alone.
func (r *resolver) location(p string) location {
	for _, locations := range []map[string]location{r.locations, r.others} {
		if location, ok := locations[p]; ok {
			return location
		}
	}
	return location{packages: []string{unnamed}, module: r.builds.modules[""]}
}

// relativeImports reports whether the language of a file takes names relative to the file's package.
func relativeImports(base string) bool {
	ext := path.Ext(base)
	return ext == ".scala" || ext == ".sc" || ext == ".mill"
}

// required is a module that a module-info.java requires.
func (r *resolver) required(name string) analysis.Resolution {
	if files := r.named[name]; len(files) == 1 {
		return analysis.Resolution{Files: files}
	} else if len(files) > 1 {
		return analysis.Resolution{Status: analysis.Ambiguous, Files: files}
	}
	if r.builds.external(name, nil, false) {
		return analysis.Resolution{Status: analysis.External}
	}
	return analysis.Resolution{Status: analysis.Unresolved}
}

// stem is a file's name without its extension.
func stem(base string) string { return strings.TrimSuffix(base, path.Ext(base)) }

// parent is the package that a package's name lies in.
func parent(name string) string {
	i := strings.LastIndexByte(name, '.')
	return name[:max(i, 0)]
}
