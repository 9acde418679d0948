package engine

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/contextls/contextls/analysis"
)

// findUnknown finds the names that a file takes out of a module and that nothing of it has.
func (r *packageReading) findUnknown(file *analysis.File, in *analysis.Installed, used map[string]bool) {
	if in.Module.Loose {
		return
	}
	imp := &file.Facts.Get().Imports[in.Import]
	local := imp.Local
	for i := range in.Files {
		if clause := in.Files[i].Facts.Package; local == "" && len(imp.Names) == 0 && slices.Contains(in.Module.Files, in.Files[i].Path) {
			local = clause
		}
	}
	var names []string
	for _, b := range imp.Names {
		if b.Name != "default" {
			names = append(names, b.Name)
		}
	}
	if file.Language.Layout.ByName {
		names = slices.DeleteFunc(slices.Clone(in.Module.Missing), func(name string) bool {
			member := strings.ToUpper(name[:1]) != name[:1] // perhaps of a local variable that is called as the module is
			return !slices.Contains(names, name) && (imp.Star || member)
		})
	} else if local != "" {
		for _, ref := range file.Facts.Get().References {
			if ref.Qualifier == local {
				names = append(names, ref.Name)
			}
		}
	}
	for _, name := range names {
		if used[name] || in.Module.Members[name] != nil || mentions(in.Files, name) || isGiven(name) {
			continue
		}
		p := Package{Name: in.Module.Package.Name, Version: in.Module.Package.Version}
		r.unknown = append(r.unknown, fmt.Sprintf("`%s%s%s` is not in %s", imp.Specifier, cmp.Or(file.Language.Layout.Separator, "."), name, p.title()))
	}
}

// isGiven reports whether a name is of those that Python gives every module: __file__, __doc__.
func isGiven(name string) bool {
	return len(name) > 4 && strings.HasPrefix(name, "__") && strings.HasSuffix(name, "__")
}
