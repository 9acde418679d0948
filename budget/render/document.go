package render

import "strings"

// Document is a text in the making: a head, then parts in the order in which they are added.
type Document struct {
	format  Format
	text    strings.Builder
	section string // of the last file; "" for none
	files   int
	parts   int
}

// NewDocument begins a text. The legend tells the reader how to understand it.
func NewDocument(format Format, title, legend string) *Document {
	d := &Document{format: format}
	d.text.WriteString(format.Head(title, legend))
	return d
}

// Task adds a task.
func (d *Document) Task(task string) { d.add(d.format.Task(task)) }

// Block adds lines below a title.
func (d *Document) Block(title, lines string) { d.add(d.format.Block(title, lines)) }

// File adds a file, below the title of its section where the last file was of another one.
func (d *Document) File(f File) {
	if f.Section != d.section {
		d.section = f.Section
		d.add(d.format.Section(f.Section))
	}
	d.files++
	d.add(d.format.File(d.files, f))
}

// Empty reports whether no part was added.
func (d *Document) Empty() bool { return d.parts == 0 }

// Text ends the document and returns its text. Nothing may be added after it.
func (d *Document) Text() string {
	d.text.WriteString(d.format.Foot())
	text := d.text.String()
	if !d.Empty() && strings.HasSuffix(text, "\n\n") {
		text = text[:len(text)-1]
	}
	return text
}

func (d *Document) add(part string) {
	d.parts++
	d.text.WriteString(part)
}
