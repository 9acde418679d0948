package lsp

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/contextls/contextls/analysis"
	"github.com/contextls/contextls/lsp/lsptest"
	"github.com/contextls/contextls/lsp/protocol"
)

func TestPack(t *testing.T) {
	s := edit(t, shop)
	r := s.pack(map[string]any{"task": "Sum prices with tax", "targets": s.target("app.py")})
	for path, want := range map[string][3]string{
		"app.py":              {"target", "full", "2"},
		"store/cart.py":       {"direct_import", "full", "3"},
		"store/user.py":       {"direct_import", "full", "3"},
		"store/price.py":      {"transitive_import", "full", "4"}, // there is room enough
		"tests/test_cart.py":  {"", "full", "4"},
		"README.md":           {},
		"store/__missing__py": {},
	} {
		item := r.item(path)
		if want[0]+want[1] == "" {
			if item != nil {
				t.Errorf("%s is in the pack: %+v", path, item)
			}
			continue
		}
		if item == nil {
			continue // ranking left it out
		}
		if want[0] != "" && item.Relationship != want[0] || item.Representation != want[1] || fmt.Sprint(item.Priority) != want[2] || item.URI != s.uri(path) {
			t.Errorf("%s is %+v, want %v", path, item, want)
		}
		if item.Representation == "full" && (len(item.Ranges) != 1 || item.Ranges[0].Start != pos(0, 0)) {
			t.Errorf("%s has the ranges %v", path, item.Ranges)
		}
	}
	if r.item("app.py") == nil || r.item("store/cart.py") == nil || r.Items[0].Path != "app.py" {
		t.Errorf("the items are %+v", r.Items)
	}
	if !strings.Contains(r.Text, "Sum prices with tax") || r.Stats.TotalEstimatedTokens > 100_000 || r.Stats.AvailableForContext != 100_000 || r.Partial {
		t.Errorf("stats %+v, partial %v, text:\n%s", r.Stats, r.Partial, r.Text)
	}
	if r.RepoMap == nil || r.RepoMap.EstimatedTokens == 0 || r.Stats.RepoMapTokens != r.RepoMap.EstimatedTokens {
		t.Errorf("the map is %+v", r.RepoMap)
	}
	if !slices.Contains(r.Excluded, protocol.Excluded{Path: ".env", Reason: "secret"}) || !slices.ContainsFunc(r.Excluded, func(x protocol.Excluded) bool {
		return x.Path == "debug.log" && strings.HasPrefix(x.Reason, "ignored: ")
	}) {
		t.Errorf("excluded are %+v", r.Excluded)
	}
	p := r.Provenance
	if p.Server != "contextls test" || p.Folder != lsptest.URI(s.root) || p.Snapshot == "" || p.Tokenizer != "heuristic" || p.Indexing || p.Versions == nil {
		t.Errorf("provenance %+v", p)
	}
	r = s.pack(map[string]any{"targets": s.target("store/price.py")})
	if len(r.Warnings) != 1 || r.Warnings[0] != "store/price.py has imports that lead nowhere: store.missing (line 1)" {
		t.Errorf("warnings %q", r.Warnings)
	}
}

func TestPackBudget(t *testing.T) {
	s := edit(t, shop)
	for _, tokenizer := range []string{"heuristic", "cl100k_base"} {
		for _, tokens := range []int{40, 120, 300} {
			r := s.pack(map[string]any{"targets": s.target("app.py"), "budget": map[string]any{"tokens": tokens, "tokenizer": tokenizer}})
			if r.Stats.TotalEstimatedTokens > tokens || r.Provenance.Tokenizer != tokenizer || r.Stats.AvailableForContext != tokens {
				t.Errorf("%d %s: %+v", tokens, tokenizer, r.Stats)
			}
		}
	}
	r := s.pack(map[string]any{"budget": map[string]any{"modelMaxTokens": 20_000, "reservedForTask": 0}})
	if r.Stats.AvailableForContext != 2400 {
		t.Errorf("0.6 × (20,000 − 16,000) is %d", r.Stats.AvailableForContext)
	}
	err := s.Call("context/pack", map[string]any{"task": strings.Repeat("long ", 100), "budget": map[string]any{"tokens": 50}}, nil)
	wantCode(t, err, -32803, "task", "50")
}

