package task

import (
	"slices"
	"strconv"
	"strings"
)

// token reads one token of a task: the words in it, and what it names. rest is what follows it on its line.
func (r *reader) token(token string, s style, rest string, startsSentence bool) {
	if i := strings.Index(token, "://"); i >= 0 {
		token = behindURL(token[i+3:])
	}
	shape := s
	if s <= inline && strings.HasPrefix(token, "--") { // the flag of a command: it is meant, and for that no definition
		s, shape = inline, prose
	}
	token, _, _ = strings.Cut(token, "+0x") // behind a function's name in a backtrace
	token = strings.TrimRight(strings.TrimLeft(token, "@#+~-:"), ".:,-+#@/\\")
	if token == "" {
		return
	}
	if p, line, ok := pathOf(token, rest); ok {
		r.path(p, line, s)
		r.word(p, wordWeights[s]*pathWordWeight)
		return
	}
	name := withoutArity(strings.TrimLeft(strings.ReplaceAll(strings.ReplaceAll(token, "::", "."), "#", "."), "./"))
	symbol := symbolWeight(name, shape, strings.HasPrefix(rest, "("), startsSentence)
	weight := wordWeights[s]
	if symbol > 0 && !r.echo {
		dot := strings.LastIndexByte(name, '.')
		qualifier := name[:max(dot, 0)]
		if len(qualifier) == 1 { // a variable: c.ClientIP() says no more than ClientIP()
			qualifier = ""
		}
		r.symbol(Symbol{Qualifier: qualifier, Name: name[dot+1:], Mark: markOf(rest), Weight: symbol})
		if symbol > capitalisedWeight {
			weight = max(weight, wordWeights[inline])
		}
	}
	if symbol == 0 && s == inline {
		r.phrase(name)
	}
	if token == r.verb {
		r.verb = ""
		return
	}
	if symbol <= capitalisedWeight && !r.pastTitle && isIdentifier(name) && !stopWords[strings.ToLower(name)] {
		r.task.Names = append(r.task.Names, name)
	}
	r.word(token, weight)
}

// withoutArity is a name without the number of parameters that Elixir and Erlang write behind it: redirect/2.
func withoutArity(name string) string {
	if i := strings.LastIndexByte(name, '/'); i > 0 && i+1 < len(name) && strings.Trim(name[i+1:], "0123456789") == "" {
		return name[:i]
	}
	return name
}

// behindURL is the file that a link into a repository leads to (…/blob/<revision>/<path>#L12), "" for
// other links.
func behindURL(url string) string {
	if _, p, found := strings.Cut(url, "/blob/"); found {
		if _, p, found = strings.Cut(p, "/"); found {
			return p
		}
	}
	return ""
}

// pathOf reads a token as a path: x.go:12:3, src/x.ts#L12, C:\x\y.py, or x.py with `, line 12` behind it.
func pathOf(token, rest string) (p string, line int, ok bool) {
	p = strings.ReplaceAll(token, `\`, "/")
	if len(p) > 2 && p[1] == ':' && p[2] == '/' {
		p = p[2:]
	}
	if head, tail, found := strings.Cut(p, "#L"); found {
		p, line = head, leadingNumber(tail)
	} else if head, tail, found := strings.Cut(p, ":"); found {
		if line = leadingNumber(tail); line == 0 {
			return "", 0, false
		}
		p = head
	} else if tail, found := strings.CutPrefix(strings.TrimLeft(rest, `"'`), ", line "); found {
		line = leadingNumber(tail)
	} else if tail, found := strings.CutPrefix(rest, "("); found { // as tsc has it: x.ts(12,5)
		if end := strings.IndexAny(tail, ",)"); end >= 0 && strings.Trim(tail[:end], "0123456789") == "" {
			line = leadingNumber(tail)
		}
	}
	p = strings.TrimPrefix(p, "./")
	base := p[strings.LastIndexByte(p, '/')+1:]
	if dot := strings.LastIndexByte(base, '.'); dot > 0 && fileExtensions[strings.ToLower(base[dot+1:])] {
		return p, line, true
	}
	// Without a known extension only what is shaped like a path: a/b/c, not and/or.
	return p, line, strings.Count(p, "/") >= 2 && !strings.Contains(p, "//")
}

