package rank

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"github.com/contextls/contextls/analysis"
)

// Task is what a text says about the code: what it names, and its words.
type Task struct {
	Paths   []PathMention   // in the order of the text, each once
	Symbols []SymbolMention // in the order of the text, each once
	Words   []Word          // by weight, the heaviest first
	Title   []Word          // those of its first line
	Tests   bool            // its first line is about tests…
	Docs    bool            // …about documentation…
	Looks   bool            // …about pages and how they look
}

// PathMention is a file that the text names, as it stands there but with forward slashes.
type PathMention struct {
	Path   string
	Line   int     // 1-based; 0 where none is given
	Weight float64 // 0–1: how sure it is that a file is meant, and that it matters
}

// SymbolMention is a name that the text means as one of the code.
type SymbolMention struct {
	Qualifier string // the dotted names before it, "" when there are none
	Name      string
	Weight    float64 // 0–1, as for paths
}

// Word is a word of the text, lower-cased.
type Word struct {
	Text   string
	Weight float64 // by how the text says it and how often; > 0
}

// voice is how a text says something.
type voice uint8

const (
	prose   voice = iota
	quoted        // in double quotes, or the message of an error
	inline        // in backticks
	fenced        // in a fenced or indented block of code
	heading       // in a heading below the title, most often one of an issue form
)

// ReadTask reads a text in one pass. Of a text longer than maxTaskBytes the rest is left out.
func ReadTask(text string) Task {
	r := reader{
		paths: map[string]int{}, symbols: map[string]int{}, words: map[string]*heard{}, titled: map[string]*heard{},
	}
	if len(text) > maxTaskBytes {
		text = text[:maxTaskBytes]
	}
	for line := range strings.Lines(plainPunctuation(text)) {
		r.line(strings.TrimRight(line, "\r\n"))
	}
	r.task.Words, r.task.Title = listed(r.words), listed(r.titled)
	return r.task
}

// listed are words by weight, the heaviest first.
func listed(words map[string]*heard) []Word {
	var out []Word
	for w, h := range words {
		out = append(out, Word{w, h.weight * (1 + math.Log(float64(h.count)))})
	}
	slices.SortFunc(out, func(a, b Word) int {
		return cmp.Or(cmp.Compare(b.Weight, a.Weight), cmp.Compare(a.Text, b.Text))
	})
	return out
}

// plainPunctuation turns typographic quotes, dashes and spaces into those of ASCII.
func plainPunctuation(text string) string {
	return strings.NewReplacer("“", `"`, "”", `"`, "‘", "'", "’", "'", "–", "-", "—", " - ", "…", "...", "\u00a0", " ").Replace(text)
}

// reader is the state of reading a task.
type reader struct {
	task    Task
	paths   map[string]int // path → its index in task.Paths
	symbols map[string]int // qualified name → its index in task.Symbols
	words   map[string]*heard
	titled  map[string]*heard // the words of the title
	fence   string            // what opened the block of code we are in; "" outside
	comment bool              // we are in an HTML comment: the instructions of an issue form
	title   bool              // we have passed the title: the first line with words
}

// heard is a word as the text has said it so far.
type heard struct {
	weight float64 // of its strongest voice
	count  int
}

// line reads one line, piece by piece: pieces end where quotes and backticks change the voice.
func (r *reader) line(line string) {
	if r.marks(line) {
		return
	}
	trimmed := strings.TrimLeft(line, " \t>")
	base := prose
	switch {
	case isError(trimmed):
		base = quoted
	case r.inCode(line):
		base = fenced
	case r.title && isHeading(trimmed):
		base = heading
	}
	for line != "" {
		i := strings.IndexAny(line, "`\"")
		if i < 0 {
			break
		}
		r.piece(line[:i], base, "")
		mark, rest := line[i:i+1], line[i+1:]
		end := strings.Index(rest, mark)
		if end < 0 {
			line = rest
			break
		}
		inner := quoted
		if mark == "`" {
			inner = inline
		}
		if base == fenced {
			inner = fenced
		}
		r.piece(rest[:end], inner, rest[end+1:])
		line = rest[end+1:]
	}
	r.piece(line, base, "")
	r.errorNames(trimmed)
	r.title = r.title || strings.TrimSpace(trimmed) != ""
}