func TestPackTargets(t *testing.T) {
	s := edit(t, shop)
	pack := func(rel ...string) packed {
		var targets []any
		for _, r := range rel {
			targets = append(targets, map[string]any{"uri": s.uri(r)})
		}
		return s.pack(map[string]any{"targets": targets})
	}
	// One that does not exist yet has a place; what is near it is found.
	r := pack("store/new.py")
	if i := r.item("store/new.py"); i == nil || i.Relationship != "target" || i.Content != "" || i.Representation != "path" {
		t.Errorf("a new file is %+v", i)
	}
	s.Open(s.uri("store/typed.py"), "python", 1, "from store.cart import Cart\n") // open, and never saved
	if r := pack("store/typed.py"); r.item("store/typed.py").Content != "from store.cart import Cart\n" || r.item("store/cart.py").Relationship != "direct_import" {
		t.Errorf("a file that only the editor has is %+v", r.Items)
	}
	// A secret is never read, not even when the editor sends its text.
	s.Open(s.uri(".env"), "plaintext", 1, "PASSWORD=hunter3")
	r = pack(".env", "app.py")
	if r.item(".env") != nil || strings.Contains(r.Text, "hunter") || r.item("app.py") == nil ||
		!slices.ContainsFunc(r.Warnings, func(w string) bool { return strings.Contains(w, ".env") && strings.Contains(w, "secret") }) {
		t.Errorf("a secret target: warnings %q, text\n%s", r.Warnings, r.Text)
	}
	// One in no language is shown all the same.
	if i := pack("README.md").item("README.md"); i == nil || i.Content != "# Shop\n" || i.Relationship != "target" {
		t.Errorf("a README is %+v", i)
	}
	// Twice the same is once.
	if r := pack("app.py", "app.py", "./app.py"); strings.Count(r.Text, "def main") != 1 {
		t.Errorf("named twice:\n%s", r.Text)
	}
	// None at all.
	if r := pack(); len(r.Items) == 0 {
		t.Error("without targets there is nothing")
	}
}

func TestPackRanges(t *testing.T) {
	body := "class Big:\n"
	for i := range 60 {
		body += fmt.Sprintf("    def method_%d(self):\n        return 'é😀' * %d\n", i, i)
	}
	s := edit(t, "-- big.py --\n"+body)
	at := map[string]any{"line": 81, "character": 8}
	r := s.pack(map[string]any{
		"targets": []any{map[string]any{"uri": s.uri("big.py"), "ranges": []any{map[string]any{"start": at, "end": at}}}},
		"budget":  map[string]any{"tokens": 300}, "includeRepoMap": false,
	})
	item := r.item("big.py")
	if item == nil || item.Representation != "slice" || !strings.Contains(item.Content, "def method_40(self)") || len(item.Ranges) == 0 {
		t.Fatalf("got %+v", item)
	}
	m := protocol.NewMapper(body, protocol.UTF16)
	for _, rg := range item.Ranges {
		if part := body[m.Offset(rg.Start):m.Offset(rg.End)]; !strings.Contains(item.Content, strings.TrimSpace(part)) {
			t.Errorf("the range %v is %q, which is not shown:\n%s", rg, part, item.Content)
		}
	}
}

// A part of a target brings what it uses nearer, and is drawn first on a map.
func TestRangesOfTargets(t *testing.T) {
	s := edit(t, `-- app.py --
from one import first
from two import second

def other():
    value = first()
    return value

def more():
    value = first()
    return value

def _asked():
    return second()
-- one.py --
def first():
    return 1
-- two.py --
def second():
    return 2
`)
	params := func(ranges ...any) map[string]any {
		return map[string]any{"targets": []any{map[string]any{"uri": s.uri("app.py"), "ranges": ranges}}}
	}
	at := map[string]any{"line": 12, "character": 4}
	asked := map[string]any{"start": at, "end": at}
	for i, want := range []string{"one.py", "two.py"} {
		var r protocol.RankResult
		s.MustCall("context/rank", params([]any{asked}[:i]...), &r)
		if len(r.RankedFiles) < 2 || r.RankedFiles[1].Path != want {
			t.Errorf("with %d ranges: %+v", i, r.RankedFiles)
		}
	}
	for i, want := range []string{"def more()", "def _asked()"} {
		p := params([]any{asked}[:i]...)
		p["tokens"] = 30
		var r protocol.RepoMapResult
		s.MustCall("context/repoMap", p, &r)
		if !strings.Contains(r.Content, want) {
			t.Errorf("with %d ranges the map has no %s:\n%s", i, want, r.Content)
		}
	}
}

