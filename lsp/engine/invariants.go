package engine

import (
	"errors"
	"fmt"

	"github.com/contextls/contextls/analysis"
)

// within makes a text of at most so many tokens. That it fits is package budget's promise; a text that
// costs more is reported and made again in as much less.
func (e *Engine) within(what string, tokens int, write func(tokens int) (cost int, err error)) error {
	for room, try := tokens, 1; ; try++ {
		cost, err := write(room)
		over := cost - tokens
		if err != nil || over <= 0 {
			return err
		}
		e.Problems.Report(what + " costs more than its budget")
		if room -= over; room < 1 || try == maxTries {
			return errors.New(what + " cannot be made to fit its budget")
		}
	}
}

const maxTries = 3

// checkRanges reports definitions that lie outside of the text that they were read off. Who cuts them out
// of the text cuts what there is of them.
func (x *indexed) checkRanges(n int32, text string) {
	for i := range x.facts(n).Symbols {
		if r := x.facts(n).Symbols[i].Range; r.Start > r.End || int(r.End) > len(text) {
			x.problems.Report(fmt.Sprintf("a definition in a file of %s lies outside of its text", languageOf(x.Graph().File(n))))
			return
		}
	}
}

func languageOf(f *analysis.File) string {
	if f.Language == nil {
		return "no language"
	}
	return f.Language.ID
}
