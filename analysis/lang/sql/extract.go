package sql

import (
	"bytes"
	"strings"

	"github.com/contextls/contextls/analysis"
	"github.com/contextls/contextls/analysis/lang/scan"
)

// reader reads one script.
type reader struct {
	*scan.File
	lexis *scan.Lexis
}

func extract(src []byte) (*analysis.Facts, error) {
	r := &reader{File: scan.New("sql", src), lexis: lexis()}
	r.Lex(r.lexis)
	delimiter := ";"
	for i := 0; i < len(r.Tokens); {
		if next, ok := r.command(i, &delimiter); ok {
			i = next
			continue
		}
		end := r.end(i, delimiter)
		r.statement(i, end)
		i = max(end, i+1)
		for i < len(r.Tokens) && (r.Is(i, ";") || delimiter != ";" && r.delimited(i, delimiter)) {
			i++
		}
	}
	return r.Facts(), nil
}

// begins reports whether a token is the first one of its line.
func (r *reader) begins(i int) bool {
	at := r.At(i).Start
	for at > 0 && (r.Src[at-1] == ' ' || r.Src[at-1] == '\t') {
		at--
	}
	return at == 0 || r.Src[at-1] == '\n'
}

// left reports whether a token stands at the left margin.
func (r *reader) left(i int) bool {
	at := r.At(i).Start
	return at == 0 || r.Src[at-1] == '\n'
}

func (r *reader) delimited(i int, delimiter string) bool {
	return bytes.HasPrefix(r.Src[r.At(i).Start:], []byte(delimiter))
}

// command reads a line for the command-line client: an include, a new delimiter. next is the token that
// follows it.
func (r *reader) command(i int, delimiter *string) (next int, ok bool) {
	if !r.begins(i) {
		return i, false
	}
	start := r.At(i).Start
	line, _, _ := bytes.Cut(r.Src[start:], []byte("\n"))
	words := strings.Fields(string(line))
	if len(words) == 0 { // a space of Unicode's, which is none to SQL
		return i, false
	}
	file := ""
	switch word := strings.ToLower(words[0]); {
	case word == "delimiter" && len(words) > 1:
		*delimiter = words[1]
	case word == "go" && len(words) == 1, word == "/":
	case len(words) < 2 && word[0] != '@':
		return i, false
	case word == `\i`, word == `\ir`, word == `\include`, word == `\include_relative`, word == ".read", word == `\.`,
		word == "source" && strings.Contains(words[1], "."):
		file = words[1]
	case word[0] == '@' && strings.HasSuffix(word, ".sql"):
		file = strings.TrimLeft(words[0], "@")
	case word[0] != '\\':
		return i, false
	}
	if file = strings.Trim(strings.TrimSuffix(file, ";"), `'"`); file != "" && !strings.ContainsAny(file, ":$&{") {
		r.Import(start, analysis.Import{Specifier: file})
	}
	for i < len(r.Tokens) && r.At(i).Start < start+uint32(len(line)) {
		i++
	}
	return i, true
}

// end is the token behind a statement's last one: its delimiter, or what begins another one. In the body
// of a routine delimiters belong to it.
func (r *reader) end(i int, delimiter string) int {
	routine, depth := r.isRoutine(i), 0
	for j := i; j < len(r.Tokens); j++ {
		if j > i && r.left(j) && (r.Is(j, "create") || r.Is(j, "go") || r.Is(j, "delimiter") || r.Is(j, "\\")) {
			return j
		}
		switch {
		case delimiter != ";":
			if r.delimited(j, delimiter) {
				return j
			}
		case r.Is(j, ";") && depth <= 0:
			return j
		case r.Is(j, "("): // what is in brackets that never close belongs to others
			if shut := r.Close(j); r.Is(shut, ")") {
				j = shut
			}
		case !routine:
		case r.Is(j, "case"), r.Is(j, "begin") && !r.any(j+1, "tran", "transaction", "work"):
			depth++
		case r.Is(j, "end") && !r.any(j+1, "if", "loop", "while", "repeat", "for"):
			if depth--; r.Is(j+1, "case") {
				j++
			}
		}
	}
	return len(r.Tokens)
}

// any reports whether a token is one of some words.
func (r *reader) any(i int, words ...string) bool {
	for _, w := range words {
		if r.Is(i, w) {
			return true
		}
	}
	return false
}

func (r *reader) isRoutine(i int) bool {
	_, object := r.created(i)
	return object == "function" || object == "procedure" || object == "proc" || object == "trigger" || object == "event" || object == "package"
}

// created is what a statement creates, and the token behind the word for it; "" where it creates
// nothing.
func (r *reader) created(i int) (next int, object string) {
	const most = 14 // CREATE OR REPLACE DEFINER = `a`@`b` SQL SECURITY INVOKER VIEW …
	if !r.Is(i, "create") {
		return i, ""
	}
	for j := i + 1; j < i+most; j++ {
		for _, object := range []string{"table", "view", "function", "procedure", "proc", "type", "domain", "index", "trigger", "sequence",
			"schema", "aggregate", "event", "package"} {
			if r.Is(j, object) {
				return j + 1, object
			}
		}
		if r.any(j, ";", "(", "as", "on", "extension", "policy", "role", "user", "database", "rule", "create") {
			break
		}
	}
	return i, ""
}

// name reads a name with its schema at a token: the name itself, and the token behind it.
func (r *reader) name(i int) (name string, at scan.Token, next int) {
	for {
		at = r.At(i)
		text := r.Text(at)
		if at.Kind == scan.Sign || at.Kind == scan.Number || text == "" || text[0] == '\'' || text[0] == '$' {
			return "", at, i
		}
		if i++; !r.Is(i, ".") {
			if text[0] == '{' { // a template's, whatever it will be
				return "", at, i
			}
			return strings.Trim(text, "\"`[]"), at, i
		}
		i++
	}
}

// skip is the first token that is none of some words.
func (r *reader) skip(i int, words ...string) int {
	for r.any(i, words...) {
		i++
	}
	return i
}
