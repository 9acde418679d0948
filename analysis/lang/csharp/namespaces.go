package csharp

import (
	"iter"
	"strings"
)

// namespaces reads a Facts.Package: what the file declares, and what it uses globally.
func namespaces(words string) (declared, used []string) {
	for word := range strings.FieldsSeq(words) {
		if namespace, global := strings.CutPrefix(word, "+"); global {
			used = append(used, namespace)
		} else {
			declared = append(declared, word)
		}
	}
	return declared, used
}

// enclosing are the namespaces around one, the innermost first; the global one is not among them.
func enclosing(namespace string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for {
			i := strings.LastIndexByte(namespace, '.')
			if i < 0 {
				return
			}
			if namespace = namespace[:i]; !yield(namespace) {
				return
			}
		}
	}
}
