package task

import "strings"

// withoutLabel is a title without the label that says what kind of change it asks for (fix:, feat(api):, [Bug], :bug:), whose scope stays,
// and without what it says to the machines that build it ([skip ci]): the code says neither. Labels that name what
// is changed stay: docs, test.
func withoutLabel(title string) string {
	for code, rest := pictured(title); code != ""; code, rest = pictured(title) {
		title = rest
	}
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

// pictured is the name of the picture that a title begins with, as in :white_check_mark:, and what follows; "" where there is none.
func pictured(title string) (name, rest string) {
	name, rest, closed := strings.Cut(strings.TrimPrefix(title, ":"), ":")
	if !strings.HasPrefix(title, ":") || !closed || strings.Trim(name, "abcdefghijklmnopqrstuvwxyz0123456789_+-") != "" {
		return "", title
	}
	return name, strings.TrimLeft(rest, " ")
}

// asksMachine reports whether what stands in brackets is for a build server: "ci skip", "skip ci", "no ci".
func asksMachine(words string) bool {
	fields := strings.Fields(words)
	return len(fields) == 2 && (strings.EqualFold(fields[0], "ci") || strings.EqualFold(fields[1], "ci"))
}
