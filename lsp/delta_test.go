package lsp

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/contextls/contextls/lsp/lsptest"
	"github.com/contextls/contextls/lsp/protocol"
)

// apply makes the items of a pack out of those of an earlier one, as a client would.
func apply(items []protocol.PackItem, d *protocol.PackDelta) []protocol.PackItem {
	byPath := map[string]protocol.PackItem{}
	for _, i := range items {
		byPath[i.Path] = i
	}
	for _, path := range d.Removed {
		delete(byPath, path)
	}
	for _, i := range slices.Concat(d.Added, d.Changed) {
		byPath[i.Path] = i
	}
	out := []protocol.PackItem{}
	for _, p := range d.Order {
		i := byPath[p.Path]
		i.Version, i.Importance, i.Score = p.Version, p.Importance, p.Score
		out = append(out, i)
	}
	return out
}

// Whatever is edited and asked for, the items of the base with the delta on top are the whole items.
func TestDelta(t *testing.T) {
	s := edit(t, shop)
	r := rand.New(rand.NewPCG(1, 2))
	texts := []string{
		"from store.cart import Cart\n\ndef main():\n    return Cart()\n", "from store.user import User\n\ndef main():\n    return User()\n",
		"import os\n", "", "x = 1\n", "from store.price import price\n\nclass Cart:\n    def add(self, item):\n        return price(item)\n",
	}
	files := []string{"app.py", "store/cart.py", "store/user.py"}
	version := 0
	for _, f := range files {
		s.Open(s.uri(f), "python", version, texts[r.IntN(len(texts))])
	}
	ask := func() map[string]any {
		return map[string]any{
			"targets": s.target("app.py"), "task": []string{"sum prices", "name users"}[r.IntN(2)],
			"budget": map[string]any{"tokens": []int{150, 400, 4000}[r.IntN(3)]}, "order": []string{"tier", "cache"}[r.IntN(2)],
			"format": []string{"markdown", "xml", "plain", "json"}[r.IntN(4)], "lineNumbers": r.IntN(4) == 0,
		}
	}
	bases := []packed{s.pack(ask())}
	empty, kinds := 0, map[string]bool{}
	for range 150 {
		version++
		if r.IntN(4) > 0 {
			s.Change(s.uri(files[r.IntN(len(files))]), version, lsptest.Edit{All: true, Text: texts[r.IntN(len(texts))]})
		}
		params := ask()
		base := bases[r.IntN(len(bases))]
		params["baseEtag"] = base.Etag
		got := s.pack(params)
		delete(params, "baseEtag")
		full := s.pack(params)
		if got.Delta == nil || full.Delta != nil || got.Etag != full.Etag || got.Delta.BaseEtag != base.Etag {
			t.Fatalf("no delta: %+v and %+v", got, full)
		}
		if diff := cmp.Diff(full.Items, apply(base.Items, got.Delta)); diff != "" {
			t.Fatalf("-whole +made of base and delta:\n%s", diff)
		}
		changed := slices.Concat(got.Delta.Added, got.Delta.Changed)
		if len(got.Items) != len(changed) {
			t.Fatalf("items are %v, not what changed, %v", got.Items, changed)
		}
		if got.Delta.EstimatedTokens > full.Stats.TotalEstimatedTokens || !cmp.Equal(got.Stats, full.Stats) || len(got.Warnings) != len(full.Warnings) {
			t.Fatalf("the stats are %+v and %+v", got, full)
		}
		if got.Etag == base.Etag && (got.Text != "" || len(changed)+len(got.Delta.Removed) > 0) {
			t.Fatalf("nothing changed, and yet %+v", got)
		}
		for kind, some := range map[string]bool{"added": len(got.Delta.Added) > 0, "changed": len(got.Delta.Changed) > 0,
			"removed": len(got.Delta.Removed) > 0, "none": got.Text == ""} {
			kinds[kind] = kinds[kind] || some
		}
		if bases = append(bases, full); len(bases) > 5 {
			bases = bases[1:]
		}
	}
	if len(kinds) != 4 || !kinds["added"] || !kinds["changed"] || !kinds["removed"] || !kinds["none"] {
		t.Errorf("%d of all are empty, and of kinds there are %v: the test tests little", empty, kinds)
	}
}

// A pack is a base as long as it is among the last 16 of its folder.
func TestUnknownBase(t *testing.T) {
	s := edit(t, shop)
	first := s.pack(map[string]any{"task": "first"})
	for n := range 16 - 1 {
		s.pack(map[string]any{"task": fmt.Sprintf("task %d", n)})
	}
	again := s.pack(map[string]any{"task": "first", "baseEtag": first.Etag})
	if again.Delta == nil || again.Text != "" || again.Etag != first.Etag {
		t.Fatalf("the same again is %+v", again)
	}
	for n := range 16 {
		s.pack(map[string]any{"task": fmt.Sprintf("other %d", n)})
	}
	whole := s.pack(map[string]any{"task": "first", "baseEtag": first.Etag})
	want := fmt.Sprintf("baseEtag %q is none of the last 16 packs of this folder, so this is the whole", first.Etag)
	if whole.Delta != nil || whole.Text != first.Text || !slices.Equal(whole.Warnings, []string{want}) {
		t.Errorf("with a base that is forgotten: delta %v, warnings %q", whole.Delta, whole.Warnings)
	}
}

