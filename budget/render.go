package budget

import (
	"fmt"
	"strconv"
	"strings"
)

// renderer writes one format. Every part begins with a visible character other than "/" and ends with
// a newline: there the BPE tokenizers always split, so the costs of parts add up to that of the text.
//
// No content can end the part it stands in, or pass for another part, to who reads as the format says.
type renderer interface {
	head(title, legend string) string
	task(task string) string
	section(s section) string
	file(index int, e *entry, v *view) string
	block(name, lines string) string // the map and the like
	foot() string
}

// newRenderer finds a format's renderer: markdown (also for ""), xml, plain or json.
func newRenderer(format string) (renderer, error) {
	switch format {
	case "", "markdown":
		return markdown{}, nil
	case "xml":
		return xml{}, nil
	case "plain":
		return plain{}, nil
	case "json":
		return json{}, nil
	}
	return nil, &FieldError{"format", strconv.Quote(format), "is not one of markdown, xml, plain, json"}
}

var sectionTitles = [sectionCount]string{"Target files", "Pinned context", "Imported directly", "Related", "Manual context"}

const (
	taskName    = "Task"
	edgeName    = "Dependencies"
	mapName     = "Repository map"
	removedName = "Removed"
)

// title names what the text is.
func title(what, name string) string {
	if name == "" {
		return what
	}
	return what + " from " + clip(oneLine(name), 80)
}

// display is a path in one line: quoted where it could be mistaken for something else.
func display(path string) string {
	if strings.ContainsFunc(path, func(r rune) bool { return isControl(r) || unseen(r) || r == '`' || r == '\ufffd' }) ||
		strings.TrimSpace(path) != path || strings.HasPrefix(path, `"`) {
		return strconv.Quote(path)
	}
	return path
}

// shape is how much of a file is shown, in words; lines are counted from 1, as people do.
func shape(e *entry, v *view) string {
	switch {
	case e.Missing:
		return "does not exist yet"
	case v.brief:
		return fmt.Sprintf("relevance %.2f", e.Score)
	case v.representation == Path:
		return "path only"
	case v.representation == Full && v.content == "":
		return "empty file"
	case v.representation != Slice:
		return string(v.representation)
	}
	const most = 3
	var parts []string
	for _, r := range v.ranges[:min(most, len(v.ranges))] {
		if r.FirstLine == r.LastLine {
			parts = append(parts, strconv.Itoa(int(r.FirstLine)+1))
		} else {
			parts = append(parts, fmt.Sprintf("%d–%d", r.FirstLine+1, r.LastLine+1))
		}
	}
	if more := len(v.ranges) - most; more > 0 {
		parts = append(parts, fmt.Sprintf("%d more", more))
	}
	return "lines " + strings.Join(parts, ", ")
}

// reason is why a file is here, in a few words.
func reason(e *entry) string {
	return clip(oneLine(strings.Join(e.Reasons[:min(2, len(e.Reasons))], "; ")), 100)
}

// terminated makes a text end with a newline.
func terminated(text string) string {
	if text == "" || strings.HasSuffix(text, "\n") {
		return text
	}
	return text + "\n"
}
