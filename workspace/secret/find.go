package secret

import (
	"cmp"
	"context"
	"regexp"
	"slices"
	"strings"
	"sync"
)

// Finding is a secret in a text.
type Finding struct {
	Kind       string // what it is, as in "AWS key"; it says nothing of the value
	Start, End int    // the bytes that are not to be shown
	Line       int    // of Start, from 0
}

// longest is how many bytes of a text a rule is tried on: no format is longer.
const longest = 4096

// Bounds of a search, in steps: bytes that were looked at.
const (
	looks     = 1 << 16   // from one look whether the context is done to the next: some milliseconds at most
	stepsFree = 256 << 10 // what begins like secrets may take so many steps to be judged…
	stepsEach = 4         // …and so many for each byte before it, which is several times as many as any text takes that somebody wrote
)

// unjudged is the kind of what begins like one secret after the other. To judge each would take minutes, so all that they may
// reach to is not shown.
const unjudged = "unjudged text"

// Find finds the secrets in a text, by position. They do not overlap.
func Find(text string) []Finding {
	found, _, _ := find(context.Background(), text) // which is never done
	return found
}

// find is Find while ctx is not done; the error is its. It tells how many steps judging took.
func find(ctx context.Context, text string) (_ []Finding, steps int, _ error) {
	var found []ordered
	s := scan()
	next := looks
	for i := 0; i+1 < len(text); i++ {
		if i+steps >= next {
			if err := ctx.Err(); err != nil {
				return nil, steps, err
			}
			next = i + steps + looks
		}
		at := s.pairs[uint16(text[i])<<8|uint16(text[i+1])]
		if at == 0 || i+2 < len(text) && !s.thirds[at-1].has(text[i+2]) {
			continue
		}
		for _, t := range s.triggers[at-1] {
			if !t.begins(text, i) {
				continue
			}
			if steps > stepsFree+stepsEach*i {
				found = append(found, ordered{Finding{Kind: unjudged, Start: max(0, i-t.back), End: min(len(text), i+t.reach)}, t.order})
				continue
			}
			f, took, ok := t.try(text, i)
			if steps += took; ok {
				found = append(found, ordered{f, t.order})
			}
		}
	}
	return merge(text, found), steps, nil
}

// scanner finds places by the first two bytes of what may stand there, and then by the third: few of them do in any text.
type scanner struct {
	pairs    [1 << 16]uint16 // 1 + the index of their triggers; 0: none
	triggers [][]trigger
	thirds   []byteSet // the third bytes of those
}

// byteSet is a set of bytes.
type byteSet [4]uint64

func (s *byteSet) add(c byte)      { s[c>>6] |= 1 << (c & 63) }
func (s *byteSet) has(c byte) bool { return s[c>>6]>>(c&63)&1 != 0 }

// trigger is what a secret may begin with.
type trigger struct {
	word  string
	fold  bool // in any case of letters; word is lower-case
	order int  // of several findings in one place, the kind of the lowest is told
	back  int  // how many bytes before it are of the secret at most…
	reach int  // …and how many from it on
	try   attempt
}

// attempt finds a secret by what stands at i, and tells how many steps that took beside a few.
type attempt func(text string, i int) (f Finding, steps int, ok bool)

func (t *trigger) begins(text string, i int) bool {
	if len(text)-i < len(t.word) {
		return false
	}
	if t.fold {
		for k := range len(t.word) {
			if text[i+k]|0x20 != t.word[k] { // words are of letters alone
				return false
			}
		}
		return true
	}
	return text[i:i+len(t.word)] == t.word
}

var scan = sync.OnceValue(newScanner)

func newScanner() *scanner {
	s := &scanner{}
	var all []trigger
	for _, r := range rules() {
		for _, prefix := range r.prefixes {
			all = append(all, trigger{word: prefix, order: len(all), back: r.most, reach: longest, try: r.finder(prefix)})
		}
	}
	all = append(all,
		trigger{word: "BEGIN ", order: len(all), reach: longestKey, try: keyBlock},
		trigger{word: "END ", order: len(all), back: longestKey, try: endOfKey},
		trigger{word: "Private-Lines: ", order: len(all), reach: longestKey, try: puttyKey},
		trigger{word: "://", order: len(all) + 1, reach: longestLogin, try: address})
	for _, word := range tellingWords {
		all = append(all, trigger{word: word, fold: true, order: len(all) + 1, reach: longestName + longestValue, try: assignment})
	}
	for _, t := range all {
		for _, pair := range t.firstPairs() {
			if s.pairs[pair] == 0 {
				s.triggers, s.thirds = append(s.triggers, nil), append(s.thirds, byteSet{})
				s.pairs[pair] = uint16(len(s.triggers))
			}
			at := s.pairs[pair] - 1
			s.triggers[at] = append(s.triggers[at], t)
			t.addThirds(&s.thirds[at])
		}
	}
	return s
}

