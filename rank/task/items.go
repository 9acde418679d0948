package task

import "strings"

// maxItems is how many items lists may have together: what has more is a log, a table or an inventory, and no list of things to do.
const maxItems = 12

// item notes whether a line begins an item of a list, or goes on with one: it is indented then.
func (r *reader) item(line string) {
	text := strings.TrimLeft(line, " \t")
	switch {
	case text == "" || r.fence != "":
		r.inItem = false
	case isItem(text):
		r.items, r.inItem = append(r.items, map[string]*occurrences{}), true
	default:
		r.inItem = r.inItem && text != line
	}
}

// isItem reports whether a line without its indentation begins an item of a list: "- text", "* text", "-text" or "1. text".
func isItem(line string) bool {
	if rest := strings.TrimLeft(line, "0123456789"); rest != line {
		return strings.HasPrefix(rest, ". ") || strings.HasPrefix(rest, ") ")
	}
	return len(line) > 1 && strings.IndexByte("-*+", line[0]) >= 0 && line[1] != line[0]
}

// itemWords are the words of each item that has several.
func (r *reader) itemWords() (items [][]Word) {
	if len(r.items) > maxItems {
		return nil
	}
	for _, words := range r.items {
		if len(words) > 1 {
			items = append(items, byWeight(words))
		}
	}
	if len(items) < 2 {
		return nil
	}
	return items
}
