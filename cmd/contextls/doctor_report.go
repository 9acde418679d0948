package main

import (
	"fmt"
	"slices"

	"github.com/contextls/contextls/cmd/contextls/shell"
)

// report is what a look has found, and what of it is wrong.
type report struct {
	anonymous *anonymous
	wrong     []string
	sections  []reportSection
}

type reportSection struct {
	Name  string       `json:"name"`
	Lines []reportLine `json:"lines"`
}

type reportLine struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

func (r *report) text(screen shell.Screen) *shell.Text {
	t := shell.NewText(screen).Line(shell.Title, "contextls doctor").Line(shell.Plain, "")
	if len(r.wrong) == 0 {
		t.Line(shell.Good, "Nothing is wrong.")
	} else {
		t.Line(shell.Bad, "Wrong:")
		for _, w := range r.wrong {
			t.Line(shell.Plain, "  - %s", w)
		}
	}
	for _, section := range r.sections {
		t.Line(shell.Plain, "").Line(shell.Title, "%s", section.Name)
		for _, l := range section.Lines {
			t.Line(shell.Plain, "  %-28s %s", l.Name, l.Value)
		}
	}
	return t
}

func (r *report) section(name string) {
	r.sections = append(r.sections, reportSection{name, []reportLine{}})
}

// line adds a line to the last section.
func (r *report) line(name, format string, args ...any) {
	s := &r.sections[len(r.sections)-1]
	s.Lines = append(s.Lines, reportLine{name, fmt.Sprintf(format, args...)})
}

// broken notes that something is wrong.
func (r *report) broken(format string, args ...any) {
	if text := fmt.Sprintf(format, args...); !slices.Contains(r.wrong, text) {
		r.wrong = append(r.wrong, text)
	}
}

// check notes an error as wrong, with what it is about.
func (r *report) check(about string, err error) {
	if err != nil {
		r.broken("%s: %s", about, r.anonymous.text(err.Error()))
	}
}
