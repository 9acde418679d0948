package csharp

import "bytes"

// firstBranches is a text of the same length without the directives that choose what is compiled and what they choose between, but for
// the first branch of each: the grammar knows them where a statement or a declaration may stand, but not amid one, and reads both
// branches. It is nil where there are none.
func firstBranches(src []byte) []byte {
	if !bytes.Contains(src, []byte("#if")) {
		return nil
	}
	out := bytes.Clone(src)
	var later []bool // of each #if around: this is not its first branch
	hidden := 0      // how many of these there are
	for from := 0; from < len(out); {
		line := out[from:]
		if end := bytes.IndexByte(line, '\n'); end >= 0 {
			line = line[:end+1]
		}
		from += len(line)
		word, directive := bytes.CutPrefix(bytes.TrimLeft(line, " \t\ufeff"), []byte("#"))
		word = bytes.TrimLeft(word, " \t")
		switch {
		case !directive:
			if hidden == 0 {
				continue
			}
		case bytes.HasPrefix(word, []byte("if")):
			later = append(later, false)
		case len(later) == 0:
			continue
		case bytes.HasPrefix(word, []byte("el")): // else, elif
			if last := &later[len(later)-1]; !*last {
				*last = true
				hidden++
			}
		case bytes.HasPrefix(word, []byte("endif")):
			if later[len(later)-1] {
				hidden--
			}
			later = later[:len(later)-1]
		case hidden == 0:
			continue
		}
		for i, c := range line {
			if c != '\r' && c != '\n' {
				line[i] = ' '
			}
		}
	}
	return out
}
