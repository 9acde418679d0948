package rank

import (
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestReadAction(t *testing.T) {
	for text, want := range map[string]Action{
		"Fix the crash in the parser":                        ToFix,
		"Add a --json flag to stats":                         ToImplement,
		"Add tests for the parser":                           ToTest,
		"Write unit tests":                                   ToTest,
		"Add a test for empty input":                         ToTest,
		"Add a test command":                                 ToImplement,
		"Add a flag for tests":                               ToImplement,
		"Improve coverage of x":                              ToTest,
		"Fix the failing tests":                              ToFix,
		"Add docstrings to the session module":               ToDocument,
		"Update the README":                                  ToDocument,
		"Document how sessions expire":                       ToDocument,
		"Rename Session to Store":                            ToRefactor,
		"Remove dead tests":                                  ToRefactor,
		"Could you please extract the retry loop?":           ToRefactor,
		"We need to support IPv6":                            ToImplement,
		"Review the auth middleware":                         ToReview,
		"fix: wrong total":                                   ToFix,
		"feat(api)!: fix nothing":                            ToImplement,
		"docs: session":                                      ToDocument,
		"[Bug] Title of it":                                  ToFix,
		"Bug report: add is slow":                            ToFix,
		"Note: add a flag":                                   ToImplement,
		"- [ ] Add a flag":                                   ToImplement,
		"Session is not closed. Close it, and add a warning": NoAction,
		"The parser. Add a warning there":                    ToImplement,
		"url_for fails with a blueprint":                     ToFix,
		"It cannot be imported":                              ToFix,
		"ValueError: no such thing":                          ToFix,
		"How sessions work":                                  NoAction,
		"":                                                   NoAction,
		"```\nfix me\n```\nAdd a flag":                       ToImplement,
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
func TestActionIsSaidFirst(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := "Rename `a` to b.\n\n" + rapid.String().Draw(t, "rest")
		if got := ReadAction(text); got != ToRefactor {
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
