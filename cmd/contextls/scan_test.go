package main

import (
	"encoding/json"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/contextls/contextls/lsp/protocol"
)

func TestScanCommand(t *testing.T) {
	dir := shop(t)
	out, err := contextls(t, dir, "scan", "--json").Output()
	var r protocol.ScanResult
	if err == nil {
		err = json.Unmarshal(out, &r)
	}
	if err != nil || r.Mode != "full" || r.FilesScanned != 4 || r.FilesChanged != 4 || r.SymbolsIndexed != 6 || r.DependenciesIndexed == 0 || r.DurationSeconds <= 0 {
		t.Errorf("%v: %s", err, out)
	}
	if out, err = contextls(t, dir, "scan").Output(); err != nil || !strings.HasPrefix(string(out), "4 files scanned, 4 changed; 6 symbols, ") {
		t.Errorf("%v: %s", err, out)
	}
	repo := shop(t)
	for _, args := range [][]string{{"init", "-q"}, {"add", "store"}, {"-c", "user.name=n", "-c", "user.email=e@x", "commit", "-q", "-m", "x"}} {
		cmd := exec.Command("git", args...)
		cmd.Dir = repo
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("git %q: %v\n%s", args, err, out)
		}
	}
	write(t, filepath.Join(repo, "store/cart.py"), "x = 1\n")
	out, err = contextls(t, repo, "scan", "--json", "--since", "HEAD").Output()
	if err == nil {
		err = json.Unmarshal(out, &r)
	}
	if err != nil || r.Mode != "incremental" || r.FilesChanged != 3 || r.GitSHA == nil { // app.py and test_cart.py are not tracked
		t.Errorf("%v: %s", err, out)
	}
	both, err := contextls(t, repo, "scan", "--since", "--help").CombinedOutput()
	if err == nil || !strings.Contains(string(both), `since: "--help" names no commit`) {
		t.Errorf("%v: %s", err, both)
	}
}

func TestExportCommand(t *testing.T) {
	dir := shop(t)
	out, err := contextls(t, dir, "export", "--json").Output()
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSuffix(string(out), "\n"), "\n")
	for _, line := range lines {
		if !json.Valid([]byte(line)) {
			t.Errorf("no JSON: %s", line)
		}
	}
	contains(t, string(out), `{"type":"edge","from":"app.py","to":"store/cart.py","weight":`, `"confidence":1,"import":true}`, `"type":"symbol","path":"store/price.py","name":"price"`)
	if last := lines[len(lines)-1]; !strings.HasPrefix(last, `{"type":"end","files":4,`) || strings.Contains(string(out), "hunter2") {
		t.Errorf("the export ends with %s", last)
	}
	if _, err := contextls(t, dir, "export").Output(); err == nil {
		t.Error("without a format it says nothing")
	}
}

func TestPackOptions(t *testing.T) {
	out, err := contextls(t, shop(t), "pack", "--order", "cache", "--line-numbers", "--target", "app.py", "--task", "Sum up").Output()
	if err != nil || !strings.HasSuffix(string(out), "## Task\n\nSum up\n") {
		t.Errorf("%v: %s", err, out)
	}
	contains(t, string(out), "1|from store.cart import Cart, total\n2|\n3|def main():\n")
}
