package rank

import "github.com/contextls/contextls/analysis"

// sought are terms that passages are compared with.
type sought struct {
	terms []term         // their weights with their rarity in them
	at    map[uint32]int // where each stands among them, by its hash
	most  float64        // the score of a passage that is about nothing else
}

func newSought(terms []term) sought {
	s := sought{terms, make(map[uint32]int, len(terms)), 0}
	for i := range terms {
		s.most += terms[i].weight
		s.at[terms[i].hash] = i
	}
	return s
}

// match is how much of what the task says a passage says, 0–1: BM25 of its text, with more weight on what
// names and describes it.
func (s *sought) match(l *textLines, x *Passage) float64 {
	if s.most == 0 {
		return 0
	}
	counts := make([]float64, len(s.terms))
	own := l.wordsIn(x.First, x.Last)
	size := float64(len(own))
	for _, w := range own {
		if k, known := s.at[w]; known {
			counts[k]++
		}
	}
	if symbol := x.Symbol; symbol != nil {
		add := func(text string, weight float64) {
			analysis.Words(text, func(w string) {
				size += weight
				if k, known := s.at[analysis.HashWord(w)]; known {
					counts[k] += weight
				}
			})
		}
		add(symbol.Name, chunkNameWeight)
		add(symbol.Container, chunkContainerWeight)
		add(symbol.Signature, chunkSignatureWeight)
	}
	norm := chunkNorm(size)
	score := 0.0
	for k, count := range counts {
		if count > 0 {
			score += s.terms[k].weight * count / (count + norm)
		}
	}
	return score / s.most
}
