package analysis

import "iter"

// Follower is a Resolver that can tell what is as it was in another state of the folder.
type Follower interface {
	Resolver
	// Follows gives a function that reports whether an import of a file leads, by paths, where it led by prev, a resolver
	// of the same family; of no import (nil) whether the file's siblings are those that it had. It is nil where nothing is known of that.
	Follows(prev Resolver) func(from string, imp *Import) bool
}

// Renewer is a Resolver of which that of a later state of the folder takes less to make than from nothing.
type Renewer interface {
	Resolver
	// Renew gives what NewResolver makes of a tree, which may share with this resolver what holds for both.
	Renew(tree *Tree) Resolver
}

// Differing are the keys that one of two maps has alone, or with another value.
func Differing[V any](a, b map[string]V, same func(x, y V) bool) iter.Seq[string] {
	return func(yield func(string) bool) {
		for key, x := range a {
			if y, both := b[key]; (!both || !same(x, y)) && !yield(key) {
				return
			}
		}
		for key := range b {
			if _, both := a[key]; !both && !yield(key) {
				return
			}
		}
	}
}
