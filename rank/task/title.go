package task

import "strings"

// withoutLabel reads the label that says what kind of change a title asks for (fix:, feat(api):, [Bug]), and returns the title without it; the
// scope stays. So do labels that name what is changed: docs, test. Without pictures (:bug:) it is, too, and without what it says to
// the machines that build it ([skip ci]): the code says none of these.
func (r *reader) withoutLabel(title string) string {
	for name, rest := pictured(title); name != ""; name, rest = pictured(title) {
		title = rest
	}
	switch label(title) {
	case Implement, Fix, Refactor, Review:
		title = strings.TrimLeft(title, "[")
		end := strings.IndexAny(title, "(!:] ")
		r.task.Label = []Word{{strings.ToLower(title[:end]), titleWeight}}
		title = title[end:]
	}
	var kept strings.Builder
	for {
		before, rest, opened := strings.Cut(title, "[")
		inner, after, closed := strings.Cut(rest, "]")
		if !opened || !closed {
			return kept.String() + title
		}
		if kept.WriteString(before); !asksMachine(inner) {
			kept.WriteString("[" + inner + "]")
		}
		title = after
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
