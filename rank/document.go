package rank

import (
	"path"
	"slices"
	"strings"

	"github.com/contextls/contextls/analysis"
)

// document is one file's part in the index.
type document struct {
	length uint32          // sum of its terms' counts
	terms  []analysis.Term // by hash
}

// newDocument reads a file's terms: those of its text, and once more, as pathWeight and nameWeight say,
// those of its path and of the symbols it defines. An empty file has none: its path says where it lies, and nothing of it.
func newDocument(file *analysis.File) document {
	return asDocument(textTerms(file, pathTerms(file), nameTerms(file), &termRoom{}))
}

func pathDocument(file *analysis.File) document { return asDocument(pathTerms(file)) }
func nameDocument(file *analysis.File) document { return asDocument(nameTerms(file)) }

func asDocument(terms []analysis.Term) document {
	d := document{terms: terms}
	for _, t := range d.terms {
		d.length += t.Count
	}
	return d
}

// isEmpty reports whether a file that was read has no words.
func isEmpty(file *analysis.File) bool { return file.Facts != nil && len(file.Facts.Get().Terms) == 0 }

func textTerms(file *analysis.File, path, names []analysis.Term, room *termRoom) []analysis.Term {
	if isEmpty(file) {
		return nil
	}
	var own []analysis.Term
	if file.Facts != nil {
		own = file.Facts.Get().Terms
	}
	room.some = addTerms(room.some[:0], own, names, nameWeight)
	room.all = addTerms(room.all[:0], room.some, path, pathWeight)
	return room.all
}

func pathTerms(file *analysis.File) []analysis.Term {
	if isEmpty(file) {
		return nil
	}
	var c termCollector
	c.add(strings.TrimSuffix(file.Path, path.Ext(file.Path)))
	return c.sum()
}

func nameTerms(file *analysis.File) []analysis.Term {
	var c termCollector
	if file.Facts != nil {
		for i := range file.Facts.Get().Symbols {
			if s := &file.Facts.Get().Symbols[i]; s.Kind != analysis.TitledTest && s.Kind != analysis.LocalFunction { // a title is a sentence, and no file is about what is local
				c.add(s.Name)
			}
		}
	}
	return c.sum()
}

// termCollector counts the words of some texts.
type termCollector struct{ hashes []uint32 }

func (c *termCollector) add(text string) {
	analysis.Words(text, func(w string) { c.hashes = append(c.hashes, analysis.HashWord(w)) })
}

// sum are the words that were added, by hash.
func (c *termCollector) sum() []analysis.Term {
	slices.Sort(c.hashes)
	different := 0
	for i, hash := range c.hashes {
		if i == 0 || c.hashes[i-1] != hash {
			different++
		}
	}
	terms := make([]analysis.Term, 0, different)
	for i, hash := range c.hashes {
		if i == 0 || c.hashes[i-1] != hash {
			terms = append(terms, analysis.Term{Hash: hash})
		}
		terms[len(terms)-1].Count++
	}
	return terms
}

// addTerms appends terms to sum, the counts of extra, times weight, added to theirs. Both are by hash.
func addTerms(sum, terms, extra []analysis.Term, weight uint32) []analysis.Term {
	sum = slices.Grow(sum, len(terms)+len(extra))
	for _, more := range extra {
		i := 0
		for i < len(terms) && terms[i].Hash < more.Hash {
			i++
		}
		sum, terms = append(sum, terms[:i]...), terms[i:]
		more.Count *= weight
		if len(terms) > 0 && terms[0].Hash == more.Hash {
			more.Count += terms[0].Count
			terms = terms[1:]
		}
		sum = append(sum, more)
	}
	return append(sum, terms...)
}
