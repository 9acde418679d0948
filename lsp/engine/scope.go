package engine

import (
	"runtime"
	"strconv"

	"github.com/contextls/contextls/lsp/settings"
	"github.com/contextls/contextls/workspace/ignore"
)

// Scope is what may enter an answer at all.
type Scope struct {
	Include []string // globs as in .gitignore, relative to the folder; none: everything
	Exclude []string
	Role    string // the name of a scope in the settings, which narrows this one; "": none
}

// filter is a Scope, compiled. The zero filter lets everything through.
type filter struct{ layers []layer }

// layer is one include list and one exclude list; a path has to pass all layers.
type layer struct {
	include, exclude *ignore.Globs
	everything       bool // include is empty
}

// compile makes the filter of a scope. The error is a *ParamError.
func (s Scope) compile(roles map[string]settings.Scope) (f filter, err error) {
	if err := f.add("scope", s.Include, s.Exclude); err != nil || s.Role == "" {
		return f, err
	}
	role, known := roles[s.Role]
	if !known {
		return f, Bad("scope.role", "%q is not among the settings' roles", s.Role)
	}
	return f, f.add("roles."+s.Role, role.Include, role.Exclude)
}

func (f *filter) add(field string, include, exclude []string) error {
	in, err := compileGlobs(field+".include", include)
	if err != nil {
		return err
	}
	out, err := compileGlobs(field+".exclude", exclude)
	if err != nil {
		return err
	}
	f.layers = append(f.layers, layer{in, out, len(include) == 0})
	return nil
}

func compileGlobs(field string, globs []string) (*ignore.Globs, error) {
	for i, glob := range globs {
		if _, err := ignore.CompileGlobs([]string{glob}, false); err != nil {
			return nil, Bad(field+"["+strconv.Itoa(i)+"]", "%v", err)
		}
	}
	return ignore.CompileGlobs(globs, runtime.GOOS == "windows" || runtime.GOOS == "darwin")
}

// allows reports whether a path may enter an answer.
func (f filter) allows(path string) bool {
	for _, l := range f.layers {
		if !l.everything && !l.include.Match(path) || l.exclude.Match(path) {
			return false
		}
	}
	return true
}
