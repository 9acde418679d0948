package render

import "strings"

// plain puts content between a heading that begins with dashes and a line of as many dashes alone. There
// are more of them than any line of the content begins with. A part without content is a heading with two
// dashes, and has no closing line.
type plain struct{}

func (plain) Head(title, legend string) string { return title + "\n" + legend + "\n\n" }

func (plain) Task(task string) string { return ruled(TitleTask, Visible(task)) }

func (plain) Section(title string) string { return "== " + title + " ==\n\n" }

func (plain) File(_ int, f File) string {
	name := Path(f.Path)
	if name == f.Path && strings.Contains(name, " (") {
		name = quote(name)
	}
	heading := name + " (" + f.Shows + ")"
	if why := f.reason(); why != "" {
		heading += ": " + why
	}
	if f.Content == "" {
		return "-- " + heading + "\n\n"
	}
	return ruled(heading, f.Content)
}

func (plain) Block(title, lines string) string { return ruled(title, lines) }

func (plain) Foot() string { return "" }

// ruled is content between a heading and a closing line of dashes.
func ruled(heading, content string) string {
	longest := 2
	for line := range strings.Lines(content) {
		line = strings.TrimLeft(line, " \t")
		longest = max(longest, len(line)-len(strings.TrimLeft(line, "-")))
	}
	rule := strings.Repeat("-", longest+1)
	return rule + " " + heading + "\n" + terminated(content) + rule + "\n\n"
}
