package task

import (
	"strings"

	"github.com/contextls/contextls/analysis"
)

// reader is the state of reading a task.
type reader struct {
	task       Task
	paths      map[string]int // path → its index in task.Paths
	symbols    map[string]int // full name → its index in task.Symbols
	words      map[string]*occurrences
	titleWords map[string]*occurrences
	fence      string  // what opened the block of code we are in; "" outside
	asked      bool    // the last line but for boxes asks what boxes below it answer
	inComment  bool    // in an HTML comment: the instructions of an issue form
	frames     []frame // of the stack trace we are in
	called     string  // what the line before says was called, while this one says where; mostly ""
	echo       bool    // this line is the code of a frame: what it names, the next frame says better
	between    int     // lines since the last of them
	verb       string  // what the title asks for, until it has been read
	traces     int     // that have ended
	pastTitle  bool    // behind the title, which is the first line with words
}

// occurrences are those of one word so far.
type occurrences struct {
	weight float64 // of its strongest style
	count  int
}

// style is how a piece of a text is written.
type style uint8

const (
	prose   style = iota
	quoted        // in double quotes, or the message of an error
	inline        // in backticks
	fenced        // in a fenced or indented block of code
	heading       // in a heading below the title, most often one of an issue form
)

// line reads one line, piece by piece: pieces end where quotes and backticks change the style.
func (r *reader) line(line string) {
	if r.skips(line) || r.frameLine(line) {
		return
	}
	trimmed := strings.TrimLeft(line, " \t>")
	title := !r.pastTitle && trimmed != ""
	base := prose
	switch {
	case isError(trimmed):
		base = quoted
	case r.inCode(line):
		base = fenced
	case r.pastTitle && isHeading(trimmed):
		base = heading
	}
	if title {
		var kind string
		if kind, line = cutLabel(trimmed); kind != "" {
			r.task.Label = []Word{{kind, titleWeight}}
		}
		verb := titleVerb(line)
		r.task.Reworks = isForm(verb, reworkVerbs)
		if asksForChange(verb, line) {
			r.verb = verb
			r.task.Label = append(r.task.Label, Word{strings.ToLower(verb), titleWeight})
		}
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
	if title {
		r.task.Tests = aboutTests(trimmed)
		r.pastTitle, r.verb = true, ""
	}
}

// skips reports whether a line is part of a comment, affirms what an issue form asks for, or bounds a block of code, and keeps track
// of comments and blocks.
func (r *reader) skips(line string) bool {
	trimmed := strings.TrimLeft(line, " \t>")
	if r.inComment || r.fence == "" && strings.HasPrefix(trimmed, "<!--") {
		r.inComment = !strings.Contains(line, "-->")
		return true
	}
	if r.pastTitle && r.fence == "" && r.skipsBox(trimmed) {
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

// skipsBox reports whether a line is a box that says nothing of what is to be done: one that is ticked, one to tick about oneself ("- [x] The
// docs do not say it", "- [ ] I have searched for other issues"), and of the short ones that answer a question ("Which parts are
// affected?") one that is not ticked. Other boxes are what is to be done.
func (r *reader) skipsBox(line string) bool {
	text, ticked, isBox := box(line)
	if !isBox {
		if strings.TrimSpace(line) != "" {
			r.asked = asks(line)
		}
		return false
	}
	if r.asked && len(strings.Fields(text)) <= longestAnswer {
		return !ticked
	}
	return ticked || strings.HasPrefix(text, "I ") || strings.HasPrefix(text, "I'")
}

// box reads a list's item with a box before it: "- [ ] text".
func box(line string) (text string, ticked, isBox bool) {
	if len(line) < 2 || !strings.ContainsRune("-*+", rune(line[0])) {
		return "", false, false
	}
	box := strings.TrimLeft(line[1:], " ")
	if len(box) < 4 || box[0] != '[' || !strings.ContainsRune("xX ", rune(box[1])) || box[2:4] != "] " { // [x](…) is a link
		return "", false, false
	}
	return strings.TrimLeft(box[4:], " "), box[1] != ' ', true
}

// longestAnswer is of how many words an answer to tick is at most; a longer one is a thing to do, whatever is asked above it.
const longestAnswer = 4

// asks reports whether a line asks what boxes below it answer.
func asks(line string) bool {
	line = strings.Trim(line, "#*_ :")
	first, _, _ := strings.Cut(line, " ")
	return strings.HasSuffix(line, "?") || questionWords[strings.ToLower(first)]
}

// isHeading reports whether a line is a heading in Markdown, or one made of bold letters.
func isHeading(line string) bool {
	line = strings.TrimRight(line, " :")
	if text := strings.TrimLeft(line, "#"); text != line {
		return strings.HasPrefix(text, " ")
	}
	text, bold := strings.CutPrefix(line, "**")
	return bold && strings.Index(text, "**") == len(text)-2
}

// inCode reports whether a line stands in a fenced or indented block of code.
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

// piece reads the tokens of a piece of text; after is what follows it, behind its closing quote.
func (r *reader) piece(text string, s style, after string) {
	startsSentence := true
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
			rest = strings.TrimLeft(after, "?!") // which are not the token's
		}
		token := text[start:i]
		r.token(token, s, rest, startsSentence)
		startsSentence = startsSentence && strings.Trim(token, "#+-") == "" || token[len(token)-1] == '.'
	}
}

// tokenByte reports whether a byte can be part of a path or of a qualified name.
func tokenByte(c byte) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' || c >= 0x80 ||
		strings.IndexByte("_$./\\:@~+#-", c) >= 0
}

// word counts the words of a token.
func (r *reader) word(token string, weight float64) {
	if weight == 0 {
		return
	}
	if !r.pastTitle {
		weight *= titleWeight
	}
	analysis.Words(token, func(w string) {
		w = strings.ToLower(w)
		r.task.Samples = r.task.Samples || !r.pastTitle && sampleWords[w]
		if stopWords[w] {
			return
		}
		count(r.words, w, weight)
		if !r.pastTitle {
			count(r.titleWords, w, weight)
			r.task.Docs = r.task.Docs || docWords[w]
			r.task.Markup = r.task.Markup || markupWords[w]
		}
	})
}

// count adds one occurrence of a word.
func count(words map[string]*occurrences, w string, weight float64) {
	o := words[w]
	if o == nil {
		o = &occurrences{}
		words[strings.Clone(w)] = o
	}
	o.weight = max(o.weight, weight)
	o.count++
}
