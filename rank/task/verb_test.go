package task

import (
	"slices"
	"testing"
)

func TestReworks(t *testing.T) {
	for title, want := range map[string]bool{
		"Rename Manager to SessionManager":    true,
		"refactor(api)!: Renamed the manager": true,
		"net/http: removes Manager":           true,
		"[Cleanup] dropping Manager":          true,
		"Please could you inline `open`":      true,
		"fix: remove what nobody uses":        true,
		"Refactored Manager class":            true,
		"Add a way to remove sessions":        false,
		"Sessions are removed too early":      false,
		"Removal of sessions":                 false,
		"":                                    false,
	} {
		if got := Read(title).Reworks; got != want {
			t.Errorf("%q: got %v", title, got)
		}
	}
}

// What a title asks for is no word of the code, but past commits ask for the same.
func TestVerb(t *testing.T) {
	for title, want := range map[string]string{
		"Fix the People lookup":          "fix",
		"Please could you add a flag":    "add",
		"## Add a flag":                  "add",
		"net/http: removes the lookup":   "removes",
		"[parser] Simplified lookup":     "simplified",
		"fix: correct the lookup":        "correct",
		"Lookup of people: fix it":       "",
		"`fix` finds no people":          "",
		"update() finds no people":       "",
		"update_all finds no people":     "",
		"Provider finds no people":       "",
		"Delete button fails for people": "",
		"Update":                         "",
		"Fixes failing lookup":           "fixes",
		"A fixture for people":           "",
	} {
		read := Read(title + "\n\nThey are looked up twice.")
		label := ""
		for _, w := range read.Label {
			if label = w.Text; slices.ContainsFunc(read.Words, func(other Word) bool { return other.Text == label }) {
				t.Errorf("%q: %q is a word of the code", title, label)
			}
		}
		if label != want {
			t.Errorf("%q: got %q, want %q", title, label, want)
		}
	}
	if read := Read("Rename Manager to Sessions"); len(read.Symbols) == 0 || read.Symbols[0].Name != "Manager" {
		t.Errorf("a type behind the verb is named: %v", read.Symbols)
	}
}