// firstPairs are the two bytes that a trigger begins with, in each case of letters that counts.
func (t *trigger) firstPairs() (pairs []uint16) {
	firsts, seconds := []byte{t.word[0]}, []byte{t.word[1]}
	if t.fold {
		firsts, seconds = append(firsts, t.word[0]-'a'+'A'), append(seconds, t.word[1]-'a'+'A')
	}
	for _, a := range firsts {
		for _, b := range seconds {
			pairs = append(pairs, uint16(a)<<8|uint16(b))
		}
	}
	return pairs
}

// addThirds adds the third bytes that the trigger may have to a set; where it has none, all.
func (t *trigger) addThirds(to *byteSet) {
	if len(t.word) == 2 {
		*to = byteSet{^uint64(0), ^uint64(0), ^uint64(0), ^uint64(0)}
		return
	}
	to.add(t.word[2])
	if t.fold {
		to.add(t.word[2] - 'a' + 'A')
	}
}

// finder tries a rule where one of its prefixes stands.
func (r *rule) finder(prefix string) attempt {
	rest := sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`\A(?:` + r.rest + `)`) }) // few are ever tried
	var before *regexp.Regexp
	if r.before != "" {
		before = regexp.MustCompile(r.before + `+\z`)
	}
	least, signs := cmp.Or(r.random, usual), ""
	for _, sign := range "_-.=/+,%@:$~" {
		if strings.ContainsRune(r.rest, sign) {
			signs += string(sign)
		}
	}
	return func(text string, i int) (f Finding, steps int, ok bool) {
		start := i
		if before != nil {
			head := before.FindString(text[max(0, i-r.most):i])
			if len(head) < min(r.most, 8) {
				return Finding{}, 0, false
			}
			start -= len(head)
		}
		if prefix[0] != ':' && !strings.HasPrefix(prefix, "&") && !strings.HasPrefix(prefix, "?") && !boundary(text, start) {
			return Finding{}, 0, false
		}
		from := i + len(prefix)
		steps = runLength(text[from:min(len(text), from+longest)], signs)
		n := rest().FindStringIndex(text[from:min(len(text), from+longest)])
		if n == nil {
			return Finding{}, steps, false
		}
		end := from + n[1]
		value := text[from:end]
		if end < len(text) && letterOrDigit(text[end]) || entropy(value) < least || placeholder(value) || r.check != nil && !r.check(text[i:end]) {
			return Finding{}, steps, false
		}
		return Finding{Kind: r.kind, Start: start, End: end}, steps, true
	}
}

// runLength is how much of the beginning of a text is of letters, digits and some signs.
func runLength(text, signs string) int {
	for i := range len(text) {
		if !letterOrDigit(text[i]) && strings.IndexByte(signs, text[i]) < 0 {
			return i
		}
	}
	return len(text)
}

func letterOrDigit(c byte) bool { return class(c) != 3 }

// boundary reports whether something of its own may begin at a place of a text: not within a word, unless
// what stands before is an escape, as in \n or %3D.
func boundary(text string, i int) bool {
	if i == 0 || !letterOrDigit(text[i-1]) {
		return true
	}
	return i >= 2 && text[i-2] == '\\' && strings.IndexByte("nrtbfv", text[i-1]) >= 0 ||
		i >= 3 && text[i-3] == '%' || i >= 6 && text[i-6] == '\\' && text[i-5] == 'u'
}

// ordered is a finding with its trigger's order.
type ordered struct {
	Finding
	order int
}

// merge sorts findings, joins those that overlap, and tells their lines.
func merge(text string, found []ordered) []Finding {
	if len(found) == 0 {
		return nil
	}
	slices.SortFunc(found, func(a, b ordered) int {
		return cmp.Or(cmp.Compare(a.Start, b.Start), cmp.Compare(b.End, a.End), cmp.Compare(a.order, b.order))
	})
	var out []Finding
	order := 0
	for _, f := range found {
		if last := len(out) - 1; last >= 0 && f.Start < out[last].End {
			out[last].End = max(out[last].End, f.End)
			if f.order < order {
				out[last].Kind, order = f.Kind, f.order
			}
			continue
		}
		out, order = append(out, f.Finding), f.order
	}
	line, from := 0, 0
	for i := range out {
		line += strings.Count(text[from:out[i].Start], "\n")
		out[i].Line, from = line, out[i].Start
	}
	return out
}
