package task

import "testing"

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
