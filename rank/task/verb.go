package task

import (
	"slices"
	"strings"
)

// reworkVerbs ask for a change of something that is there, which goes through all that uses it.
var reworkVerbs = wordSet(`rename move remove delete drop replace inline deprecate migrate convert switch extract merge split refactor`)

// fixVerbs and changeVerbs ask for a change and say nothing of what is changed: that a file or a function has the word, too, is chance.
var (
	fixVerbs    = wordSet(`fix correct handle ensure avoid prevent`)
	changeVerbs = wordSet(`adjust tweak rework improve optimize simplify clean cleanup refactor add implement introduce provide create support
		allow enable change update upgrade convert migrate rename move replace remove delete drop deprecate extract`)
)

// asksForChange reports whether a title's first word says no more than that. By itself it may be what is looked for. Where the title tells of a
// fault, it may be what is at fault: in "Delete button fails" it is a part of the code.
func asksForChange(verb, title string) bool {
	words := strings.Fields(title)
	return len(words) > 1 && (isForm(verb, fixVerbs) || isForm(verb, changeVerbs) && !slices.ContainsFunc(words, func(word string) bool {
		return symptoms[strings.ToLower(strings.Trim(word, ".,;:!?()"))]
	}))
}

// titleVerb is the first word of a title behind what only leads to it ("please could you") and behind labels and parts of the code ("fix: ",
// "net/http: "), if it is plain; "" where there is none.
func titleVerb(title string) string {
	for word := range strings.FieldsSeq(title) {
		plain := strings.TrimRight(strings.TrimLeft(word, "#-*[("), ".,;!?*-:])")
		if labels := strings.HasSuffix(word, ":") || strings.HasSuffix(word, "]"); plain == "" || labels || openers[strings.ToLower(plain)] {
			continue
		}
		return plain
	}
	return ""
}

// isForm reports whether a word is one of some verbs, in whatever form (rename, renames, renamed, renaming; simplified).
func isForm(word string, verbs map[string]bool) bool {
	word = strings.ToLower(word)
	for _, ending := range [...]string{"", "s", "es", "d", "ed", "ing", "ies", "ied"} {
		stem, has := strings.CutSuffix(word, ending)
		if !has || stem == "" {
			continue
		}
		if ending == "ies" || ending == "ied" {
			stem += "y"
		}
		if last := len(stem) - 1; verbs[stem] || verbs[stem+"e"] || last > 0 && stem[last] == stem[last-1] && verbs[stem[:last]] {
			return true
		}
	}
	return false
}
