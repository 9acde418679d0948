package task

import (
	"strings"
	"unicode"
)

// talkWords are what people say to an agent between two tasks: they answer it, praise it, or have it go on or go back.
var talkWords = wordSet(`
yes yeah yep y nope n ok okay k sure fine right wrong correct exactly indeed thanks thank thx ty welcome sorry hi hello hey good
great nice cool perfect excellent awesome amazing better worse best lgtm looks look looking sounds seem think guess hope love
continue proceed go goes going ahead next again retry try tried trying run rerun start finish finished done ready wait hold ask
undo redo revert rollback commit commits push pull merge amend rebase deploy ship restart review approve approved accept reject
yourself myself something anything everything nothing here back forward first second third last later never always once twice less
much many few little bit either neither todo summarize summarise explain show tell say said mean meant understand know doing
happened happens change changes changed changing fix fixes fixed fixing keep leave faster slower simpler shorter longer cleaner
smaller bigger quick quickly slow slowly simple simply short full fully complete completely file files thing pr pls lol hmm oh ah
really actually basically maybe perhaps probably definitely absolutely certainly alright rather otherwise though although yet ever
today tomorrow soon down off put give gave given take took got gets getting let lets being am it's that's let's i'm i'll i've
you've don't doesn't didn't won't can't what's`)

// IsTalk reports whether a message says nothing of what it is about: "yes", "looks good, commit it", "run the tests again", "why?". Who
// answers it knows from what went before. An empty one is none.
func IsTalk(message string) bool {
	words := strings.FieldsFunc(strings.ToLower(plainPunctuation(message)), func(c rune) bool {
		return !unicode.IsLetter(c) && !unicode.IsDigit(c) && c != '\'' && c != '_'
	})
	for _, w := range words {
		if !isTalkWord(strings.Trim(w, "'")) {
			return false
		}
	}
	return len(words) > 0
}

// isTalkWord reports whether a word in small letters says nothing by itself. A number of one digit is the choice among what was offered.
func isTalkWord(w string) bool {
	return talkWords[w] || stopWords[w] || openers[w] || symptoms[w] || verbs[w] != NoAction || objects[w] != NoAction || testWords[w] || manyTests[w] ||
		docWords[w] || len(w) == 1 && '0' <= w[0] && w[0] <= '9'
}