func leadingNumber(s string) int {
	i := 0
	for i < len(s) && '0' <= s[i] && s[i] <= '9' {
		i++
	}
	n, err := strconv.Atoi(s[:i])
	if err != nil {
		return 0
	}
	return n
}

func (r *reader) path(p string, line int, s style) { r.notePath(p, line, pathWeights[s], !r.pastTitle) }

func (r *reader) notePath(p string, line int, weight float64, title bool) {
	if i, known := r.paths[p]; known {
		m := &r.task.Paths[i]
		m.Weight = max(m.Weight, weight)
		if m.Line == 0 {
			m.Line = line
		}
		return
	}
	r.paths[p] = len(r.task.Paths)
	r.task.Paths = append(r.task.Paths, Path{Path: p, Line: line, Weight: weight, Title: title})
}

// maxQualifiers bounds how many names a symbol may have before it: nobody writes more, and looking for the
// module among them takes the square of their number.
const maxQualifiers = 32

func (r *reader) symbol(s Symbol) {
	if strings.Count(s.Qualifier, ".") >= maxQualifiers {
		return
	}
	key := s.Qualifier + "." + s.Name + s.Mark
	if i, known := r.symbols[key]; known {
		r.task.Symbols[i].Weight = max(r.task.Symbols[i].Weight, s.Weight)
		return
	}
	s.Title = !r.pastTitle
	r.symbols[key] = len(r.task.Symbols)
	r.task.Symbols = append(r.task.Symbols, s)
}

// phrase notes a token of names that hyphens or colons join.
func (r *reader) phrase(token string) {
	words := strings.FieldsFunc(token, func(c rune) bool { return c == '-' || c == ':' })
	if len(words) < 2 || slices.ContainsFunc(words, func(w string) bool { return !isIdentifier(w) }) {
		return
	}
	r.task.Phrases = append(r.task.Phrases, Phrase{words, symbolWeights[inline], !r.pastTitle})
}

// markOf is the mark that a text begins with, unless what is behind it goes on.
func markOf(rest string) string {
	if rest == "" || rest[0] != '?' && rest[0] != '!' || len(rest) > 1 && (tokenByte(rest[1]) && rest[1] != '.' || rest[1] == '=') {
		return ""
	}
	return rest[:1]
}

// symbolWeight is how sure it is that a token is a name of the code, 0 when it is not: it is one when it
// has the shape of one (qualified, snake_case, camelCase), is called, or stands in backticks. A
// capitalised word amid a sentence may be one.
func symbolWeight(name string, s style, called, startsSentence bool) float64 {
	for part := range strings.SplitSeq(name, ".") {
		if !isIdentifier(part) {
			return 0
		}
	}
	last := name[strings.LastIndexByte(name, '.')+1:]
	if len(last) < 2 || stopWords[strings.ToLower(last)] && s != inline {
		return 0
	}
	switch {
	case len(last) < len(name), called, s == inline, strings.Contains(strings.Trim(last, "_"), "_"), isCamelCase(last):
		return symbolWeights[s]
	case s != fenced && s != heading && !startsSentence && 'A' <= last[0] && last[0] <= 'Z' && strings.ToUpper(last) != last:
		return capitalisedWeight
	}
	return 0
}

func isIdentifier(s string) bool {
	for i := 0; i < len(s); i++ {
		c := s[i]
		letter := 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || c == '_' || c == '$' || c >= 0x80
		if !letter && (i == 0 || c < '0' || c > '9') {
			return false
		}
	}
	return s != ""
}

// isCamelCase reports whether a capital stands behind a small letter.
func isCamelCase(s string) bool {
	for i := 1; i < len(s); i++ {
		if 'A' <= s[i] && s[i] <= 'Z' && 'a' <= s[i-1] && s[i-1] <= 'z' {
			return true
		}
	}
	return false
}
