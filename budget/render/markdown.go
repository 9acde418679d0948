package render

import "strings"

// markdown puts content into fences that are longer than any run of backticks in it, so nothing in it
// can close them.
type markdown struct{}

func (markdown) Head(title, legend string) string { return "# " + title + "\n\n" + legend + "\n\n" }

// Task writes the task as it is, but for unseen characters; where it could pass for a heading, or open a block that
// swallows the rest, it goes into a fence.
func (markdown) Task(task string) string {
	task = Visible(task)
	if hasMarkup(task) {
		return "## " + TitleTask + "\n\n" + Fenced("text", task) + "\n"
	}
	return "## " + TitleTask + "\n\n" + terminated(task) + "\n"
}

func (markdown) Section(title string) string { return "## " + title + "\n\n" }

func (markdown) File(_ int, f File) string {
	name := Path(f.Path)
	if name == f.Path {
		name = "`" + name + "`"
	}
	heading := "### " + name + " · " + f.Shows
	if why := f.reason(); why != "" {
		heading += " · " + why
	}
	if f.Content == "" {
		return heading + "\n\n"
	}
	return fenced(heading+"\n\n", f.Fence, f.Content, "\n")
}

func (markdown) Block(title, lines string) string {
	return "## " + title + "\n\n" + Fenced("", lines) + "\n"
}

func (markdown) Foot() string { return "" }

// hasMarkup reports whether a text holds what could begin or end a block of Markdown: fences, HTML, and
// headings of both kinds.
func hasMarkup(text string) bool {
	if strings.Contains(text, "```") || strings.Contains(text, "~~~") || strings.Contains(text, "<") {
		return true
	}
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if strings.HasPrefix(line, "#") || line != "" && (strings.Trim(line, "-") == "" || strings.Trim(line, "=") == "") {
			return true
		}
	}
	return false
}

// Fenced is content in a fenced block of Markdown, which nothing in it can close. The info string names its
// language; it may be "".
func Fenced(info, content string) string { return fenced("", info, content, "") }

// fenced is Fenced between two texts. The content, which may be long, is copied once.
func fenced(before, info, content, after string) string {
	fence := strings.Repeat("`", max(3, longestRun(content, '`')+1))
	return before + fence + OneLine(strings.ReplaceAll(info, "`", "")) + "\n" + content + ending(content) + fence + "\n" + after
}

// longestRun is the length of the longest run of a character.
func longestRun(text string, c byte) int {
	longest, run := 0, 0
	for i := range len(text) {
		if text[i] == c {
			run++
			longest = max(longest, run)
		} else {
			run = 0
		}
	}
	return longest
}
