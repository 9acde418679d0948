package rank

import (
	"fmt"
	"strings"
	"testing"
)

func TestUses(t *testing.T) {
	folder := map[string]string{
		"store":     "def Store\n def save\n  connect\n def load\n  self.save\ndef connect\n connect\ndef lone\n // lone \"lone\"\n",
		"app":       "import store Store connect\ndef open\n Store connect\n .load // connect\ndef connected\n",
		"stranger":  "def far\n connect\n",
		"two":       "def Cat\n def call\ndef Dog\n def call\n  self.call\n",
		"caller":    "import two Cat\ndef shout\n Cat.call\n .call\n",
		"pkg/log":   "def Log\n def flush\n",
		"pkg/user":  "def user\n Log\nLog\n",
		"pkg/guess": "def guess\n it.flush\n",
	}
	g := linked(folder)
	ix := NewIndex(nil, g, nil)
	for of, want := range map[string]string{
		"store:connect":    "app:3 in open 1, store:3 in save 1, store:7 in connect 1",
		"store:lone":       "", // in a comment or a string
		"store:Store.save": "store:5 in load 0.7",
		"store:Store.load": "app:4 in open 0.3",
		"store:Store":      "app:3 in open 1",
		"two:Cat.call":     "caller:3 in shout 0.7, caller:4 in shout 0.3", // the file names Cat alone
		"two:Dog.call":     "two:5 in call 0.7",
		"pkg/log:Log":      "pkg/user:2 in user 0.9, pkg/user:3 in nothing 0.9",
	} {
		var got []string
		for _, u := range ix.Uses(definition(t, g, of), func(n int32) (string, error) { return folder[g.Path(n)], nil }) {
			in := "nothing"
			if u.In != WholeFile {
				in = g.File(u.Node).Facts.Get().Symbols[u.In].Name
			}
			line := 1 + strings.Count(folder[g.Path(u.Node)][:u.Span.Start], "\n")
			got = append(got, fmt.Sprintf("%s:%d in %s %.2g", g.Path(u.Node), line, in, u.Confidence))
		}
		if got := strings.Join(got, ", "); got != want {
			t.Errorf("uses of %s:\n got %s\nwant %s", of, got, want)
		}
	}
}
