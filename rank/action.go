package rank

import (
	"slices"
	"strings"
)

// Action is what a task asks to be done; its value is the wire name.
type Action string

// The actions.
const (
	NoAction    Action = "" // the text does not say
	ToImplement Action = "implement"
	ToFix       Action = "fix"
	ToRefactor  Action = "refactor"
	ToTest      Action = "test"
	ToReview    Action = "review"
	ToDocument  Action = "document"
)

// verbs are those that begin a request, and what they ask for.
var verbs = actionWords(map[Action]string{
	ToImplement: `implement add create build introduce support allow enable provide extend write make develop
		generate integrate expose let improve increase update upgrade port`,
	ToFix: `fix repair resolve solve debug correct prevent avoid stop handle restore investigate`,
	ToRefactor: `refactor rename move extract simplify clean cleanup restructure reorganize reorganise split
		deduplicate inline modernize modernise migrate rewrite replace remove delete drop merge convert deprecate`,
	ToTest:     `test cover`,
	ToReview:   `review audit inspect assess critique evaluate check`,
	ToDocument: `document describe comment explain`,
})

// labels are what stands before a colon at a title's beginning: fix:, feat(api):, [Bug]: or the like.
var labels = actionWords(map[Action]string{
	ToImplement: `feat feature enhancement request proposal`,
	ToFix:       `fix bug hotfix bugfix regression crash`,
	ToRefactor:  `refactor chore cleanup style perf`,
	ToTest:      `test tests`,
	ToReview:    `review audit`,
	ToDocument:  `docs doc documentation`,
})

// objects turn what is to be made into an action of its own: to add tests is to test.
var objects = actionWords(map[Action]string{
	ToTest:     `tests testcase testcases specs coverage`,
	ToDocument: `docs doc documentation docstring docstrings readme changelog comments`,
	ToReview:   `review`,
})

// prepositions end what a verb is about: in "add a flag for tests" no tests are to be added.
var prepositions = wordSet(`for to in into of on onto at by with without from when where that which so if as via using and`)

// openers stand before the verb of a request: "could you please add", "we need to fix".
var openers = wordSet(`please can could would should you we i lets let's us need needs want wants have has to must help me
	the a an also then and just now first finally it is there must i'd like id todo task issue`)

// symptoms tell that something does not work, where nobody says what to do about it.
var symptoms = wordSet(`bug bugs broken breaks crash crashes crashed crashing fail fails failed failing failure error errors wrong
	wrongly incorrect incorrectly regression exception exceptions traceback panic panics hang hangs leak leaks
	cannot can't cant doesn't doesnt didn't isn't unexpected unexpectedly undefined stacktrace misses missing`)

// maxSentences bounds how far a text is searched for what it asks: what comes later are details.
const maxSentences = 12

func actionWords(words map[Action]string) map[string]Action {
	set := map[string]Action{}
	for action, list := range words {
		for w := range strings.FieldsSeq(list) {
			set[w] = action
		}
	}
	return set
}

// ReadAction reads what a text asks to be done. It looks for a label at its beginning, then for the first
// sentence that begins with a verb that it knows; a text that only tells of symptoms wants them fixed.
func ReadAction(text string) Action {
	if len(text) > maxTaskBytes {
		text = text[:maxTaskBytes]
	}
	var r reader
	sentences, ill, first := 0, false, true
	for line := range strings.Lines(plainPunctuation(text)) {
		line = strings.TrimRight(line, "\r\n")
		trimmed := strings.TrimLeft(line, " \t>#*-+")
		ill = ill || isError(strings.TrimSpace(line))
		if r.marks(line) || r.inCode(line) || trimmed == "" || sentences >= maxSentences {
			continue
		}
		if first {
			if a := label(trimmed); a != NoAction {
				return a
			}
			first = false
		}
		for _, sentence := range strings.FieldsFunc(trimmed, func(c rune) bool { return c == '.' || c == '!' || c == '?' || c == ';' || c == ':' }) {
			words := strings.FieldsFunc(strings.ToLower(sentence), func(c rune) bool {
				return c != '\'' && c != '_' && (c < 'a' || 'z' < c) && c < 0x80
			})
			if a := request(words); a != NoAction {
				return a
			}
			sentences++
			ill = ill || slices.ContainsFunc(words, func(w string) bool { return symptoms[w] })
		}
	}
	if ill {
		return ToFix
	}
	return NoAction
}

// label reads fix:, feat(api)!:, [Bug] or Bug report: at the beginning of a title.
func label(title string) Action {
	head, _, found := strings.Cut(title, ":")
	if inner, bracketed := strings.CutPrefix(title, "["); bracketed {
		head, _, found = strings.Cut(inner, "]")
	}
	head, _, _ = strings.Cut(head, "(")
	words := strings.Fields(strings.ToLower(strings.TrimRight(head, "!")))
	if !found || len(words) == 0 || len(words) > 2 {
		return NoAction
	}
	return labels[words[0]]
}

// request reads a sentence as one that asks for something.
func request(words []string) Action {
	for len(words) > 0 && openers[words[0]] && verbs[words[0]] == NoAction {
		words = words[1:]
	}
	if len(words) == 0 {
		return NoAction
	}
	action := verbs[words[0]]
	if action != ToImplement {
		return action
	}
	for i, w := range words[1:] {
		if prepositions[w] {
			break
		}
		if w == "test" && (i+2 == len(words) || prepositions[words[i+2]] || strings.HasPrefix(words[i+2], "case") || words[i+2] == "suite") {
			return ToTest
		}
		if a := objects[w]; a != NoAction {
			return a
		}
	}
	return action
}
