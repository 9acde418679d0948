package rank

import (
	"cmp"
	"context"
	"math"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/contextls/contextls/analysis"
	"github.com/contextls/contextls/rank/task"
)

// Chunk is one definition that a search found.
type Chunk struct {
	Definition
	Score float64 // 0–1, in steps of 1e-6; the best one's is 1
}

// Chunks finds the definitions that match a query in words, the best first, equal ones by path and
// place. The files that match best by all their words, and those that define a name of the query, are
// looked into; text gives a file's text by its path; it is called from several goroutines. Definitions with less than leastMatch of the best
// one's score are left out. The error is ctx's alone.
//
// The score is BM25F (Robertson, Zaragoza, Taylor: Simple BM25 Extension to Multiple Weighted Fields,
// 2004) with the rarity that words have among files, times how well the name agrees with the query, and
// what the definition's kind and file are worth.
func (ix *Index) Chunks(ctx context.Context, query string, bodies *Bodies, text func(path string) (string, error)) ([]Chunk, error) {
	s, err := ix.newChunkSearch(ctx, query)
	if err != nil {
		return nil, err
	}
	read := s.read(ctx, bodies, text)
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	var found []Chunk
	for k, n := range s.files {
		facts, b := ix.graph.File(n).Facts, read[k]
		s.enter(n)
		for i := range facts.Symbols {
			if score := s.score(b.of(i), b.sizes[i]); score > 0 {
				symbol := &facts.Symbols[i]
				found = append(found, Chunk{Definition{n, i}, score * s.worth * symbolWorth(symbol) * (1 + nameAgreement*s.agreement(symbol))})
			}
		}
	}
	return best(found), nil
}

// best scales, rounds and sorts what was found.
func best(found []Chunk) []Chunk {
	most := 0.0
	for _, c := range found {
		most = max(most, c.Score)
	}
	for i := range found {
		found[i].Score = math.Round(found[i].Score/most*scoreSteps) / scoreSteps
	}
	found = slices.DeleteFunc(found, func(c Chunk) bool { return c.Score < leastMatch })
	slices.SortFunc(found, func(a, b Chunk) int {
		return cmp.Or(cmp.Compare(b.Score, a.Score), compareDefinitions(a.Definition, b.Definition))
	})
	return found
}

// chunkSearch is what is known of one search for definitions.
type chunkSearch struct {
	ix         *Index
	aboutTests bool
	terms      []term          // of the query; their weights with their rarity in them
	said       int             // the number of parts of the query's words, those that names are compared with
	forms      map[string]bool // these parts, and their singulars and plurals
	names      map[string]bool // identifiers of several parts in the query, lower-cased
	qualified  map[string]bool // and those with what they are in: Type.member
	files      []int32         // to be looked into
	mostImport float64         // the greatest importance on the scale of logImportance

	worth  float64 // of the file that is looked into
	inPath []bool  // which terms its path has
}

func (ix *Index) newChunkSearch(ctx context.Context, query string) (*chunkSearch, error) {
	t := task.Read(query)
	words := t.Words
	if len(words) == 0 { // stop words alone: then they are meant
		analysis.Words(query, func(w string) { words = append(words, task.Word{Text: strings.ToLower(w), Weight: 1}) })
	}
	s := &chunkSearch{ix: ix, aboutTests: t.Tests, terms: ix.lexical.terms(words),
		forms: map[string]bool{}, names: map[string]bool{}, qualified: map[string]bool{}}
	scores, err := ix.lexical.score(ctx, s.terms)
	if err != nil {
		return nil, err
	}
	identifiers := queryIdentifiers(query)
	s.choose(scores, identifiers)
	s.readNames(identifiers, words)
	for _, m := range t.Symbols {
		if m.Qualifier != "" {
			s.qualified[strings.ToLower(m.FullName())] = true
		}
	}
	var hits []hit
	for i := range s.terms {
		hits = ix.lexical.find(s.terms[i].hash, hits[:0])
		s.terms[i].weight *= ix.lexical.rarity(len(hits)) * (saturation + 1)
	}
	s.inPath = make([]bool, len(s.terms))
	s.mostImport = 1
	for _, importance := range ix.Importance() {
		s.mostImport = max(s.mostImport, s.logImportance(importance))
	}
	return s, nil
}

// queryIdentifiers are a query's runs of letters, digits and underscores.
func queryIdentifiers(query string) []string {
	return strings.FieldsFunc(query, func(r rune) bool {
		return r < 0x80 && r != '_' && r != '$' && !('0' <= r && r <= '9') && !('a' <= r && r <= 'z') && !('A' <= r && r <= 'Z')
	})
}

