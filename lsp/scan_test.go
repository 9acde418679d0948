package lsp

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/contextls/contextls/lsp/lsptest"
	"github.com/contextls/contextls/lsp/protocol"
)

// committed makes a repository with one commit of an archive.
func committed(t *testing.T, archive string) (root string, run func(args ...string)) {
	t.Helper()
	home := t.TempDir()
	t.Setenv("HOME", home)
	t.Setenv("XDG_CONFIG_HOME", home)
	t.Setenv("GIT_CONFIG_NOSYSTEM", "1")
	t.Setenv("GIT_CONFIG_GLOBAL", filepath.Join(home, "gitconfig"))
	root = write(t, archive)
	run = func(args ...string) {
		t.Helper()
		cmd := exec.Command("git", append([]string{"-c", "user.name=n", "-c", "user.email=e@x"}, args...)...)
		cmd.Dir = root
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("git %q: %v\n%s", args, err, out)
		}
	}
	run("init", "-q", "-b", "main")
	run("add", "-A")
	run("commit", "-q", "-m", "first")
	return root, run
}

func TestScan(t *testing.T) {
	root, git := committed(t, shop)
	s := serve(t, root)
	s.Initialize(nil, s.root)
	scan := func(params map[string]any) (r protocol.ScanResult) {
		t.Helper()
		s.MustCall("context/scan", params, &r)
		if r.DurationSeconds <= 0 {
			t.Errorf("it took %v s", r.DurationSeconds)
		}
		return r
	}
	r := scan(nil)
	if r.Mode != "full" || r.FilesScanned != 7 || r.FilesChanged != 0 || r.SymbolsIndexed != 8 || r.DependenciesIndexed != 4 || r.GitSHA == nil || len(*r.GitSHA) != 40 {
		t.Errorf("a full scan of what was indexed: %+v", r)
	}
	// Without a watcher, nobody has told of these.
	put(t, s.path("store/price.py"), "def price(item):\n    return 1\n\ndef tax(item):\n    return 2\n")
	put(t, s.path("new.py"), "from store.price import tax\n\ndef rate():\n    return tax(1)\n")
	if err := os.Remove(s.path("tests/test_cart.py")); err != nil {
		t.Fatal(err)
	}
	if r = scan(map[string]any{"mode": "incremental"}); r.Mode != "incremental" || r.FilesChanged != 3 || r.FilesScanned != 7 || r.SymbolsIndexed != 9 {
		t.Errorf("an incremental scan: %+v", r)
	}
	if p := s.pack(map[string]any{"targets": s.target("new.py")}); p.item("store/price.py") == nil || p.item("store/price.py").Relationship != "direct_import" {
		t.Errorf("the new file's import is %+v", p.item("store/price.py"))
	}
	if r = scan(map[string]any{"mode": "incremental"}); r.FilesChanged != 0 {
		t.Errorf("again: %+v", r)
	}
	// Since a revision: one file was committed, one is staged, one changed, one is gone, one new; secrets
	// and ignored files are not counted.
	git("add", "store/price.py")
	git("commit", "-q", "-m", "second")
	put(t, s.path("app.py"), "import os\n")
	git("add", "app.py")
	put(t, s.path("store/user.py"), "class User:\n    pass\n")
	put(t, s.path(".env"), "PASSWORD=hunter4")
	if r = scan(map[string]any{"since": "HEAD~1"}); r.Mode != "incremental" || r.FilesChanged != 5 || r.FilesScanned != 4 || r.SymbolsIndexed != 7 {
		t.Errorf("since the first commit: %+v", r)
	}
	if r = scan(map[string]any{"since": "HEAD", "mode": "incremental"}); r.FilesChanged != 4 || r.FilesScanned != 3 {
		t.Errorf("since the last commit: %+v", r)
	}
	s.Open(s.uri("app.py"), "python", 1, "def typed():\n    pass\n")
	if r = scan(map[string]any{"mode": "full"}); r.FilesChanged != 0 || r.SymbolsIndexed != 8 {
		t.Errorf("with a document open: %+v", r)
	}
}

func TestBadScans(t *testing.T) {
	root, _ := committed(t, shop)
	s := serve(t, root)
	s.Initialize(nil, s.root)
	for since, want := range map[string]string{
		"nowhere": `since: "nowhere" names no commit`, "--output=x": `since: "--output=x" names no commit`, "-n1": `since: "-n1" names no commit`,
		"HEAD..HEAD": `since: "HEAD..HEAD" is a range`, "HEAD:app.py": `since: "HEAD:app.py" names no commit`, "a b": `since: "a b" names no commit`,
		"0123456789012345678901234567890123456789": "since: ", "@{-1": "since: ", "HEAD~99": "since: ",
	} {
		wantCode(t, s.Call("context/scan", map[string]any{"since": since}, nil), -32602, want)
	}
	wantCode(t, s.Call("context/scan", map[string]any{"since": "HEAD", "mode": "full"}, nil), -32602, `since: "HEAD" is for mode incremental`)
	wantCode(t, s.Call("context/scan", map[string]any{"mode": "all"}, nil), -32602, `mode: "all" is not one of full, incremental`)
	wantCode(t, s.Call("context/scan", map[string]any{"since": 7}, nil), -32602, "since: 7 is not a string")
	if _, err := os.Stat(s.path("x")); err == nil {
		t.Error("an option got through to git")
	}
	t.Setenv("GIT_CEILING_DIRECTORIES", filepath.Dir(t.TempDir()))
	plain := edit(t, shop)
	wantCode(t, plain.Call("context/scan", map[string]any{"since": "HEAD"}, nil), -32602, "since", "not in a git repository")
}

// Scans and edits at once come to the same as the edits alone.
func TestScanWhileEditing(t *testing.T) {
	s := edit(t, shop)
	s.Open(s.uri("app.py"), "python", 0, "")
	var scans []lsptest.Pending
	for version := range 10 {
		scans = append(scans, s.Start("context/scan", map[string]any{"mode": []string{"full", "incremental"}[version%2]}))
		s.Change(s.uri("app.py"), version+1, lsptest.Edit{All: true, Text: fmt.Sprintf("def typed%d():\n    pass\n", version)})
	}
	for _, p := range scans {
		if err := p.Wait(nil); err != nil {
			t.Fatal(err)
		}
	}
	if r := s.pack(map[string]any{"targets": s.target("app.py")}); r.item("app.py").Content != "def typed9():\n    pass\n" {
		t.Errorf("the last edit is lost: %+v", r.item("app.py"))
	}
}
