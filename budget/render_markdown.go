package budget

import "strings"

// markdown puts content into fences that are longer than any run of backticks in it, so nothing in it
// can close them.
type markdown struct{}

func (markdown) head(name, task string) string {
	text := "# " + title(name) + "\n\n" + legend + "\n\n"
	if task == "" {
		return text
	}
	// A task stays verbatim; where it could open a block that swallows the rest, it goes into a fence.
	if strings.Contains(task, "```") || strings.Contains(task, "~~~") || strings.Contains(task, "<") {
		return text + "## Task\n\n" + fenced("text", task) + "\n"
	}
	return text + "## Task\n\n" + terminated(task) + "\n"
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

func (markdown) edges(lines string) string {
	return "## " + edgeName + "\n\n" + fenced("", lines) + "\n"
}

func (markdown) repoMap(content string) string {
	return "## " + mapName + "\n\n" + fenced("", content) + "\n"
}

func (markdown) foot() string { return "" }

func fenced(info, content string) string {
	longest, run := 2, 0
	for i := range len(content) {
		if content[i] == '`' {
			run++
			longest = max(longest, run)
		} else {
			run = 0
		}
	}
	fence := strings.Repeat("`", longest+1)
	return fence + oneLine(strings.ReplaceAll(info, "`", "")) + "\n" + terminated(content) + fence + "\n"
}