// readNames fills in what names are compared with. Of identifiers all parts count, of single words those
// that are searched for.
func (s *chunkSearch) readNames(identifiers []string, words []task.Word) {
	searched := make(map[string]bool, len(words))
	for _, w := range words {
		searched[w.Text] = true
	}
	for _, id := range identifiers {
		parts := nameWords(id)
		if len(parts) > 1 {
			s.names[strings.ToLower(id)] = true
		}
		for _, p := range parts {
			if !searched[p] || s.forms[p] {
				continue
			}
			s.said++
			s.forms[p] = true
			if other := otherNumber(p); other != "" {
				s.forms[other] = true
			}
			if stem, y := strings.CutSuffix(p, "y"); y {
				s.forms[stem+"ies"] = true
			}
		}
	}
}

// choose picks the files to look into.
func (s *chunkSearch) choose(scores []float64, identifiers []string) {
	for n, score := range scores {
		facts := s.ix.graph.File(int32(n)).Facts
		if scores[n] = score * s.testWorth(int32(n)); score > 0 && facts != nil && len(facts.Symbols) > 0 {
			s.files = append(s.files, int32(n))
		}
	}
	slices.SortFunc(s.files, func(a, b int32) int {
		return cmp.Or(cmp.Compare(scores[b], scores[a]), cmp.Compare(a, b))
	})
	s.files = s.files[:min(len(s.files), maxChunkFiles)]
	named := 0
	for _, name := range identifiers {
		for _, n := range s.ix.graph.Definers(name) {
			if named < maxNamedFiles && !slices.Contains(s.files, n) {
				s.files = append(s.files, n)
				named++
			}
		}
	}
}

// read gets the words of the files' definitions, as many files at once as there are processors. It ends
// early with the context.
func (s *chunkSearch) read(ctx context.Context, memory *Bodies, text func(path string) (string, error)) []*bodies {
	read := make([]*bodies, len(s.files))
	var next atomic.Int32
	var readers sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		readers.Go(func() {
			for k := next.Add(1) - 1; int(k) < len(s.files) && ctx.Err() == nil; k = next.Add(1) - 1 {
				file := s.ix.graph.File(s.files[k])
				read[k] = memory.get(file.Facts, func() (string, error) { return text(file.Path) })
			}
		})
	}
	readers.Wait()
	return read
}

// enter turns to the definitions of a file.
func (s *chunkSearch) enter(n int32) {
	s.worth = s.testWorth(n) * (1 + filePrior*s.logImportance(s.ix.Importance()[n])/s.mostImport)
	if facts := s.ix.graph.File(n).Facts; facts != nil && facts.Generated {
		s.worth *= generatedWorth
	}
	clear(s.inPath)
	analysis.Words(stemOf(s.ix.graph.Path(n)), func(w string) {
		if i := slices.IndexFunc(s.terms, func(t term) bool { return t.hash == analysis.HashWord(w) }); i >= 0 {
			s.inPath[i] = true
		}
	})
}

// score is a definition's BM25F; 0 where it has no word of the query itself, whatever its path has.
func (s *chunkSearch) score(terms []analysis.Term, size uint32) float64 {
	score, own := 0.0, false
	norm := saturation * (1 - chunkLengthShare + chunkLengthShare*float64(size)/chunkLength)
	for k, t := range s.terms {
		count := 0.0
		if i, found := slices.BinarySearchFunc(terms, t.hash, func(t analysis.Term, h uint32) int { return cmp.Compare(t.Hash, h) }); found {
			count, own = float64(terms[i].Count), true
		}
		if s.inPath[k] {
			count += chunkPathWeight
		}
		if count > 0 {
			score += t.weight * count / (count + norm)
		}
	}
	if !own {
		return 0
	}
	return score
}

// agreement is how much a name and the query say the same. From 0 to 1 it is the square of the Dice
// coefficient of their words; what the definition is in may help, but need not be said. It is more
// where the query has the very name as an identifier, and most where it also says what that is in.
func (s *chunkSearch) agreement(symbol *analysis.Symbol) float64 {
	if len(s.names)+len(s.qualified) > 0 {
		name := strings.ToLower(symbol.Name)
		switch {
		case symbol.Container != "" && s.qualified[strings.ToLower(lastPart(symbol.Container))+"."+name]:
			return qualifiedAgreement
		case s.names[name]:
			return exactAgreement
		}
	}
	name := nameWords(symbol.Name)
	common := 0
	for _, w := range name {
		if s.forms[w] {
			common++
		}
	}
	if common == 0 {
		return 0
	}
	said := s.said
	for _, w := range nameWords(symbol.Container) {
		if said > common && !slices.Contains(name, w) && s.forms[w] {
			said--
		}
	}
	dice := 2 * float64(common) / float64(len(name)+said)
	return min(1, dice*dice)
}

func lastPart(dotted string) string { return dotted[strings.LastIndexByte(dotted, '.')+1:] }

func (s *chunkSearch) testWorth(n int32) float64 {
	if !s.aboutTests && s.ix.IsTest(n) {
		return testWorth
	}
	return 1
}

// logImportance takes importance, which differs by powers of ten, to a scale on which it can be added.
func (s *chunkSearch) logImportance(importance float64) float64 {
	return math.Log1p(importance * float64(s.ix.graph.Len()))
}
