package render

import "strings"

// Formats are the names that Find knows, for messages.
const Formats = "markdown, xml, plain, json"

// Format writes the parts of a text. What each part promises is in the package's description.
type Format interface {
	Head(title, legend string) string // what the text begins with
	Task(task string) string          // what is to be done, verbatim but for unseen characters
	Section(title string) string      // what stands above the files of a section; may be ""
	File(index int, f File) string    // a file; index is its number in the text, from 1
	Block(title, lines string) string // lines below a title, such as TitleMap
	Foot() string                     // what the text ends with; may be ""
}

// File is a file's part of a text.
type File struct {
	Section string   // the title of the section that the file stands in
	Path    string   // any characters
	Fence   string   // the info string of its language's fence in Markdown; "" for none
	Shows   string   // how much of the file is shown, in words
	Reasons []string // why the file is here
	Content string   // what is shown of it, made by Display; "" for a heading alone
}

// The titles of parts that are no sections.
const (
	TitleTask    = "Task"
	TitleEdges   = "Dependencies"
	TitleMap     = "Repository map"
	TitleRemoved = "Removed"
)

// reasonBytes is what each reason may take; the subject of a commit fits.
const reasonBytes = 160

// Find returns the format of a name: markdown (also for ""), xml, plain or json. It reports whether there
// is one.
func Find(name string) (f Format, ok bool) {
	switch name {
	case "", "markdown":
		return markdown{}, true
	case "xml":
		return xml{}, true
	case "plain":
		return plain{}, true
	case "json":
		return json{}, true
	}
	return nil, false
}

// reason is why the file is here, in a few words.
func (f *File) reason() string {
	clipped := make([]string, len(f.Reasons))
	for i, r := range f.Reasons {
		clipped[i] = Clip(OneLine(r), reasonBytes)
	}
	return strings.Join(clipped, "; ")
}
