package rank

import "strings"

// saying are the first of some words that each of the files says in its text, at most so many, by node, without another form of one
// listed. That is what the index of all words counts beyond what it adds of paths and names; of the files, which are many, nothing
// is read.
func (l *Lexical) saying(words []term, files []int32, most int) map[int32][]string {
	said := make(map[int32][]string, len(files))
	wanted, open := make([]bool, len(l.length)), len(files)
	for _, n := range files {
		wanted[n] = true
	}
	added := make([]uint32, len(l.length))
	var hits, more []hit
	for _, w := range words {
		if open == 0 {
			break
		}
		names := l.names.find(w.hash, more[:0])
		more = l.paths.find(w.hash, names)
		for i, h := range more {
			if i < len(names) {
				added[h.node] += nameWeight * h.count
			} else {
				added[h.node] += pathWeight * h.count
			}
		}
		hits = l.find(w.hash, hits[:0])
		for _, h := range hits {
			if wanted[h.node] && h.count > added[h.node] && !repeats(said[h.node], w.text) {
				if said[h.node] = append(said[h.node], w.text); len(said[h.node]) == most {
					wanted[h.node] = false
					open--
				}
			}
		}
		for _, h := range more {
			added[h.node] = 0
		}
	}
	return said
}

// repeats reports whether a word says no more than one of those listed: one holds the other, as "headers" and "header" or a
// compound and its part do.
func repeats(listed []string, word string) bool {
	for _, other := range listed {
		if strings.Contains(word, other) || strings.Contains(other, word) {
			return true
		}
	}
	return false
}
