package task

import (
	"slices"
	"testing"
)

func TestCutLabel(t *testing.T) {
	for title, want := range map[string]string{
		"fix: close the session":            ": close the session",
		"feat(api)!: close sessions":        "(api)!: close sessions",
		"[Bug] sessions stay open":          "] sessions stay open",
		"[Bug report]: sessions stay":       " report]: sessions stay",
		"Fix parser: close it":              " parser: close it",
		"chore: typo and grammar [ci skip]": ": typo and grammar ",
		"Cache modules [skip CI]":           "Cache modules ",
		"docs: how sessions close":          "docs: how sessions close",
		"request: close the body":           "request: close the body",
		"test(api): more of them":           "test(api): more of them",
		"fix the parser":                    "fix the parser",
		":white_check_mark: :+1: cover it":  "cover it",
		":ring: fix: cover it":              ": cover it",
		"::Parser: is wrong":                "::Parser: is wrong",
		":Parser is wrong: why":             ":Parser is wrong: why",
		"Read [ci config] again":            "Read  again",
		"Read a[i] once [skip ci]":          "Read a[i] once ",
		"parse a[i] and b[":                 "parse a[i] and b[",
		"refactor: x [a]":                   ": x [a]",
	} {
		if _, got := cutLabel(title); got != want {
			t.Errorf("%q: got %q, want %q", title, got, want)
		}
	}
}

// Past commits of the same kind read like a task by its label, which the code does not say.
func TestLabel(t *testing.T) {
	read := Read("Fix(api): close sessions")
	if len(read.Label) != 1 || read.Label[0].Text != "fix" || len(read.Said()) != len(read.Words)+1 {
		t.Errorf("label %v, words %v", read.Label, read.Words)
	}
	for _, w := range read.Words {
		if w.Text == "fix" {
			t.Error("a label is a word of the code")
		}
	}
	read = Read("fix: fix how sessions close")
	if said := read.Said(); len(said) != len(read.Words)+1 || !slices.ContainsFunc(said, func(w Word) bool { return w.Text == "fix" }) {
		t.Errorf("said %v", said)
	}
	if read := Read("Close sessions: fix them"); len(read.Label) > 0 {
		t.Errorf("label %v", read.Label)
	}
}
