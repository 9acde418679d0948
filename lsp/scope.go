package lsp

import (
	"runtime"
	"strconv"

	"github.com/contextls/contextls/lsp/settings"
	"github.com/contextls/contextls/workspace/ignore"
)

// filter is a Scope, compiled. The zero filter lets everything through.
type filter struct {
	layers []layer
}

// layer is one include list and one exclude list; a path has to pass all layers.
type layer struct {
	include, exclude *ignore.Globs
	some             bool // include is not empty
}

// compile makes the filter of a scope; a role narrows what the scope itself says.
func (s Scope) compile(roles map[string]settings.Scope) (f filter, err error) {
	if err := f.add("scope", s); err != nil {
		return f, err
	}
	if s.Role == "" {
		return f, nil
	}
	role, known := roles[s.Role]
	if !known {
		return f, bad("scope.role", "%q is not among the settings' roles", s.Role)
	}
	return f, f.add("roles."+s.Role, Scope{Include: role.Include, Exclude: role.Exclude})
}

func (f *filter) add(field string, s Scope) error {
	if err := s.check(field); err != nil {
		return err
	}
	fold := runtime.GOOS == "windows" || runtime.GOOS == "darwin"
	include, _ := ignore.CompileGlobs(s.Include, fold) // checked above
	exclude, _ := ignore.CompileGlobs(s.Exclude, fold)
	f.layers = append(f.layers, layer{include, exclude, len(s.Include) > 0})
	return nil
}

func (s Scope) check(field string) error {
	return firstOf(checkGlobs(field+".include", s.Include), checkGlobs(field+".exclude", s.Exclude))
}

func checkGlobs(field string, globs []string) error {
	for i, glob := range globs {
		if _, err := ignore.CompileGlobs([]string{glob}, false); err != nil {
			return bad(field+"["+strconv.Itoa(i)+"]", "%v", err)
		}
	}
	return nil
}

// allows says whether a path may enter an answer.
func (f filter) allows(path string) bool {
	for _, l := range f.layers {
		if l.some && !l.include.Match(path) || l.exclude.Match(path) {
			return false
		}
	}
	return true
}
