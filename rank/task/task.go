package task

import (
	"cmp"
	"math"
	"slices"
	"strings"
)

// Task is what a text says about the code: what it names, and its words.
type Task struct {
	Paths   []Path   // in the order of the text, each once; those of a stack trace from the inside out
	Symbols []Symbol // in the order of the text, each once
	Phrases []Phrase // in the order of the text
	Words   []Word   // by weight, the heaviest first
	Title   []Word   // those of its first line, in the same order
	Label   []Word   // that of its title (fix, feat) and what this asks for (add): no words of the code, but past commits of the same kind have them
	Names   []string // the plain words of its first line as they are written: any may name a file or a type
	Tests   bool     // its first line is about tests
	Docs    bool     // its first line is about documentation
	Markup  bool     // its first line is about pages or their styles
	Samples bool     // its first line is about examples or benchmarks
	Reworks bool     // its first line asks to rename, move, remove or replace something: then what uses it changes, too
}

// Path is a file that the text names, as it stands there but with forward slashes.
type Path struct {
	Path   string
	Line   int     // 1-based; 0 where none is given
	Weight float64 // 0–1: how sure it is that a file is meant, and that it matters
	Title  bool    // the text's first line has it
	// Trace is the number, from 1, of the stack trace that the path is of, whose innermost frames come first; 0: none.
	// Function is what was called there, "" where the trace does not say it.
	Trace    int
	Function string
}

// Symbol is a name that the text means as one of the code.
type Symbol struct {
	Qualifier string // the dotted names before it, "" when there are none
	Name      string
	Mark      string  // "?" or "!" right behind it, which is a part of names in some languages; mostly ""
	Weight    float64 // 0–1, as for paths
	Title     bool    // as for paths
}

// Phrase is code that is no name but likely is the words of one: a flag (--no-ignore), a directive (`bind:this`), a header.
type Phrase struct {
	Words  []string // two or more, as written
	Weight float64  // as for symbols
	Title  bool     // as for paths
}

// FullName is the name with its qualifier.
func (s Symbol) FullName() string {
	if s.Qualifier == "" {
		return s.Name
	}
	return s.Qualifier + "." + s.Name
}

// Certain reports whether the text means a name of code even where nothing of that name is known; a capitalised
// word amid a sentence may be one, too, but need not be.
func (s Symbol) Certain() bool { return s.Weight >= certainWeight }

// Word is a word of the text, lower-cased.
type Word struct {
	Text   string
	Weight float64 // by the style in which the text has it, and how often; > 0
}

// Read reads a text in one pass. Of a text longer than maxBytes the rest is left out.
func Read(text string) Task {
	r := reader{
		paths: map[string]int{}, symbols: map[string]int{}, words: map[string]*occurrences{}, titleWords: map[string]*occurrences{},
	}
	if len(text) > maxBytes {
		text = text[:maxBytes]
	}
	for line := range strings.Lines(plainPunctuation(text)) {
		r.line(strings.TrimRight(line, "\r\n"))
	}
	r.endTrace()
	r.task.Words, r.task.Title = byWeight(r.words), byWeight(r.titleWords)
	return r.task
}

// Said are all words of the text, by which past commits read like it: those of the code, and its label.
func (t *Task) Said() []Word {
	if len(t.Label) == 0 {
		return t.Words
	}
	said := slices.Clone(t.Words)
	for _, label := range t.Label {
		if i := slices.IndexFunc(said, func(w Word) bool { return w.Text == label.Text }); i >= 0 {
			said[i].Weight = max(said[i].Weight, label.Weight)
		} else {
			said = append(said, label)
		}
	}
	slices.SortFunc(said, heavierFirst)
	return said
}

// byWeight lists words by weight, the heaviest first.
func byWeight(words map[string]*occurrences) []Word {
	var out []Word
	for w, o := range words {
		out = append(out, Word{w, o.weight * (1 + math.Log(float64(o.count)))})
	}
	slices.SortFunc(out, heavierFirst)
	return out
}

func heavierFirst(a, b Word) int {
	return cmp.Or(cmp.Compare(b.Weight, a.Weight), cmp.Compare(a.Text, b.Text))
}

// plainPunctuation turns typographic quotes, dashes and spaces into those of ASCII.
func plainPunctuation(text string) string {
	return strings.NewReplacer("“", `"`, "”", `"`, "‘", "'", "’", "'", "–", "-", "—", " - ", "…", "...", "\u00a0", " ").Replace(text)
}
