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
	prev *resolvers // of an earlier tree, until these are made; nil: they are made from nothing
}

func (r *resolvers) of(family string) Resolver { return r.all()[family] }

func (r *resolvers) all() map[string]Resolver {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.made == nil && r.tree != nil {
		var prev map[string]Resolver
		if r.prev != nil {
			prev = r.prev.all()
		}
		r.made, r.prev = r.tree.resolvers(prev), nil
	}
	return r.made
}

// resolvers are made of a tree, each by itself, on top of an earlier tree's where that takes less.
func (t *Tree) resolvers(prev map[string]Resolver) map[string]Resolver {
	var families []*Language // one of each
	var last *Language
	for i := range t.files {
		if lang := t.files[i].Language; lang != last && lang != nil && lang.NewResolver != nil && !slices.ContainsFunc(families, func(l *Language) bool { return l.Family == lang.Family }) {
			families = append(families, lang)
		}
		last = t.files[i].Language
	}
	resolvers := make([]Resolver, len(families))
	EachOf(len(families), func(i int) {
		if before, ok := prev[families[i].Family].(Renewer); ok {
			resolvers[i] = before.Renew(t)
		} else {
			resolvers[i] = families[i].NewResolver(t)
		}
	})
	made := make(map[string]Resolver, len(families))
	for i, lang := range families {
		made[lang.Family] = resolvers[i]
	}
	return made
}
