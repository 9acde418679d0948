package budget

import "fmt"

// Representation is how much of a file an item shows.
type Representation string

// The representations, the most telling first.
const (
	Full       Representation = "full"
	Slice      Representation = "slice"
	Signatures Representation = "signatures"
	Path       Representation = "path"
)

// view is a file in one representation, with what it takes as a part of the text.
type view struct {
	representation Representation
	content        string
	ranges         []Range
	truncated      bool // cut inside a definition, a line or an outline
	brief          bool // of a summary: the heading says how relevant the file is
	amount              // cost of the whole part, bytes of content
}

// describe says in words how much of the file a view shows. Which lines a slice leaves out, its gaps say.
func (e *entry) describe(v *view) string {
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
	shown := 0
	for _, r := range v.ranges {
		shown += int(r.LastLine-r.FirstLine) + 1
	}
	return linesText(shown)
}

// linesText says how many lines, for a person to read.
func linesText(n int) string {
	if n == 1 {
		return "1 line"
	}
	return fmt.Sprintf("%d lines", n)
}
