package hcl

import (
	"path"
	"strings"

	"github.com/contextls/contextls/analysis"
)

// resolver knows the modules: the directories.
type resolver struct {
	modules map[string][]string // directory → its Terraform files, by path
	others  map[string][]string // directory → all files of the language, by path
}

func newResolver(tree *analysis.Tree) analysis.Resolver {
	r := &resolver{modules: map[string][]string{}, others: map[string][]string{}}
	for i := range tree.Files() {
		f := tree.Files()[i]
		if f.Language == nil || f.Language.Family != "hcl" {
			continue
		}
		dir := analysis.Dir(f.Path)
		if ext := path.Ext(f.Path); ext == ".tf" || ext == ".tofu" {
			r.modules[dir] = append(r.modules[dir], f.Path)
		}
		r.others[dir] = append(r.others[dir], f.Path)
	}
	return r
}

// Resolve implements analysis.Resolver. What is no path is an address of a registry or a repository, as
// the language defines it.
func (r *resolver) Resolve(from string, imp *analysis.Import) analysis.Resolution {
	spec, _, _ := strings.Cut(imp.Specifier, "?")
	dir := analysis.Dir(from)
	if rest, ok := strings.CutPrefix(spec, "${get_repo_root()}/"); ok {
		dir, spec = "", "./"+rest
	} else if rest, ok := strings.CutPrefix(spec, "${get_terragrunt_dir()}/"); ok {
		spec = "./" + rest
	}
	switch {
	case strings.Contains(spec, "${"):
		return analysis.Resolution{Status: analysis.Unresolved}
	case spec != "." && spec != ".." && !strings.HasPrefix(spec, "./") && !strings.HasPrefix(spec, "../"):
		return analysis.Resolution{Status: analysis.External}
	}
	p := path.Join(dir, spec)
	if p == "." {
		p = ""
	}
	if files := r.modules[p]; files != nil {
		return analysis.Resolution{Files: files}
	}
	if files := r.others[p]; files != nil {
		return analysis.Resolution{Files: files}
	}
	return analysis.Resolution{Status: analysis.Unresolved}
}

// Siblings implements analysis.Resolver: the files of a directory are one module. Values and tests are
// for the module above them when their own directory has none.
func (r *resolver) Siblings(p string) []string {
	own := analysis.Dir(p)
	if isTest(p) || strings.HasSuffix(p, ".tfvars") {
		for dir := own; ; dir = analysis.Dir(dir) {
			if files := r.modules[dir]; files != nil {
				return files
			}
			if dir == "" {
				break
			}
		}
	}
	return r.others[own]
}

// ModuleName implements analysis.Resolver.
func (r *resolver) ModuleName(p string) string {
	if dir := analysis.Dir(p); dir != "" {
		return "./" + dir
	}
	return "."
}
