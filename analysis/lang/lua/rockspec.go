package lua

import (
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/contextls/contextls/analysis"
)

// rockspec is what LuaRocks knows of a project.
type rockspec struct {
	dir          string
	modules      []module
	dependencies []string // names of rocks, in lower case
}

// module is a module's name with the file that it is.
type module struct{ name, file string }

// readRockspecs reads all rockspecs as text: they are Lua, and nothing is run.
func readRockspecs(t *analysis.Tree) []rockspec {
	entry := regexp.MustCompile(`\[?\s*["']?([A-Za-z_][\w.\-]*)["']?\s*\]?\s*=\s*["']([^"']+\.lua)["']`)
	dependencies := regexp.MustCompile(`(?s)\b(?:test_|build_)?dependencies\s*=\s*\{(.*?)\}`)
	rock := regexp.MustCompile(`["']([\w./\-]+)`)
	var out []rockspec
	for _, f := range t.Files() {
		if f.Manifest == nil || !strings.HasSuffix(f.Path, ".rockspec") {
			continue
		}
		s := rockspec{dir: analysis.Dir(f.Path)}
		for _, m := range entry.FindAllSubmatch(f.Manifest, -1) {
			if file, ok := s.find(t, string(m[2])); ok {
				s.modules = append(s.modules, module{string(m[1]), file})
			}
		}
		for _, list := range dependencies.FindAllSubmatch(f.Manifest, -1) {
			for _, m := range rock.FindAllSubmatch(list[1], -1) {
				s.dependencies = append(s.dependencies, strings.ToLower(path.Base(string(m[1]))))
			}
		}
		out = append(out, s)
	}
	return out
}

// find finds a file of the project; rockspecs of old releases often lie in a directory of their own.
func (s *rockspec) find(t *analysis.Tree, name string) (string, bool) {
	for _, dir := range []string{s.dir, analysis.Dir(s.dir)} {
		if p := path.Join(dir, name); t.Has(p) {
			return p, true
		}
	}
	return "", false
}

// fromRockspec is the file that a rockspec says a module is; where several say so, that of the project
// around the importing file.
func (r *resolver) fromRockspec(from, name string) string {
	file := ""
	for _, s := range r.rockspecs {
		for _, m := range s.modules {
			if m.name == name && (file == "" || s.dir != "" && strings.HasPrefix(from, s.dir+"/")) {
				file = m.file
			}
		}
	}
	return file
}

// isDeclared reports whether a module is one of a rock that a rockspec depends on. Rocks are called as their
// modules are, but for prefixes and for some that are known.
func (r *resolver) isDeclared(name string) bool {
	first, _, _ := strings.Cut(strings.ToLower(name), "/")
	for _, s := range r.rockspecs {
		for _, d := range s.dependencies {
			short := strings.TrimSuffix(strings.TrimPrefix(strings.TrimPrefix(d, "lua-"), "lua"), ".nvim")
			if first == d || first == short || slices.Contains(modulesOf(d), first) {
				return true
			}
		}
	}
	return false
}

// modulesOf are the modules of rocks that are called otherwise.
func modulesOf(rock string) []string {
	switch rock {
	case "penlight":
		return []string{"pl"}
	case "luafilesystem":
		return []string{"lfs"}
	case "luasocket":
		return []string{"socket", "mime", "ltn12"}
	case "luasec":
		return []string{"ssl"}
	case "luaposix":
		return []string{"posix"}
	case "lpeg":
		return []string{"re"}
	case "lua_cliargs":
		return []string{"cliargs"}
	case "luasystem":
		return []string{"system"}
	}
	return nil
}

// isKnown reports whether a module, its name with slashes, is part of Lua, LuaJIT or of a well-known host, or one of the
// few modules in C that everybody has from elsewhere.
func isKnown(name string) bool {
	first, _, _ := strings.Cut(name, "/")
	switch first {
	case "_G", "bit", "bit32", "coroutine", "debug", "ffi", "io", "jit", "math", "os", "package", "string", "table", "utf8",
		"vim", "ngx", "love", "luv", "uv", "lpeg", "re", "lfs", "cjson", "socket", "mime", "ltn12", "ssl", "posix",
		"luassert", "busted":
		return true
	}
	return false
}
