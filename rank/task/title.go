package task

import "strings"

// kinds are the labels that name a kind of change and nothing else. Others (docs, test, request, audit) may be the part of the code that is changed.
var kinds = wordSet(`feat feature enhancement fix bug hotfix bugfix refactor chore cleanup style perf`)

// cutLabel cuts the label off a title that says what kind of change it asks for (fix:, feat(api):, [Bug]), "" where there is none; the scope
// stays. It also leaves out pictures before it (:bug:), and what is said to the machines that build it ([skip ci]): the code says none of these.
func cutLabel(title string) (kind, rest string) {
	for name, rest := pictured(title); name != ""; name, rest = pictured(title) {
		title = rest
	}
	if label(title) != NoAction {
		head := strings.TrimLeft(title, "[")
		end := strings.IndexAny(head, "(!:] ")
		if word := strings.ToLower(head[:end]); kinds[word] {
			kind, title = word, head[end:]
		}
	}
	var kept strings.Builder
	for {
		before, rest, opened := strings.Cut(title, "[")
		inner, after, closed := strings.Cut(rest, "]")
		if !opened || !closed {
			return kind, kept.String() + title
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
