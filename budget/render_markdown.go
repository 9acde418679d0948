package budget

import "strings"

// markdown puts content into fences that are longer than any run of backticks in it, so nothing in it
// can close them.
type markdown struct{}

func (markdown) head(title, legend string) string { return "# " + title + "\n\n" + legend + "\n\n" }

// A task stays verbatim; where it could pass for a heading, or open a block that swallows the rest, it
// goes into a fence.
func (markdown) task(task string) string {
	if hasMarkup(task) {
		return "## " + taskName + "\n\n" + fenced("text", task) + "\n"
	}
	return "## " + taskName + "\n\n" + terminated(task) + "\n"
}

func (markdown) section(s section) string { return "## " + sectionTitles[s] + "\n\n" }

func (markdown) file(_ int, e *entry, v *view) string {
	name := display(e.Path)
	if name == e.Path {
		name = "`" + name + "`"
	}
	heading := "### " + name + " · " + shape(e, v)
	if why := reason(e); why != "" {
		heading += " · " + why
	}
	if v.content == "" {
		return heading + "\n\n"
	}
	return heading + "\n\n" + fenced(e.Fence, v.content) + "\n"
}

func (markdown) block(name, lines string) string {
	return "## " + name + "\n\n" + fenced("", lines) + "\n"
}

func (markdown) foot() string { return "" }

// hasMarkup says whether some of a text could begin or end a block of Markdown: fences, HTML, and
// headings of both kinds.
func hasMarkup(text string) bool {
	if strings.Contains(text, "```") || strings.Contains(text, "~~~") || strings.Contains(text, "<") || visible(text) != text {
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

func fenced(info, content string) string {
	fence := strings.Repeat("`", max(3, longestRun(content, '`')+1))
	return fence + oneLine(strings.ReplaceAll(info, "`", "")) + "\n" + terminated(content) + fence + "\n"
}

// longestRun is how often a character stands in a row, at most.
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
