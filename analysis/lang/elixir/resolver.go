package elixir

import (
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/contextls/contextls/analysis"
)

type resolver struct {
	tree      *analysis.Tree
	byModule  map[string][]string // full name → files
	scoped    map[string][]string // the ends of full names → files
	spaces    map[string]bool     // first names of the folder's own modules
	unread    []string            // files whose modules are not known
	declared  []string            // dependencies' names, without underscores and such
	declaring []string            // the same, as they are written

	locked map[string]map[string]string // by the directory of a lock, and dependency: the version
}

// maxScoped is how many modules may end with a name that something puts a scope in front of, as a router's
// scope does to UserController, before the name says nothing.
const maxScoped = 4

func newResolver(t *analysis.Tree) analysis.Resolver {
	r := &resolver{tree: t, byModule: map[string][]string{}, scoped: map[string][]string{}, spaces: map[string]bool{},
		locked: map[string]map[string]string{}}
	for _, f := range t.Files() {
		if f.Language == nil || f.Language.ID != id {
			continue
		}
		if f.Facts == nil {
			r.unread = append(r.unread, f.Path)
			continue
		}
		for name := range strings.FieldsSeq(f.Facts.Package) {
			r.byModule[name] = append(r.byModule[name], f.Path)
			first, rest, _ := strings.Cut(name, ".")
			r.spaces[first] = true
			for ; rest != "" && !isTest(f.Path); _, rest, _ = strings.Cut(rest, ".") {
				r.scoped[rest] = append(r.scoped[rest], f.Path)
			}
		}
	}
	r.readDependencies()
	return r
}

// readDependencies reads mix.exs and mix.lock as text.
func (r *resolver) readDependencies() {
	dependency := regexp.MustCompile(`\{\s*:([a-z]\w*)\s*,`)
	locked := regexp.MustCompile(`(?m)^\s*"([a-z]\w*)":(?:\s*\{:hex,\s*:\w+,\s*"([^"]+)")?`)
	for base, pattern := range map[string]*regexp.Regexp{"mix.exs": dependency, "mix.lock": locked} {
		for _, p := range r.tree.Manifests(base) {
			versions := map[string]string{}
			for _, m := range pattern.FindAllSubmatch(r.tree.Manifest(p), -1) {
				if r.declaring = append(r.declaring, string(m[1])); len(m) > 2 {
					versions[string(m[1])] = string(m[2])
				}
			}
			if base == "mix.lock" {
				r.locked[analysis.Dir(p)] = versions
			}
		}
	}
	slices.Sort(r.declaring)
	r.declaring = slices.Compact(r.declaring)
	for _, d := range r.declaring {
		r.declared = append(r.declared, strings.ReplaceAll(d, "_", ""))
	}
}

// Resolve implements analysis.Resolver.
func (r *resolver) Resolve(from string, imp *analysis.Import) analysis.Resolution {
	name := imp.Specifier
	if files := r.byModule[name]; len(files) > 0 {
		best := nearest(from, files)
		if len(best) > 1 {
			return analysis.Resolution{Status: analysis.Ambiguous, Files: best}
		}
		return analysis.Resolution{Status: analysis.Resolved, Files: best}
	}
	first, _, _ := strings.Cut(name, ".")
	if isStandard(first) {
		return analysis.Resolution{Status: analysis.External}
	}
	if file := r.byConvention(name); file != "" {
		return analysis.Resolution{Status: analysis.Resolved, Files: []string{file}}
	}
	if dependency := r.declares(name); dependency != "" {
		p := &analysis.Package{Ecosystem: ecosystem, Name: dependency}
		for dir := analysis.Dir(from); p.Version == ""; dir = analysis.Dir(dir) {
			if p.Version = r.locked[dir][dependency]; dir == "" {
				break
			}
		}
		return analysis.Resolution{Status: analysis.External, Package: p}
	}
	if files := r.scoped[name]; 0 < len(files) && len(files) <= maxScoped {
		return analysis.Resolution{Status: analysis.Ambiguous, Files: files}
	}
	if imp.Local == "" && !imp.Star && len(imp.Names) == 0 { // an atom that is no module: the name of a process
		return analysis.Resolution{Status: analysis.External}
	}
	return analysis.Resolution{Status: analysis.Unresolved}
}

