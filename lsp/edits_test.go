package lsp

import (
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/contextls/contextls/lsp/lsptest"
	"github.com/contextls/contextls/workspace/faulttest"
)

// typist edits documents at random, and keeps by itself what they should be.
type typist struct {
	session
	*rand.Rand
	encoding string
	texts    map[string]string // by path
	versions map[string]int
}

// open starts a server, and opens the documents as they should be.
func (y *typist) open(t *testing.T) session {
	s := serve(t, y.root)
	s.Initialize(map[string]any{"general": map[string]any{"positionEncodings": []string{y.encoding}}}, y.root)
	for _, p := range slices.Sorted(maps.Keys(y.texts)) {
		s.Open(s.uri(p), "python", y.versions[p], y.texts[p])
	}
	return s
}

// edit sends a notification with some edits of one document.
func (y *typist) edit(n int) {
	pieces := []string{"def a():\n", "    return b()\n", "class C:\n", "from m1 import a\n", "from m2 import b\n", "\r\n", "\r", "\n", "é", "€", "😀", "\U000e0041", "\t", "x", ""}
	p := fmt.Sprintf("m%d.py", y.IntN(len(y.texts)))
	var edits []lsptest.Edit
	for range n {
		var e lsptest.Edit
		for range y.IntN(4) {
			e.Text += pieces[y.IntN(len(pieces))]
		}
		text := y.texts[p]
		lines := strings.Count(text, "\n") + 2
		a, b := [2]int{y.IntN(lines), y.IntN(9)}, [2]int{y.IntN(lines), y.IntN(9)}
		if y.IntN(2) == 0 {
			b[0] = a[0] // as one types
		}
		if slices.Compare(a[:], b[:]) > 0 {
			a, b = b, a
		}
		e.Range = [4]int{a[0], a[1], b[0], b[1]}
		e.All = y.IntN(200) == 0 || len(text) > 3000
		y.texts[p] = lsptest.Apply(text, e, y.encoding)
		edits = append(edits, e)
	}
	y.versions[p]++
	y.Change(y.uri(p), y.versions[p], edits...)
}

// answers are what a server says of the documents.
func (y *typist) answers(s session) string {
	var all strings.Builder
	ask := func(method string, params any) {
		var raw json.RawMessage
		s.MustCall(method, params, &raw)
		fmt.Fprintf(&all, "%s %s\n", method, withoutTime(raw))
	}
	for _, p := range slices.Sorted(maps.Keys(y.texts)) {
		ask("context/symbols", map[string]any{"uri": s.uri(p)})
		ask("context/imports", map[string]any{"uri": s.uri(p)})
		ask("context/pack", map[string]any{"targets": s.target(p)}) // the snapshot's ID is a hash of all texts
	}
	ask("context/repoMap", nil)
	return all.String()
}

// Whatever is typed, in whatever encoding, a server says what one says that is started anew on the result.
func TestEdits(t *testing.T) {
	const batch = 500
	edits := faulttest.Times(t, "edits in UTF-8, UTF-16 and UTF-32, equal to a fresh scan", "edits", 3000, 150_000, 1_000_000)
	root, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for seed, encoding := range []string{"utf-8", "utf-16", "utf-32"} {
		t.Run(encoding, func(t *testing.T) {
			y := &typist{session{root: root}, rand.New(rand.NewPCG(uint64(seed), 5)), encoding, map[string]string{}, map[string]int{}}
			for i := range 5 {
				y.texts[fmt.Sprintf("m%d.py", i)] = fmt.Sprintf("def f%d():\n    😀\r\n", i)
			}
			y.session = y.open(t)
			for done := 0; done < edits/3; done += batch {
				for left := batch; left > 0; {
					n := min(left, 1+y.IntN(4))
					y.edit(n)
					left -= n
					if y.IntN(100) == 0 { // so that later answers are made on top of this one
						y.MustCall("context/repoMap", nil, nil)
					}
				}
				t.Run("fresh", func(t *testing.T) {
					if got, want := y.answers(y.session), y.answers(y.open(t)); got != want {
						t.Fatalf("after %d edits the server says\n%s\na fresh one\n%s", done+batch, got, want)
					}
				})
				if t.Failed() {
					return
				}
			}
		})
	}
}
