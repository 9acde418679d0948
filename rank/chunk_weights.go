package rank

import "github.com/contextls/contextls/analysis"

// The search for definitions. The numbers were set by reading the first ten answers to 27 queries on
// django, gin and vite; there is no set of judged answers behind them yet.
const (
	// A word counts as often as it stands in the definition's own text, and so much more where it stands
	// in its name, the names around it, its signature or the first sentence of its documentation: these say
	// what it is, the body how it works.
	chunkNameWeight      = 6
	chunkContainerWeight = 2
	chunkSignatureWeight = 1 // on top of the text, which has it too
	chunkDocWeight       = 2
	chunkPathWeight      = 1 // login in test/client.py is the login of a test client
	chunkMemberWeight    = 1 // a class is about what its members' names say; their text is theirs alone
	// chunkLength is the weighed length of a common function, in words: the medians are 95 in django, 82 in
	// gin and 73 in vite. A constant, so that a score does not depend on what else was looked at.
	chunkLength = 90
	// chunkLengthShare is BM25's b. Below the 0.75 of files: a long function is rarely several things in
	// one, as a long file is.
	chunkLengthShare = 0.5
	// nameAgreement is how much more a definition counts whose name says just what the query says.
	nameAgreement = 1.5
	// exactAgreement is for a name that stands in the query letter for letter, qualifiedAgreement for one
	// that does so behind its type's; 1 is for one that says the same in other spelling (_get_user).
	exactAgreement     = 1.5
	qualifiedAgreement = 2
	// maxQueryParts is about as many words as the longest names have: no name says a whole sentence.
	maxQueryParts = 4
	// filePrior is how much more a definition in the most important file counts: enough to decide between
	// likes, not enough to put plumbing before a match.
	filePrior = 0.2
	// nearWorth is how much more a definition counts in a file at hand: enough to put it before likes from all over
	// the folder, not before one that says twice as much of the query.
	nearWorth = 1
	// valueWorth is for constants, variables and fields: one line with the right name says less than
	// the function beside it.
	valueWorth = 0.6
	// privateWorth is for what other files do not see: the public one of two likes is where to begin.
	privateWorth = 0.85
	// leastMatch is the share of the best score below which a definition merely has some of the words.
	leastMatch = 0.2
	// maxChunkFiles best files by their own words are looked into. With 256 of django's 2,967 files, of
	// the first twenty answers to 18 queries only those to "get" differ from what all files give.
	maxChunkFiles = 256
	// maxNamedFiles bounds the files that are looked into because they define a name of the query.
	maxNamedFiles = 64
)

// symbolWorth is the factor for what a definition is, whatever it is about.
func symbolWorth(s *analysis.Symbol) float64 {
	worth := 1.0
	switch s.Kind {
	case analysis.Constant, analysis.Variable, analysis.Field:
		worth *= valueWorth
	}
	if !s.Exported {
		worth *= privateWorth
	}
	return worth
}