func TestPackFiles(t *testing.T) {
	s := edit(t, shop)
	files := func(rel ...string) (out []any) {
		for _, r := range rel {
			out = append(out, map[string]any{"uri": s.uri(r), "pin": r == "README.md"})
		}
		return out
	}
	r := s.pack(map[string]any{"targets": s.target("app.py"), "files": files("store/price.py", "README.md", "nothing.txt", ".env", "debug.log")})
	price, readme := r.item("store/price.py"), r.item("README.md")
	if price == nil || price.Relationship != "manual" || price.Priority != 6 || price.Representation != "full" {
		t.Errorf("a manual file is %+v", price)
	}
	if readme == nil || readme.Priority != 2 || readme.Content != "# Shop\n" {
		t.Errorf("a pinned file is %+v", readme)
	}
	for _, path := range []string{"nothing.txt", ".env", "debug.log"} {
		if r.item(path) != nil || !slices.ContainsFunc(r.Excluded, func(x protocol.Excluded) bool { return x.Path == path }) ||
			!slices.ContainsFunc(r.Warnings, func(w string) bool { return strings.Contains(w, path) }) {
			t.Errorf("%s: excluded %+v, warnings %q", path, r.Excluded, r.Warnings)
		}
	}
	r = s.pack(map[string]any{"targets": s.target("app.py"), "files": files("store/price.py"), "autoDiscover": false, "includeRepoMap": false})
	if len(r.Items) != 2 || r.RepoMap != nil {
		t.Errorf("without discovery: %+v", r.Items)
	}
}

// Text without a language comes in when the task names it, and not else.
func TestPackNamesText(t *testing.T) {
	s := edit(t, shop+"-- conf/settings.yaml --\ntax: 20\n-- other/notes.txt --\ntax\n")
	r := s.pack(map[string]any{"task": "Raise the tax in settings.yaml", "targets": s.target("app.py")})
	if item := r.item("conf/settings.yaml"); item == nil || item.Relationship != "mentioned" || item.Content != "tax: 20\n" {
		t.Errorf("settings.yaml is %+v", item)
	}
	if r.item("other/notes.txt") != nil {
		t.Error("notes.txt, which nobody named, is in the pack")
	}
}

// Of long text without a language, be it a target or named by the task, what the task is about is shown.
func TestPackCutsTextByTheTask(t *testing.T) {
	var conf strings.Builder
	for i := range 300 {
		name := fmt.Sprintf("service%d", i)
		if i == 200 {
			name = "ledger"
		}
		fmt.Fprintf(&conf, "[%s]\nport = %d\nowner = \"team%d\"\n\n", name, 8000+i, i%7)
	}
	s := edit(t, shop+"-- conf/services.toml --\n"+conf.String())
	for name, params := range map[string]map[string]any{
		"named":  {"task": "Move the ledger to another port in conf/services.toml"},
		"target": {"task": "Move the ledger to another port", "targets": s.target("conf/services.toml")},
	} {
		params["budget"] = map[string]any{"tokens": 700}
		item := s.pack(params).item("conf/services.toml")
		if item == nil || !strings.Contains(item.Content, "[ledger]\nport = 8200\n") || item.Representation == "full" {
			t.Errorf("%s: %+v", name, item)
		}
	}
}

func TestPackScope(t *testing.T) {
	s := serve(t, write(t, shop))
	s.Expect("context/didChangeIndex")
	s.MustCall("initialize", map[string]any{"rootUri": lsptest.URI(s.root), "initializationOptions": map[string]any{
		"roles": map[string]any{"tester": map[string]any{"include": []string{"tests/", "store/"}, "exclude": []string{"user.py"}}}}}, nil)
	s.Notify("initialized", nil)
	r := s.pack(map[string]any{"task": "cart user", "targets": s.target("app.py"), "files": []any{map[string]any{"uri": s.uri("README.md")}},
		"scope": map[string]any{"role": "tester", "exclude": []string{"price.py"}}})
	for _, i := range r.Items {
		if i.Path != "store/cart.py" && i.Path != "tests/test_cart.py" {
			t.Errorf("%s is outside the scope", i.Path)
		}
	}
	for _, path := range []string{"app.py", "store/user.py", "README.md"} {
		if !slices.Contains(r.Excluded, protocol.Excluded{Path: path, Reason: "outside_scope"}) {
			t.Errorf("%s is not said to be outside: %+v", path, r.Excluded)
		}
	}
	if strings.Contains(r.RepoMap.Content, "user.py") || r.item("store/cart.py") == nil {
		t.Errorf("got %+v", r)
	}
}

