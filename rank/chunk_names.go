package rank

import (
	"slices"
	"strings"

	"github.com/contextls/contextls/analysis"
	"github.com/contextls/contextls/rank/task"
)

// queryNames are what a search compares the names of definitions with; all in small letters.
type queryNames struct {
	parts       int             // the number of different parts of the query's words
	forms       map[string]bool // these parts, and their singulars and plurals
	identifiers map[string]bool // those of several parts
	qualified   map[string]bool // those with what they are in: Type.member
}

// queryIdentifiers are a query's runs of letters, digits and underscores.
func queryIdentifiers(query string) []string {
	return strings.FieldsFunc(query, func(r rune) bool { return r < 0x80 && !identifierByte(byte(r)) })
}

// newQueryNames reads what names are compared with. Of identifiers all parts count, of single words those
// that are searched for.
func newQueryNames(identifiers []string, words []task.Word, symbols []task.Symbol) queryNames {
	q := queryNames{forms: map[string]bool{}, identifiers: map[string]bool{}, qualified: map[string]bool{}}
	for _, s := range symbols {
		if s.Qualifier != "" {
			q.qualified[strings.ToLower(s.FullName())] = true
		}
	}
	searched := make(map[string]bool, len(words))
	for _, w := range words {
		searched[w.Text] = true
	}
	for _, id := range identifiers {
		parts := nameWords(id)
		if len(parts) > 1 {
			q.identifiers[strings.ToLower(id)] = true
		}
		for _, p := range parts {
			if !searched[p] || q.forms[p] {
				continue
			}
			q.parts++
			q.forms[p] = true
			if other := otherNumber(p); other != "" {
				q.forms[other] = true
			}
			if stem, y := strings.CutSuffix(p, "y"); y {
				q.forms[stem+"ies"] = true
			}
		}
	}
	return q
}

// agreement is how much a name and the query say the same. From 0 to 1 it is the square of the Dice
// coefficient of their words; what the definition is in may help, but need not be said. It is more
// where the query has the very name as an identifier, or has that of what it is in and says the name in words, and most
// where it has both as one. Of a long query no more than maxQueryParts count as what a name leaves unsaid: whoever
// says more of what he looks for must not find less.
func (q *queryNames) agreement(symbol *analysis.Symbol) float64 {
	if len(q.identifiers)+len(q.qualified) > 0 {
		name := strings.ToLower(symbol.Name)
		switch {
		case symbol.Container != "" && q.qualified[strings.ToLower(lastPart(symbol.Container))+"."+name]:
			return qualifiedAgreement
		case q.identifiers[name]:
			return exactAgreement
		}
	}
	name := nameWords(symbol.Name)
	common := 0
	for _, w := range name {
		if q.forms[w] {
			common++
		}
	}
	if common == 0 {
		return 0
	}
	container := lastPart(symbol.Container)
	if container != "" && common == len(name) && q.identifiers[strings.ToLower(container)] {
		return exactAgreement
	}
	parts := min(q.parts, max(len(name), maxQueryParts))
	for _, w := range nameWords(symbol.Container) {
		if parts > common && !slices.Contains(name, w) && q.forms[w] {
			parts--
		}
	}
	dice := 2 * float64(common) / float64(len(name)+parts)
	return min(1, dice*dice)
}

func lastPart(dotted string) string { return dotted[strings.LastIndexByte(dotted, '.')+1:] }

// nameWords are the parts of a name, lower-cased, each once; a name of one part is that part.
func nameWords(name string) []string {
	var parts []string
	analysis.Words(name, func(w string) {
		if w = strings.ToLower(w); !slices.Contains(parts, w) {
			parts = append(parts, w)
		}
	})
	if len(parts) > 1 { // the last word is the whole
		parts = parts[:len(parts)-1]
	}
	return parts
}
