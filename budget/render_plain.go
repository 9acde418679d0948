package budget

// plain has headings and nothing else; content is not protected from looking like one.
type plain struct{}

func (plain) head(name, task string) string {
	if task == "" {
		return title(name) + "\n\n"
	}
	return title(name) + "\n\nTask:\n" + terminated(task) + "\n"
}

func (plain) section(s section) string { return "== " + sectionTitles[s] + " ==\n\n" }

func (plain) file(_ int, e *entry, v *view) string {
	heading := "--- " + display(e.Path) + " (" + shape(e, v) + ")"
	if why := reason(e); why != "" {
		heading += ": " + why
	}
	return heading + "\n" + terminated(v.content) + "\n"
}

func (plain) edges(lines string) string {
	return "== " + edgeName + " ==\n\n" + terminated(lines) + "\n"
}

func (plain) repoMap(content string) string {
	return "== " + mapName + " ==\n\n" + terminated(content) + "\n"
}

func (plain) foot() string { return "" }
