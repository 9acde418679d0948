package task

import (
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestReadAction(t *testing.T) {
	for text, want := range map[string]Action{
		"Fix the crash in the parser":                        Fix,
		"Add a --json flag to stats":                         Implement,
		"Add tests for the parser":                           Test,
		"Write unit tests":                                   Test,
		"Add a test for empty input":                         Test,
		"Add a test command":                                 Implement,
		"Add a flag for tests":                               Implement,
		"Improve coverage of x":                              Test,
		"Fix the failing tests":                              Fix,
		"Add docstrings to the session module":               Document,
		"Update the README":                                  Document,
		"Document how sessions expire":                       Document,
		"Rename Session to Store":                            Refactor,
		"Remove dead tests":                                  Refactor,
		"Could you please extract the retry loop?":           Refactor,
		"We need to support IPv6":                            Implement,
		"Review the auth middleware":                         Review,
		"fix: wrong total":                                   Fix,
		"feat(api)!: fix nothing":                            Implement,
		"docs: session":                                      Document,
		"[Bug] Title of it":                                  Fix,
		"Bug report: add is slow":                            Fix,
		"Note: add a flag":                                   Implement,
		"- [ ] Add a flag":                                   Implement,
		"Session is not closed. Close it, and add a warning": NoAction,
		"The parser. Add a warning there":                    Implement,
		"url_for fails with a blueprint":                     Fix,
		"It cannot be imported":                              Fix,
		"ValueError: no such thing":                          Fix,
		"How sessions work":                                  NoAction,
		"":                                                   NoAction,
		"```\nfix me\n```\nAdd a flag":                       Implement,
		"<!-- Fix what\nfails -->\nThe session":              NoAction,
		"Sessions\n\n    fix_it()\n":                         NoAction,
		"One\n" + strings.Repeat("And so on.\n", maxSentences) + "Fix it": NoAction,
	} {
		if got := ReadAction(text); got != want {
			t.Errorf("%q asks to %q, want %q", text, got, want)
		}
	}
}

// What a text asks does not depend on what is pasted behind it.
func TestActionComesFirst(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := "Rename `a` to b.\n\n" + rapid.String().Draw(t, "rest")
		if got := ReadAction(text); got != Refactor {
			t.Errorf("%q asks to %q", text, got)
		}
	})
}

func BenchmarkReadAction(b *testing.B) {
	text := strings.Repeat("Nobody knows what this is about\n", 100<<10/32)
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		ReadAction(text)
	}
}
