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
		made := make(map[string]Resolver)
		for i := range r.tree.files {
			if lang := r.tree.files[i].Language; lang != nil && lang.NewResolver != nil && made[lang.Family] == nil {
				made[lang.Family] = lang.NewResolver(r.tree)
			}
		}
		r.made = made
	}
	return r.made
}
