package rank

import (
	"slices"

	"github.com/contextls/contextls/analysis"
)

// takenOut reports whether the file takes the member out of its type by an import, or all of the type's (Java's `import static a.Kind.*`),
// or where it needs them (Rust's `use Kind::*`).
func (f *useFinder) takenOut() bool {
	if f.out != nil {
		return *f.out
	}
	out, kind, bare := false, lastPart(f.s.Container), f.language().Bare
	for l := range f.ix.importsOf(f.n, f.of.Node) {
		imp := l.Import()
		out = out || bare && imp.Star && lastPart(imp.Specifier) == kind || slices.ContainsFunc(imp.Names, func(b analysis.Binding) bool { return b.Name == f.s.Name })
	}
	takesOut := f.spelling().TakesOut
	out = out || f.s.Kind == analysis.Constant && takesOut != nil && takesOut(f.text, kind, f.s.Name)
	f.out = &out
	return out
}