func TestPackSummaryAndFormats(t *testing.T) {
	s := edit(t, shop)
	r := s.pack(map[string]any{"targets": s.target("app.py"), "detail": "summary"})
	if r.Stats.TotalEstimatedTokens > 4000 || strings.Contains(r.Text, "cart = Cart()") || !strings.Contains(r.Text, "store/cart.py") ||
		!strings.Contains(r.Text, "def total(cart)") {
		t.Errorf("the summary is\n%s", r.Text)
	}
	for format, mark := range map[string]string{"markdown": "```python", "xml": "<document", "plain": "app.py"} {
		if r := s.pack(map[string]any{"targets": s.target("app.py"), "format": format}); !strings.Contains(r.Text, mark) {
			t.Errorf("%s lacks %q:\n%s", format, mark, r.Text)
		}
	}
}

// A summary shows of a file what the task is about, also where no name says so.
func TestSummaryShowsWhatTheTaskTouches(t *testing.T) {
	var till strings.Builder
	for _, name := range []string{"open", "close", "count", "sort", "print", "clear", "_step", "move"} {
		body := "return 1"
		if name == "_step" {
			body = "return rounded(cents)"
		}
		fmt.Fprintf(&till, "def %s(till):\n    %s\n\n", name, body)
	}
	s := edit(t, shop+"-- till.py --\n"+till.String())
	for task, shows := range map[string]bool{"cents are rounded twice": true, "the till": false} {
		item := s.pack(map[string]any{"task": task, "detail": "summary"}).item("till.py")
		if item == nil || strings.Contains(item.Content, "_step") != shows {
			t.Errorf("%s: %+v", task, item)
		}
	}
}

// stuckPython takes for ever to read a file that says "stuck", until it is let go.
func stuckPython(release chan struct{}) *analysis.Language {
	l := miniPython()
	l.Extract = func(src []byte) (*analysis.Facts, error) {
		if strings.Contains(string(src), "stuck") {
			<-release
		}
		return extractPython(src)
	}
	return l
}

func TestPackDeadline(t *testing.T) {
	t.Parallel()
	release := make(chan struct{})
	s := serve(t, write(t, shop+"-- slow.py --\nstuck\n"), stuckPython(release))
	s.Initialize(nil, s.root)
	s.Open(s.uri("app.py"), "python", 1, "print('open')\n")
	var r packed
	s.MustCall("context/pack", map[string]any{"targets": s.target("app.py"), "deadlineMs": 3000}, &r)
	if !r.Partial || !r.Provenance.Indexing || r.item("app.py") == nil || r.item("app.py").Content != "print('open')\n" {
		t.Errorf("before the index is ready: partial %v, %+v", r.Partial, r.Items)
	}
	s.MustCall("context/pack", map[string]any{"targets": s.target("store/cart.py"), "deadlineMs": 1}, &r)
	if item := r.item("store/cart.py"); !r.Partial || item == nil || item.Representation != "full" {
		t.Errorf("a target on disk, when there is no time at all: %+v", item)
	}
	if index := s.AwaitIndex(s.root, "indexing"); index.Folder == "" {
		t.Error("no word of indexing")
	}
	s.MustCall("context/repoMap", map[string]any{"deadlineMs": 1500}, nil)
	p := s.Start("context/pack", map[string]any{"targets": s.target("app.py")})
	close(release)
	if err := p.Wait(&r); err != nil || r.Partial || r.Provenance.Indexing {
		t.Errorf("once it is ready: %v, partial %v", err, r.Partial)
	}
}

// A text that nobody can read takes down neither the server nor the answer.
func TestPackPanics(t *testing.T) {
	t.Parallel()
	l := miniPython()
	l.Extract = func(src []byte) (*analysis.Facts, error) {
		if string(src) == "boom" {
			panic("as told")
		}
		return extractPython(src)
	}
	s := serve(t, write(t, shop), l)
	s.Initialize(nil, s.root)
	s.AwaitIndex(s.root, "ready")
	s.Open(s.uri("app.py"), "python", 1, "boom")
	if r := s.pack(map[string]any{"targets": s.target("app.py")}); r.item("app.py").Content != "boom" {
		t.Errorf("of a text that panics: %+v", r.Items)
	}
	s.Change(s.uri("app.py"), 2, lsptest.Edit{All: true, Text: "print()"})
	if r := s.pack(map[string]any{"targets": s.target("app.py")}); r.item("app.py").Content != "print()" {
		t.Errorf("after a panic: %+v", r.Items)
	}
}

func TestPackIsCancelled(t *testing.T) {
	t.Parallel()
	release := make(chan struct{})
	defer close(release)
	s := serve(t, write(t, shop+"-- slow.py --\nstuck\n"), stuckPython(release))
	s.Initialize(nil, s.root)
	p := s.Start("context/pack", nil)
	p.Cancel()
	wantCode(t, p.Wait(nil), -32800)
}

