package task

import "strings"

// withoutLabel is a title without the label that says what kind of change it asks for (fix:, feat(api):, [Bug]), whose scope stays,
// and without what it says to the machines that build it ([skip ci]): the code says neither. Labels that name what
// is changed stay: docs, test.
func withoutLabel(title string) string {
	switch label(title) {
	case Implement, Fix, Refactor, Review:
		title = strings.TrimLeft(title, "[")
		title = title[strings.IndexAny(title, "(!:] "):]
	}
	for {
		before, rest, opened := strings.Cut(title, "[")
		inner, after, closed := strings.Cut(rest, "]")
		if !opened || !closed || !asksMachine(inner) {
			return title
		}
		title = before + after
	}
}

// asksMachine reports whether what stands in brackets is for a build server: "ci skip", "skip ci", "no ci".
func asksMachine(words string) bool {
	fields := strings.Fields(words)
	return len(fields) == 2 && (strings.EqualFold(fields[0], "ci") || strings.EqualFold(fields[1], "ci"))
}