// marks says whether a line is part of a comment or bounds a block of code, and remembers where we are.
func (r *reader) marks(line string) bool {
	trimmed := strings.TrimLeft(line, " \t>")
	if r.comment || r.fence == "" && strings.HasPrefix(trimmed, "<!--") {
		r.comment = !strings.Contains(line, "-->")
		return true
	}
	mark := fenceMark(trimmed)
	if mark == "" || r.fence != "" && !strings.HasPrefix(mark, r.fence) {
		return false
	}
	if r.fence == "" {
		r.fence = mark
	} else {
		r.fence = ""
	}
	return true
}

// isHeading says whether a line is a heading in Markdown, or one made of bold letters.
func isHeading(line string) bool {
	line = strings.TrimRight(line, " :")
	if text := strings.TrimLeft(line, "#"); text != line {
		return strings.HasPrefix(text, " ")
	}
	text, bold := strings.CutPrefix(line, "**")
	return bold && strings.Index(text, "**") == len(text)-2
}

// inCode says whether a line stands in a fenced or indented block of code.
func (r *reader) inCode(line string) bool {
	return r.fence != "" || strings.HasPrefix(line, "    ") || strings.HasPrefix(line, "\t")
}

// fenceMark is the run of backticks or tildes that makes a line a fence, "" for other lines.
func fenceMark(line string) string {
	for _, c := range []string{"`", "~"} {
		if n := len(line) - len(strings.TrimLeft(line, c)); n >= 3 {
			return line[:n]
		}
	}
	return ""
}

// isError says whether a line reports an error: its first word ends with Error, Exception or the like,
// and a colon.
func isError(line string) bool {
	head, _, found := strings.Cut(line, ":")
	if !found || strings.ContainsAny(head, " \t") {
		return false
	}
	head = strings.ToLower(head)
	return strings.HasSuffix(head, "error") || strings.HasSuffix(head, "exception") || strings.HasSuffix(head, "warning") || head == "panic" || head == "fatal"
}

// piece reads the tokens of a piece of text; after is what follows it, behind its closing quote.
func (r *reader) piece(text string, v voice, after string) {
	begins := true // a sentence
	for i := 0; i < len(text); {
		if !tokenByte(text[i]) {
			i++
			continue
		}
		start := i
		for i < len(text) && tokenByte(text[i]) {
			i++
		}
		rest := text[i:]
		if rest == "" {
			rest = after
		}
		token := text[start:i]
		r.token(token, v, rest, begins)
		begins = begins && strings.Trim(token, "#+-") == "" || token[len(token)-1] == '.'
	}
}

// tokenByte says whether a byte can be part of a path or of a qualified name.
func tokenByte(c byte) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' || c >= 0x80 ||
		strings.IndexByte("_$./\\:@~+#-", c) >= 0
}

// word counts the words of a token.
func (r *reader) word(token string, weight float64) {
	if weight == 0 {
		return
	}
	if !r.title {
		weight *= titleWeight
	}
	analysis.Words(token, func(w string) {
		w = strings.ToLower(w)
		if stopWords[w] {
			return
		}
		hear(r.words, w, weight)
		if !r.title {
			hear(r.titled, w, weight)
		}
		if !r.title {
			r.task.Tests = r.task.Tests || testWords[w]
			r.task.Docs = r.task.Docs || docWords[w]
			r.task.Looks = r.task.Looks || lookWords[w]
		}
	})
}

func hear(words map[string]*heard, w string, weight float64) {
	h := words[w]
	if h == nil {
		h = &heard{}
		words[strings.Clone(w)] = h
	}
	h.weight = max(h.weight, weight)
	h.count++
}