// nearest are the files that a mention means, of those that define a module: a test's own double is
// meant by tests alone, and the one that shares most of its path by what is near.
func nearest(from string, files []string) []string {
	if !isTest(from) {
		if code := slices.DeleteFunc(slices.Clone(files), isTest); len(code) > 0 {
			files = code
		}
	}
	var out []string
	best := -1
	for _, f := range files {
		n := 0
		for n < len(f) && n < len(from) && f[n] == from[n] {
			n++
		}
		if n = strings.Count(f[:n], "/"); n > best {
			out, best = nil, n
		}
		if n == best {
			out = append(out, f)
		}
	}
	return out
}

// byConvention finds a file that could not be read by where a module is put: lib/my_app/cart.ex.
func (r *resolver) byConvention(name string) string {
	tail := "/lib/" + underscored(name) + ".ex"
	for _, p := range r.unread {
		if strings.HasSuffix("/"+p, tail) {
			return p
		}
	}
	return ""
}

// underscored is Macro.underscore: MyApp.HTTPServer is my_app/http_server.
func underscored(name string) string {
	var out strings.Builder
	for i := range len(name) {
		c := name[i]
		switch {
		case c == '.':
			out.WriteByte('/')
			continue
		case 'A' <= c && c <= 'Z':
			lowerBefore := i > 0 && name[i-1] != '.' && !('A' <= name[i-1] && name[i-1] <= 'Z')
			lowerAfter := i > 0 && name[i-1] != '.' && i+1 < len(name) && 'a' <= name[i+1] && name[i+1] <= 'z'
			if lowerBefore || lowerAfter {
				out.WriteByte('_')
			}
			c += 'a' - 'A'
		}
		out.WriteByte(c)
	}
	return out.String()
}

// declares is the dependency that a module belongs to, "" for none: it is called as the beginning of the module is
// (phoenix_pubsub has Phoenix.PubSub), the longest beginning first, or, where the folder has no modules under that
// name itself, as its first part (ecto_sql has Ecto.Adapters.SQL).
func (r *resolver) declares(name string) (dependency string) {
	joined := ""
	first := ""
	for part := range strings.SplitSeq(strings.ToLower(name), ".") {
		if joined += part; first == "" {
			first = part
		}
		for i, d := range r.declared {
			if d == joined || d == "ex"+joined {
				dependency = r.declaring[i]
			}
		}
	}
	if space, _, _ := strings.Cut(name, "."); dependency != "" || r.spaces[space] {
		return dependency
	}
	if i := slices.IndexFunc(r.declaring, func(d string) bool { return strings.HasPrefix(d, first+"_") }); i >= 0 {
		return r.declaring[i]
	}
	return ""
}

// isStandard reports whether the modules under a first name are Elixir's own.
func isStandard(first string) bool {
	switch first {
	case "Access", "Agent", "Application", "ArgumentError", "ArithmeticError", "Atom", "BadArityError", "BadBooleanError",
		"BadFunctionError", "BadMapError", "BadStructError", "Base", "Behaviour", "Bitwise", "Calendar", "CaseClauseError",
		"Code", "Collectable", "CompileError", "CondClauseError", "Config", "Date", "DateTime", "Dict", "Duration",
		"DynamicSupervisor", "EEx", "Enum", "Enumerable", "ErlangError", "ExUnit", "Exception", "File", "Float", "Function",
		"FunctionClauseError", "GenEvent", "GenServer", "HashDict", "HashSet", "IEx", "IO", "Inspect", "Integer", "JSON",
		"Kernel", "KeyError", "Keyword", "List", "Logger", "Macro", "Map", "MapSet", "MatchError", "Mix", "MismatchedDelimiterError",
		"Module", "NaiveDateTime", "Node", "OptionParser", "PartitionSupervisor", "Path", "Port", "Process", "Protocol", "Range",
		"Record", "Regex", "Registry", "RuntimeError", "Set", "Stream", "String", "StringIO", "Supervisor", "SyntaxError",
		"System", "SystemLimitError", "Task", "Time", "TokenMissingError", "TryClauseError", "Tuple", "URI",
		"UndefinedFunctionError", "UnicodeConversionError", "Version", "WithClauseError", "BitString", "PID", "Reference", "Any":
		return true
	}
	return false
}

// Siblings implements analysis.Resolver: a module is named wherever it is used.
func (r *resolver) Siblings(string) []string { return nil }

// ModuleName implements analysis.Resolver: the first of the modules that the file defines, those around
// others before these.
func (r *resolver) ModuleName(p string) string {
	if f := r.tree.File(p); f != nil && f.Facts != nil {
		if first, _, _ := strings.Cut(f.Facts.Package, " "); first != "" {
			return first
		}
	}
	return strings.TrimSuffix(p, path.Ext(p))
}
