package task

import "strings"

// reworkVerbs ask for a change of something that is there, which goes through all that uses it.
var reworkVerbs = wordSet(`rename move remove delete drop replace inline deprecate migrate convert switch extract merge split refactor`)

// reworks reports whether a title's first verb, in whatever form (rename, renames, renamed, renaming), is one of reworkVerbs. Before it
// may stand what part of the code is meant: "(api): ", "net/http: ".
func reworks(title string) bool {
	for word := range strings.FieldsSeq(strings.ToLower(title)) {
		name := strings.Trim(word, ".,;:!?*-[]()'\"`")
		if name == "" || openers[name] || strings.HasSuffix(word, ":") {
			continue
		}
		for _, ending := range [...]string{"", "s", "d", "ed", "ing"} {
			stem, has := strings.CutSuffix(name, ending)
			if !has || stem == "" {
				continue
			}
			if last := len(stem) - 1; reworkVerbs[stem] || reworkVerbs[stem+"e"] || last > 0 && stem[last] == stem[last-1] && reworkVerbs[stem[:last]] {
				return true
			}
		}
		return false
	}
	return false
}
