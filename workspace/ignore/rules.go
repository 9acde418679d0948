package ignore

import "strings"

// rules is one compiled ignore file. Literal names, paths and "*.ext" patterns, which is what most
// files consist of, are found by hashing; the rest is tried from the last line up.
type rules struct {
	patterns []pattern
	names    map[string]last // base name → patterns that name it
	paths    map[string]last // path → patterns that name it
	suffixes map[string]last // ".ext" → patterns "*.ext"
	others   []int           // indexes of all other patterns, ascending
	fold     bool
}

// last holds the indexes of the last pattern that applies to a directory and to anything else; -1: none.
type last struct{ dir, file int }

func (l last) of(dir bool) int {
	if dir {
		return l.dir
	}
	return l.file
}

func compile(text []byte, fold bool) *rules {
	return index(parsePatterns(text, fold), fold)
}

func index(patterns []pattern, fold bool) *rules {
	r := &rules{
		patterns: patterns,
		names:    map[string]last{}, paths: map[string]last{}, suffixes: map[string]last{},
		fold: fold,
	}
	for i := range patterns {
		p := &patterns[i]
		var where map[string]last
		switch {
		case p.glob != nil || p.suffix && !strings.HasPrefix(p.text, "."):
			r.others = append(r.others, i)
			continue
		case p.suffix:
			where = r.suffixes
		case p.path:
			where = r.paths
		default:
			where = r.names
		}
		l, known := where[p.text]
		if !known {
			l = last{-1, -1}
		}
		l.dir = i
		if !p.dirOnly {
			l.file = i
		}
		where[p.text] = l
	}
	return r
}

// match is the index of the last pattern that matches a path, given below the ignore file's directory,
// or -1. It does not ask about the path's parents.
func (r *rules) match(path string, dir bool) int {
	if r.fold {
		path = lowerASCII(path)
	}
	base := path[strings.LastIndexByte(path, '/')+1:]
	best := -1
	if l, ok := r.names[base]; ok {
		best = l.of(dir)
	}
	if len(r.paths) > 0 {
		if l, ok := r.paths[path]; ok {
			best = max(best, l.of(dir))
		}
	}
	if len(r.suffixes) > 0 {
		for i := 0; i < len(base); i++ {
			if base[i] != '.' {
				continue
			}
			if l, ok := r.suffixes[base[i:]]; ok {
				best = max(best, l.of(dir))
			}
		}
	}
	for k := len(r.others) - 1; k >= 0 && r.others[k] > best; k-- {
		i := r.others[k]
		if p := &r.patterns[i]; (dir || !p.dirOnly) && p.matches(path, base) {
			return i
		}
	}
	return best
}
