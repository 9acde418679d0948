package rank

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/contextls/contextls/analysis"
)

// A text that has one of the words passes, and few others do.
func TestWordFilter(t *testing.T) {
	var f wordFilter
	for _, word := range []string{"error", "message", "is", "cable", "robot"} {
		f.add(word)
	}
	for text, want := range map[string]bool{
		"an Error in it": true, "MESSAGE": true, "errorMessage": true, "is": true, "this": true, // words are not looked at one by one
		"": false, "i": false, "erro": false, "terrors": true, "messaging": false, "a mess age": false, "cabot": true /* one begins, another one goes on */, "carot": false, "no words of these": false,
	} {
		if got := f.mayHave(text); got != want {
			t.Errorf("%q: %v", text, got)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.StringMatching(`([a-cA-C_1é. ]|longer_than_the_filter_looks){0,30}`).Draw(t, "text")
		var words []string
		analysis.Words(text, func(w string) { words = append(words, strings.ToLower(w)) })
		if len(words) == 0 {
			return
		}
		var f wordFilter
		f.add(rapid.SampledFrom(words).Draw(t, "word"))
		for _, more := range rapid.SliceOfN(rapid.StringMatching(`[a-c_1é]{1,12}`), 0, 5).Draw(t, "more") {
			f.add(more)
		}
		if !f.mayHave(text) {
			t.Fatalf("%q is refused", text)
		}
	})
}
