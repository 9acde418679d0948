package analysis

import "sync"

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
	families := map[string]*Language{} // one of each
	var last *Language
	for i := range t.files {
		if lang := t.files[i].Language; lang != last && lang != nil && lang.NewResolver != nil && families[lang.Family] == nil {
			families[lang.Family] = lang
		}
		last = t.files[i].Language
	}
	var mu sync.Mutex
	var making []func()
	made := make(map[string]Resolver, len(families))
	for family, lang := range families {
		making = append(making, func() {
			resolver := lang.NewResolver(t)
			mu.Lock()
			defer mu.Unlock()
			made[family] = resolver
		})
	}
	together(making)
	return made
}
