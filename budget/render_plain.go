package budget

import (
	"strconv"
	"strings"
)

// plain puts content between a heading that begins with dashes and a line of as many dashes alone, which
// are more than any line of it begins with. What has no content has a heading with two dashes and no end.
type plain struct{}

func (plain) head(title, legend string) string { return title + "\n" + legend + "\n\n" }

func (plain) task(task string) string { return ruled(taskName, task) }

func (plain) section(s section) string { return "== " + sectionTitles[s] + " ==\n\n" }

func (plain) file(_ int, e *entry, v *view) string {
	name := display(e.Path)
	if name == e.Path && strings.Contains(name, " (") {
		name = strconv.Quote(name)
	}
	heading := name + " (" + shape(e, v) + ")"
	if why := reason(e); why != "" {
		heading += ": " + why
	}
	if v.content == "" {
		return "-- " + heading + "\n\n"
	}
	return ruled(heading, v.content)
}

func (plain) block(name, lines string) string { return ruled(name, lines) }

func (plain) foot() string { return "" }

func ruled(heading, content string) string {
	longest := 2
	for line := range strings.Lines(content) {
		line = strings.TrimLeft(line, " \t")
		longest = max(longest, len(line)-len(strings.TrimLeft(line, "-")))
	}
	rule := strings.Repeat("-", longest+1)
	return rule + " " + heading + "\n" + terminated(content) + rule + "\n\n"
}
