package rank

import (
	"context"
	"hash/maphash"
	"math"
	"slices"
	"strings"
	"sync"

	"github.com/hashicorp/golang-lru/v2/simplelru"

	"github.com/contextls/contextls/analysis"
)

// Texts remembers the words and names in the lines of texts, by what the texts are, so that judging their
// passages again reads nothing again. It is safe for concurrent use.
type Texts struct {
	mu    sync.Mutex
	seed  maphash.Seed
	known *simplelru.LRU[uint64, *textLines]
	size  int       // words and names in all of them
	rooms sync.Pool // of *lineRoom
}

// keptWords is how many words and names are remembered, of 4 and 8 bytes: those of about 500 files.
const keptWords = 1_000_000

// NewTexts remembers nothing yet.
func NewTexts() *Texts {
	known, err := simplelru.NewLRU[uint64, *textLines](math.MaxInt, nil) // words are counted, not texts
	if err != nil {
		panic(err) // of a size below 1
	}
	return &Texts{seed: maphash.MakeSeed(), known: known}
}

// read gives the lines of a text, given how its language writes comments; some of them when ctx is done first.
func (t *Texts) read(ctx context.Context, text string, lexis *analysis.Lexis) *textLines {
	key := maphash.String(t.seed, text)
	t.mu.Lock()
	known, found := t.known.Get(key)
	t.mu.Unlock()
	if found {
		return known
	}
	room, _ := t.rooms.Get().(*lineRoom)
	if room == nil {
		room = newLineRoom()
	}
	read := room.read(ctx, text, lexis)
	t.rooms.Put(room)
	if ctx.Err() != nil {
		return read
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if !t.known.Contains(key) {
		t.size += read.size()
	}
	t.known.Add(key, read)
	for t.size > keptWords && t.known.Len() > 1 {
		_, oldest, _ := t.known.RemoveOldest()
		t.size -= oldest.size()
	}
	return read
}

// Forget lets go of all that is remembered.
func (t *Texts) Forget() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.known.Purge()
	t.size = 0
}

// textLines are the words and the names of a text, line by line.
type textLines struct {
	words   []uint32 // hashes, as of HashWord
	wordsAt []uint32 // line → its first word; and their number
	names   []name
	namesAt []uint32 // line → its first name; and their number
	hashes  []uint32 // by line, as of HashLine; 0 also for a line that the text has more than once
	kinds   []lineKind
}

// lineKind is what a line is, as far as its beginning tells.
type lineKind uint8

const (
	blankLine lineKind = iota
	commentLine
	codeLine
)

// name is an identifier in a text.
type name struct {
	hash uint32
	last int32 // the name before it that is the same one; -1: none
}

func (l *textLines) size() int { return len(l.words) + 2*len(l.names) }

// What nobody wrote by hand is read in part: data and generated code, which would take seconds.
const (
	mostRead = 4 << 20  // bytes of a text
	longLine = 64 << 10 // bytes of a line whose words and names count
)

// lineRoom is room to read texts in, one after the other: what is found grows there, and is copied at the end.
type lineRoom struct {
	textLines
	last     map[uint32]int32 // name → where it stood last, in names
	standing map[uint32]int   // hash of a line → which one it is
}

func newLineRoom() *lineRoom {
	return &lineRoom{last: map[uint32]int32{}, standing: map[uint32]int{}}
}

func (r *lineRoom) clear() {
	clear(r.last)
	clear(r.standing)
	r.words, r.wordsAt, r.names, r.namesAt, r.hashes, r.kinds = r.words[:0], r.wordsAt[:0], r.names[:0], r.namesAt[:0], r.hashes[:0], r.kinds[:0]
}

func (r *lineRoom) read(ctx context.Context, text string, lexis *analysis.Lexis) *textLines {
	r.clear()
	comments := commentReader{Lexis: lexis}
	text = text[:min(len(text), mostRead)]
	for line := range strings.Lines(text) {
		if len(r.hashes)%64 == 0 && ctx.Err() != nil {
			break
		}
		r.wordsAt, r.namesAt = append(r.wordsAt, uint32(len(r.words))), append(r.namesAt, uint32(len(r.names)))
		hash := analysis.HashLine(line)
		line = line[:min(len(line), longLine)]
		r.kinds = append(r.kinds, comments.kind(line))
		analysis.Words(line, func(w string) { r.words = append(r.words, analysis.HashWord(w)) })
		eachName(line, r.name)
		if at, known := r.standing[hash]; known {
			r.hashes[at], hash = 0, 0
		} else {
			r.standing[hash] = len(r.hashes)
		}
		r.hashes = append(r.hashes, hash)
	}
	r.wordsAt, r.namesAt = append(r.wordsAt, uint32(len(r.words))), append(r.namesAt, uint32(len(r.names)))
	return &textLines{slices.Clone(r.words), slices.Clone(r.wordsAt), slices.Clone(r.names), slices.Clone(r.namesAt), slices.Clone(r.hashes), slices.Clone(r.kinds)}
}

func (r *lineRoom) name(s string) {
	hash := analysis.HashName(s)
	before, known := r.last[hash]
	if !known {
		before = -1
	}
	r.last[hash] = int32(len(r.names))
	r.names = append(r.names, name{hash, before})
}

// clip is a run of lines as far as there are such.
func (l *textLines) clip(first, last int) (from, to int) {
	n := len(l.hashes)
	return min(first, n), min(last+1, n)
}

// wordsIn are the words of the lines first to last.
func (l *textLines) wordsIn(first, last int) []uint32 {
	from, to := l.clip(first, last)
	return l.words[l.wordsAt[from]:l.wordsAt[to]]
}

// eachNameIn calls f with each name that stands in the lines first to last, once.
func (l *textLines) eachNameIn(first, last int, f func(hash uint32)) {
	from, to := l.clip(first, last)
	begin := l.namesAt[from]
	for _, n := range l.names[begin:l.namesAt[to]] {
		if n.last < int32(begin) {
			f(n.hash)
		}
	}
}

// hasName reports whether one of some names stands in the lines first to last.
func (l *textLines) hasName(first, last int, names map[uint32]bool) bool {
	from, to := l.clip(first, last)
	return slices.ContainsFunc(l.names[l.namesAt[from]:l.namesAt[to]], func(n name) bool { return names[n.hash] })
}

// prose is the share of comments in the lines first to last that are not blank, 0–1.
func (l *textLines) prose(first, last int) float64 {
	var count [3]int
	from, to := l.clip(first, last)
	for _, k := range l.kinds[from:to] {
		count[k]++
	}
	return float64(count[commentLine]) / float64(max(1, count[commentLine]+count[codeLine]))
}

// shortName: names of so many bytes or fewer stand everywhere.
const shortName = 3

// eachName calls f with each identifier of a text that is no number, and no short one.
func eachName(text string, f func(string)) {
	eachIdentifier(text, func(start, end int) {
		if end-start > shortName && (text[start] < '0' || text[start] > '9') {
			f(text[start:end])
		}
	})
}
