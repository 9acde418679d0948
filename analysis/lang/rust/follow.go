package rust

import (
	"maps"
	"slices"
	"strings"

	"github.com/contextls/contextls/analysis"
)

// Follows implements analysis.Follower: where the crates of packages are what they were, so is where imports of their files
// lead. Strays are what nothing else leads to.
func (r *resolver) Follows(prev analysis.Resolver) func(string, *analysis.Import) bool {
	before, ok := prev.(*resolver)
	if !ok || !r.sameCrates(before.forest) {
		return nil
	}
	stray := func(m *module) bool { return m.stray }
	return func(from string, imp *analysis.Import) bool {
		old, now := before.at[from], r.at[from]
		return imp != nil && !strings.HasSuffix(imp.Specifier, ".rs") && len(old) == len(now) && !slices.ContainsFunc(old, stray) && !slices.ContainsFunc(now, stray)
	}
}

// sameCrates reports whether two forests have the same crates, but for strays.
func (f *forest) sameCrates(other *forest) bool {
	return f.cargo == other.cargo && slices.EqualFunc(f.crates[:f.declared], other.crates[:other.declared], func(a, b *crate) bool {
		return a.name == b.name && a.pkg.dir == b.pkg.dir && (f.libs[a.pkg] == a) == (other.libs[b.pkg] == b) &&
			maps.EqualFunc(a.macros, b.macros, slices.Equal) && sameModule(a.root, b.root)
	})
}

// sameModule reports whether two modules are the same with all that are in them, whatever they are in.
func sameModule(a, b *module) bool {
	return a.name == b.name && a.file == b.file && a.dir == b.dir && a.inline == b.inline && a.declares == b.declares &&
		maps.EqualFunc(a.children, b.children, func(x, y []*module) bool { return slices.EqualFunc(x, y, sameModule) })
}
