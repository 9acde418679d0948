package task

import "testing"

func TestIsTalk(t *testing.T) {
	for message, want := range map[string]bool{
		"yes": true, "Yes, please!": true, "ok, go on": true, "why?": true, "2": true, "LGTM, ship it": true, "undo that": true, "👍 thanks": true,
		"looks good, commit it": true, "Run the tests again.": true, "fix the failing test": true, "and add it to the changelog": true,
		"that’s wrong, it doesn’t work": true, "please explain what you just did": true, "no, do it the other way": true, "Make it faster": true,

		"": false, "👍": false, "router": false, "fix the router": false, "look at lib/view.js": false, "fix #4893": false, "use const, not var": false,
		"run price_test": false, "add": true, "weiter": false, "はい": false, "Why does Cart.total fail?": false, "close the file handle": false, "show the diff of a branch": false,
	} {
		if got := IsTalk(message); got != want {
			t.Errorf("IsTalk(%q) = %t", message, got)
		}
	}
}