// What a model is told after an edit: the file that was edited, and nothing else.
func TestTextOfChanges(t *testing.T) {
	s := edit(t, shop)
	s.Open(s.uri("app.py"), "python", 1, "from store.cart import Cart\n\ndef main():\n    return Cart()\n")
	params := map[string]any{"task": "Run the shop", "targets": s.target("app.py")}
	params["baseEtag"] = s.pack(params).Etag
	s.Change(s.uri("app.py"), 2, lsptest.Edit{All: true, Text: "from store.cart import Cart\n\ndef main():\n    return Cart().open()\n"})
	r := s.pack(params)
	for _, there := range []string{"# Changes to the context from ", "## Target files", "return Cart().open()"} {
		if !strings.Contains(r.Text, there) {
			t.Errorf("%q is missing", there)
		}
	}
	for _, gone := range []string{"class Cart", "Run the shop", "Repository map"} {
		if strings.Contains(r.Text, gone) {
			t.Errorf("%q is told again", gone)
		}
	}
	if t.Failed() {
		t.Log(r.Text)
	}
}

// A small edit in a target, asked for in the order for caches, leaves the beginning of the text as it was.
func TestCacheOrder(t *testing.T) {
	archive := shop
	for i := range 12 {
		archive += fmt.Sprintf("-- parts/p%d.py --\nfrom store.price import price\n\nclass Part%d:\n    def cost(self):\n        return price(self) * %d\n", i, i, i)
	}
	app := "from store.cart import Cart, total\nfrom parts.p3 import Part3\n\ndef main():\n    \"\"\"Runs the shop.\"\"\"\n    return total(Cart())\n"
	for _, tokens := range []int{500, 20_000} {
		s := edit(t, archive)
		s.Open(s.uri("app.py"), "python", 1, app)
		params := map[string]any{"task": "Sum prices with tax", "targets": s.target("app.py"), "order": "cache", "budget": map[string]any{"tokens": tokens}}
		before := s.pack(params)
		s.Change(s.uri("app.py"), 2, lsptest.Edit{Range: [4]int{5, 4, 5, 4}, Text: "cart = Cart()\n    "})
		after := s.pack(params)
		target := strings.Index(after.Text, "## Target files")
		if before.Text == after.Text || target < 0 || !strings.HasPrefix(before.Text, after.Text[:target]) {
			t.Errorf("%d tokens: what stands before the targets has changed:\n%s", tokens, cmp.Diff(before.Text, after.Text))
		}
		if i, j := strings.Index(after.Text, "## Repository map"), strings.Index(after.Text, "## Task"); (i > 0) != (tokens > 500) || i > 200 || j < target {
			t.Errorf("%d tokens: the text is\n%s", tokens, after.Text)
		}
		at := 0
		for _, item := range after.Items {
			next := strings.Index(after.Text[at:], "### `"+item.Path+"`")
			if next < 0 {
				t.Fatalf("%d tokens: %s is not in the text, in its order", tokens, item.Path)
			}
			at += next
		}
		if n := len(after.Items); n == 0 || after.Items[n-1].Path != "app.py" {
			t.Errorf("%d tokens: the last item is not the target", tokens)
		}
	}
}

// What hides in a file is shown, and told of; lines have their numbers where these are asked for.
func TestUnseenAndNumbers(t *testing.T) {
	s := edit(t, shop+"-- evil.py --\ndef check(user):\n    # \u202e } if admin: \u2066\n    return user\U000e0041\n")
	for _, format := range []string{"markdown", "xml", "plain", "json"} {
		r := s.pack(map[string]any{"targets": s.target("evil.py"), "format": format, "lineNumbers": true})
		item := r.item("evil.py")
		if want := "1|def check(user):\n2|    # ‹U+202E› } if admin: ‹U+2066›\n3|    return user‹U+E0041›\n"; item == nil || item.Content != want {
			t.Fatalf("%s: the item is %+v", format, item)
		}
		if end := item.Ranges[0].End; end.Line != 3 || end.Character != 0 {
			t.Errorf("%s: its range ends at %v", format, end)
		}
		if strings.ContainsAny(r.Text, "\u202e\u2066\U000e0041") || !slices.ContainsFunc(r.Warnings, func(w string) bool {
			return strings.HasPrefix(w, "evil.py holds characters that hide or reorder text")
		}) {
			t.Errorf("%s: warnings %q, text\n%s", format, r.Warnings, r.Text)
		}
		if format == "json" && !json.Valid([]byte(r.Text)) {
			t.Errorf("no JSON: %s", r.Text)
		}
	}
}
