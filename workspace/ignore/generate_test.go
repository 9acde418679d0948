package ignore

import (
	"math/rand/v2"
	"path"
	"slices"
	"strings"
)

// names are what generated trees consist of: few and short, so that patterns hit.
var names = []string{"a", "b", "ab", "ba", "abc", "A", "Ab", "aB", "foo", "Foo", "foobar", "bar", "foo.c", "x.c", "x.C", ".c",
	".hid", "a b", " a", "a ", "a  ", "[a]", "*", "**", "!a", "#a", `\a`, `a\`, "f?o", "-", "]", "^", "é", "\xff", "a\tb",
	"\x0b", "\x7f", "a\rb", "0", "9z", "{a,b}", "a.tar.gz", "x.gz", "~", "b~", "a:b", "node"}

func pick[T any](rnd *rand.Rand, from []T) T { return from[rnd.IntN(len(from))] }

func generateTree(rnd *rand.Rand) *tree {
	tr := &tree{dirs: map[string]bool{"": true}, rules: map[string]string{}}
	known := map[string]bool{}
	dirs := []string{""}
	for range 25 {
		parent := pick(rnd, dirs)
		d := path.Join(parent, pick(rnd, names))
		if strings.Count(d, "/") < 5 && !tr.dirs[d] {
			tr.dirs[d], known[d] = true, true
			dirs = append(dirs, d)
		}
	}
	for range 70 {
		p := path.Join(pick(rnd, dirs), pick(rnd, names)) // a file's path; whether it exists is all the same to git
		known[p] = true
	}
	for range 3 {
		p := path.Join(pick(rnd, dirs), pick(rnd, names))
		if !known[p] {
			known[p] = true
			tr.links = append(tr.links, p)
		}
	}
	for p := range known {
		tr.paths = append(tr.paths, p)
	}
	slices.Sort(tr.paths)
	for _, d := range dirs {
		if d == "" || rnd.IntN(3) == 0 {
			tr.rules[path.Join(d, ".gitignore")] = generateRules(rnd, tr.paths, 1+rnd.IntN(8))
		}
	}
	tr.rules[globalRules] = generateRules(rnd, tr.paths, rnd.IntN(4))
	tr.rules[infoRules] = generateRules(rnd, tr.paths, rnd.IntN(4))
	return tr
}

func generateRules(rnd *rand.Rand, paths []string, lines int) string {
	var b strings.Builder
	if rnd.IntN(10) == 0 {
		b.WriteString("\xef\xbb\xbf")
	}
	for i := range lines {
		line := generatePattern(rnd, paths)
		switch rnd.IntN(12) {
		case 0:
			line = line + strings.Repeat(" ", 1+rnd.IntN(2))
		case 1:
			line = line + `\ `
		case 2:
			line = line + "\r"
		case 3:
			line = line + " \r"
		case 4:
			line = line + `\`
		}
		b.WriteString(line)
		if i < lines-1 || rnd.IntN(3) > 0 {
			b.WriteString(pick(rnd, []string{"\n", "\n", "\n", "\r\n", "\n\n", "\n# a\n", "\n\r\n", "\x00a\n"}))
		}
	}
	return b.String()
}

// generatePattern makes a pattern out of a path that exists, so that it has a chance to match, or out
// of pieces of the language.
func generatePattern(rnd *rand.Rand, paths []string) string {
	var s string
	if rnd.IntN(4) > 0 {
		s = bend(rnd, cut(rnd, pick(rnd, paths)))
	} else {
		for range 1 + rnd.IntN(6) {
			s += pick(rnd, pieces)
		}
	}
	if rnd.IntN(5) == 0 {
		s = "!" + s
	}
	if rnd.IntN(4) == 0 {
		s += "/"
	}
	return s
}

var pieces = []string{"a", "b", "A", "foo", "/", "/", "*", "*", "**", "**/", "/**", "/**/", "***", "?", `\`, `\/`, `\*`, `\A`, "[", "]",
	"[a]", "[A]", "[!a]", "[^a]", "[a-c]", "[A-Z]", "[c-a]", "[]a]", "[]-a]", "[!]a]", "[a-]", "[-a]", `[\]]`, `[a\-c]`, `[\a-\c]`,
	"[[:alpha:]]", "[[:upper:]]", "[[:lower:]]", "[[:digit:]z]", "[[:space:]]", "[[:cntrl:]]", "[[:punct:]]", "[[:print:]]",
	"[[:graph:]]", "[[:blank:]]", "[[:xdigit:]]", "[[:alnum:]]", "[![:alnum:]]", "[[:bogus:]]", "[[:alpha:]", "[[:]", "[[::]]",
	"[[:a]", "[a-[:digit:]]", "[/]", "[!/]", "[+-0]", ".", ".c", "{a,b}", "\xff", "[\x80-\xff]", " ", "#", "!", "\t", ":"}

// cut keeps some of a path's segments.
func cut(rnd *rand.Rand, p string) string {
	parts := strings.Split(p, "/")
	from := rnd.IntN(len(parts))
	s := strings.Join(parts[from:from+1+rnd.IntN(len(parts)-from)], "/")
	switch rnd.IntN(6) {
	case 0:
		s = "/" + s
	case 1:
		s = "**/" + s
	case 2:
		s += pick(rnd, []string{"/*", "/**", "*", "**"})
	}
	return s
}

// bend replaces pieces of a pattern by wildcards, and escapes or changes the case of others.
func bend(rnd *rand.Rand, s string) string {
	for range rnd.IntN(4) {
		i := rnd.IntN(len(s))
		c := s[i : i+1]
		var by string
		switch rnd.IntN(10) {
		case 0:
			by = "*"
		case 1:
			by = "?"
		case 2:
			by = `\` + c
		case 3:
			by = "[" + c + "]"
		case 4:
			by = "[!" + pick(rnd, names) + "]"
		case 5:
			by = "**"
		case 6:
			by = pick(rnd, pieces)
		case 7:
			by = strings.ToUpper(c)
		case 8:
			by = c + "*"
		case 9:
			by = "/**/"
		}
		s = s[:i] + by + s[i+1:]
	}
	return s
}
