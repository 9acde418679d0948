package budget

import (
	"fmt"
	"strconv"
	"strings"
)

// renderer writes one format. Every part begins with a visible character other than "/" and ends with
// a newline: there the BPE tokenizers always split, so the costs of parts add up to that of the text.
type renderer interface {
	head(name, task string) string
	section(s section) string
	file(index int, e *entry, v *view) string
	edges(lines string) string
	repoMap(content string) string
	foot() string
}

// newRenderer finds a format's renderer: markdown (also for ""), xml or plain.
func newRenderer(format string) (renderer, error) {
	switch format {
	case "", "markdown":
		return markdown{}, nil
	case "xml":
		return xml{}, nil
	case "plain":
		return plain{}, nil
	}
	return nil, &FieldError{"format", strconv.Quote(format), "is not one of markdown, xml, plain"}
}

var sectionTitles = [sectionCount]string{"Target files", "Pinned context", "Imported directly", "Related", "Manual context"}

const (
	legend   = "Files by importance; `…` stands for what is left out."
	edgeName = "Dependencies"
	mapName  = "Repository map"
)

// title names what the text is.
func title(name string) string {
	if name == "" {
		return "Context"
	}
	return "Context from " + clip(oneLine(name), 80)
}

// display is a path in one line: quoted where it could be mistaken for something else.
func display(path string) string {
	if strings.ContainsFunc(path, func(r rune) bool { return isControl(r) || r == '`' || r == '\ufffd' }) || strings.TrimSpace(path) != path {
		return strconv.Quote(path)
	}
	return path
}

// shape is how much of a file is shown, in words; lines are counted from 1, as people do.
func shape(e *entry, v *view) string {
	switch {
	case e.Missing:
		return "does not exist yet"
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
