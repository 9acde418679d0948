package analysis

import (
	"slices"
	"sync"
)

// resolvers are those of a tree, by Language.Family. They are made when they are first asked for.
type resolvers struct {
	tree *Tree // nil: there are none
	mu   sync.Mutex
	made map[string]Resolver
}

func (r *resolvers) of(family string) Resolver { return r.all()[family] }

func (r *resolvers) all() map[string]Resolver {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.made == nil && r.tree != nil {
		r.made = r.tree.resolvers()
	}
	return r.made
}

// resolvers are made of a tree, each by itself.
func (t *Tree) resolvers() map[string]Resolver {
	var families []*Language // one of each
	var last *Language
	for i := range t.files {
		if lang := t.files[i].Language; lang != last && lang != nil && lang.NewResolver != nil && !slices.ContainsFunc(families, func(l *Language) bool { return l.Family == lang.Family }) {
			families = append(families, lang)
		}
		last = t.files[i].Language
	}
	resolvers := make([]Resolver, len(families))
	EachOf(len(families), func(i int) { resolvers[i] = families[i].NewResolver(t) })
	made := make(map[string]Resolver, len(families))
	for i, lang := range families {
		made[lang.Family] = resolvers[i]
	}
	return made
}
