package main

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/contextls/contextls/lsp/protocol"
)

// The example of a loop of ten rounds works, and each round's answers are what was asked for.
func TestExploreRounds(t *testing.T) {
	if runtime.GOOS == "windows" { // the example is a shell script; the rest of this test's matter is tested elsewhere
		return
	}
	dir := shop(t)
	if err := os.RemoveAll(filepath.Join(dir, ".git")); err != nil {
		t.Fatal(err)
	}
	git := exec.Command("git", "init", "-q")
	git.Dir = dir
	if out, err := git.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	script, err := filepath.Abs("testdata/explore_rounds.sh")
	if err != nil {
		t.Fatal(err)
	}
	cmd := contextls(t, "/", dir)
	cmd.Env = append(cmd.Env, "CONTEXTLS="+cmd.Path, "XDG_STATE_HOME="+t.TempDir(), "XDG_CONFIG_HOME="+t.TempDir())
	cmd.Path, cmd.Args = script, []string{script, dir}
	var stderr strings.Builder
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v\n%s%s", err, out, stderr.String())
	}
	want := [][]string{ // what each result has, or its error after an exclamation mark
		{"store/cart.py:\n│"},
		{"store/cart.py ("},
		{"1 match in 1 file, of 4 searched\nstore/cart.py:3: class Cart:\n"},
		{"store/cart.py, lines 1-8 of 8\nfrom store.price import price\n"},
		{"3 class: class Cart\n", "app.py:1 imports store.cart → store/cart.py\n"},
		{"app.py → store/cart.py → store/price.py\n"},
		{"no commits\n", `!range: "HEAD": it names no commit`},
		{"!provider: run_tests cannot be used: the setting commands.run_tests names no command", "!provider: lint_check cannot be used: "},
		{"no runs\n", "!provider: playbooks cannot be used: there is no .contextls/playbooks/*.md", "!path: .env is left out: secret"},
		{"[truncated: ", "app.py, lines 4-4 of 4\n    return total(Cart())\n"},
	}
	d := json.NewDecoder(strings.NewReader(string(out)))
	for round, results := range want {
		var got protocol.ExploreResult
		if err := d.Decode(&got); err != nil {
			t.Fatalf("round %d: %v\n%s", round+1, err, out)
		}
		if len(got.Results) != len(results) {
			t.Fatalf("round %d: %+v", round+1, got)
		}
		for i, r := range got.Results {
			has := r.Content
			if r.Error != nil {
				has = "!" + *r.Error
			}
			if !strings.Contains(has, results[i]) {
				t.Errorf("round %d, %s: got %q, want %q", round+1, r.Provider, has, results[i])
			}
		}
	}
	if d.More() {
		t.Error("there are more rounds")
	}
}

// A request without a provider that there is fails alone.
func TestExploreUnknownProvider(t *testing.T) {
	cmd := contextls(t, shop(t), "explore")
	cmd.Env = append(cmd.Env, "XDG_STATE_HOME="+t.TempDir(), "XDG_CONFIG_HOME="+t.TempDir())
	cmd.Stdin = strings.NewReader(`{"requests": [{"provider": "nobody"}, {}, {"provider": null}, {"provider": "read_file", "params": {"path": "app.py", "end_line": 1}}]}`)
	out, err := cmd.Output()
	var got protocol.ExploreResult
	if err == nil {
		err = json.Unmarshal(out, &got)
	}
	if err != nil || len(got.Results) != 4 {
		t.Fatalf("%v: %s", err, out)
	}
	for i, want := range []string{`provider: there is no "nobody"; there are read_file, `, "provider: it names no provider; there are", "provider: it names no provider; there are"} {
		if e := got.Results[i].Error; e == nil || !strings.HasPrefix(*e, want) {
			t.Errorf("%d: %v, want %s", i, got.Results[i], want)
		}
	}
	if r := got.Results[3]; r.Error != nil || !strings.Contains(r.Content, "from store.cart import") {
		t.Errorf("the one without a mistake: %+v", r)
	}
}

// Several rounds can be put to one process. What is no round ends it, with what was wrong.
func TestExploreInOneProcess(t *testing.T) {
	dir := shop(t)
	cmd := contextls(t, dir, "explore")
	cmd.Env = append(cmd.Env, "XDG_STATE_HOME="+t.TempDir(), "XDG_CONFIG_HOME="+t.TempDir())
	cmd.Stdin = strings.NewReader(`{} {"requests": [{"provider": "read_file", "params": {"path": "app.py", "end_line": 1}}]}
		{"requests": [{"provider": 7}]} {}`)
	var stderr strings.Builder
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	want := `{"results":[]}
{"results":[{"provider":"read_file","params":{"end_line":1,"path":"app.py"},"content":"app.py, lines 1-1 of 4\nfrom store.cart import Cart, total\n","estimatedTokens":15,"truncated":false,"error":null}]}
`
	if string(out) != want || err == nil || !strings.Contains(stderr.String(), "contextls explore: round 3: requests[0].provider: 7 is not a string") {
		t.Errorf("got %v\n%s%s", err, out, stderr.String())
	}
}
