package task

import (
	"slices"
	"strings"
)

// Action is what a task asks to be done; its value is the wire name.
type Action string

// The actions.
const (
	NoAction  Action = "" // the text does not say
	Implement Action = "implement"
	Fix       Action = "fix"
	Refactor  Action = "refactor"
	Test      Action = "test"
	Review    Action = "review"
	Document  Action = "document"
)

// verbs are the first words of requests, and what they ask for.
var verbs = actionWords(map[Action]string{
	Implement: `implement add create build introduce support allow enable provide extend write make develop
		generate integrate expose let improve increase update upgrade port`,
	Fix: `fix repair resolve solve debug correct prevent avoid stop handle restore investigate`,
	Refactor: `refactor rename move extract simplify clean cleanup restructure reorganize reorganise split
		deduplicate inline modernize modernise migrate rewrite replace remove delete drop merge convert deprecate`,
	Test:     `test cover`,
	Review:   `review audit inspect assess critique evaluate check`,
	Document: `document describe comment explain`,
})

// labels are what stands before a colon at a title's beginning: fix:, feat(api):, [Bug]: or the like.
var labels = actionWords(map[Action]string{
	Implement: `feat feature enhancement request proposal`,
	Fix:       `fix bug hotfix bugfix regression crash`,
	Refactor:  `refactor chore cleanup style perf`,
	Test:      `test tests`,
	Review:    `review audit`,
	Document:  `docs doc documentation`,
})

// objects are the things whose making is an action of its own: to add tests is to test.
var objects = actionWords(map[Action]string{
	Test:     `tests testcase testcases specs coverage`,
	Document: `docs doc documentation docstring docstrings readme changelog comments`,
	Review:   `review`,
})

// prepositions end the object of a verb: in "add a flag for tests" no tests are to be added.
var prepositions = wordSet(`for to in into of on onto at by with without from when where that which so if as via using and`)

// openers stand before the verb of a request: "could you please add", "we need to fix".
var openers = wordSet(`please can could would should you we i lets let's us need needs want wants have has to must help me
	the a an also then and just now first finally it is there must i'd like id todo task issue`)

// symptoms are words of texts that tell of a fault without asking for anything.
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
// sentence that begins with a known verb; a text that only tells of symptoms asks for a fix.
func ReadAction(text string) Action {
	if len(text) > maxBytes {
		text = text[:maxBytes]
	}
	var r reader
	sentences, faulty, first := 0, false, true
	for line := range strings.Lines(plainPunctuation(text)) {
		line = strings.TrimRight(line, "\r\n")
		trimmed := strings.TrimLeft(line, " \t>#*-+")
		faulty = faulty || isError(strings.TrimSpace(line))
		if r.skips(line) || r.inCode(line) || trimmed == "" || sentences >= maxSentences {
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
			faulty = faulty || slices.ContainsFunc(words, func(w string) bool { return symptoms[w] })
		}
	}
	if faulty {
		return Fix
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
	if action != Implement {
		return action
	}
	for i, w := range words[1:] {
		if prepositions[w] {
			break
		}
		if w == "test" && (i+2 == len(words) || prepositions[words[i+2]] || strings.HasPrefix(words[i+2], "case") || words[i+2] == "suite") {
			return Test
		}
		if a := objects[w]; a != NoAction {
			return a
		}
	}
	return action
}