func TestPackProgress(t *testing.T) {
	s := edit(t, shop)
	s.Expect("$/progress")
	s.pack(map[string]any{"workDoneToken": "mine"})
	var kinds []string
	for _, m := range s.Inbox("$/progress") {
		var p struct {
			Token string
			Value struct{ Kind, Title string }
		}
		if err := json.Unmarshal(m.Params, &p); err != nil || p.Token != "mine" {
			t.Errorf("%s: %v", m.Params, err)
		}
		kinds = append(kinds, p.Value.Kind)
	}
	if !slices.Equal(kinds, []string{"begin", "end"}) {
		t.Errorf("before the answer came %q", kinds)
	}
}

func TestOddFolders(t *testing.T) {
	for name, archive := range map[string]string{
		"empty":           "",
		"one empty file":  "-- a.py --\n",
		"circular":        "-- a.py --\nfrom b import B\n\nclass A:\n    x = B\n-- b.py --\nfrom a import A\n\nclass B:\n    x = A\n",
		"imports itself":  "-- a.py --\nfrom a import A\n\nclass A:\n    x = A\n",
		"nothing to read": "-- a.txt --\nhello\n",
	} {
		t.Run(name, func(t *testing.T) {
			s := edit(t, archive)
			for _, method := range []string{"context/pack", "context/repoMap", "context/rank", "context/stats"} {
				s.MustCall(method, map[string]any{"task": "A and B"}, nil)
			}
			r := s.pack(map[string]any{"targets": s.target("a.py")})
			if i := r.item("a.py"); i == nil {
				t.Errorf("the target is missing: %+v", r)
			}
			s.MustCall("textDocument/codeLens", map[string]any{"textDocument": map[string]any{"uri": s.uri("a.py")}}, nil)
		})
	}
}

func TestNestedFolders(t *testing.T) {
	s := serve(t, write(t, "-- outer.py --\nx\n-- pkg/inner.py --\nfrom helper import f\n-- pkg/helper.py --\ndef f():\n    pass\n"))
	inner := filepath.Join(s.root, "pkg")
	s.Initialize(nil, s.root)
	folderOf := func(params map[string]any) string { return s.pack(params).Provenance.Folder }
	if got := folderOf(map[string]any{"targets": s.target("pkg/inner.py")}); got != lsptest.URI(s.root) {
		t.Errorf("before: %s", got)
	}
	change := func(added, removed []any) {
		s.Notify("workspace/didChangeWorkspaceFolders", map[string]any{"event": map[string]any{"added": added, "removed": removed}})
	}
	one := []any{map[string]any{"uri": lsptest.URI(inner), "name": "pkg"}}
	change(one, nil)
	r := s.pack(map[string]any{"targets": s.target("pkg/inner.py")})
	if r.Provenance.Folder != lsptest.URI(inner) || r.item("inner.py") == nil || r.item("helper.py") == nil {
		t.Errorf("the longest root does not win: %s, %+v", r.Provenance.Folder, r.Items)
	}
	if got := folderOf(map[string]any{"targets": s.target("outer.py")}); got != lsptest.URI(s.root) {
		t.Errorf("outside of the inner one: %s", got)
	}
	if got := folderOf(nil); got != lsptest.URI(s.root) {
		t.Errorf("the default is %s, want the first", got)
	}
	r = s.pack(map[string]any{"targets": s.target("pkg/inner.py"), "workspaceFolder": lsptest.URI(s.root)})
	if r.Provenance.Folder != lsptest.URI(s.root) || r.item("pkg/inner.py") == nil {
		t.Errorf("the folder that was asked for is not used: %+v", r.Provenance)
	}
	r = s.pack(map[string]any{"targets": append(s.target("pkg/inner.py"), s.target("outer.py")...)})
	if !slices.Contains(r.Excluded, protocol.Excluded{Path: s.uri("outer.py"), Reason: "outside_folder"}) || len(r.Warnings) == 0 {
		t.Errorf("a target in another folder: %+v, %q", r.Excluded, r.Warnings)
	}
	change(nil, one)
	if got := folderOf(map[string]any{"targets": s.target("pkg/inner.py")}); got != lsptest.URI(s.root) {
		t.Errorf("after removal: %s", got)
	}
	change(nil, []any{map[string]any{"uri": lsptest.URI(s.root)}})
	wantCode(t, s.Call("context/pack", nil, nil), -32803, "no workspace folder")
	s.Expect("window/showMessage")
	change([]any{map[string]any{"uri": lsptest.URI(filepath.Join(s.root, "nowhere"))}}, nil)
	s.Await("window/showMessage", nil)
}
