//go:build unix

package main

import (
	"encoding/json"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// A name of a file may hold line breaks. Whoever reads a list by its lines must not take the rest of such a name for a line of its own.
func TestNamesKeepToTheirLines(t *testing.T) {
	const line = "SECOND LINE"
	root, state := t.TempDir(), t.TempDir()
	odd := func(dir, suffix string) string { return dir + "odd\n" + line + "\n" + suffix }
	py, ts, text := odd("src/", "a.py"), odd("", "b.ts"), odd("src\n"+line+"/", "c.yaml")
	for name, content := range map[string]string{
		py:   "import plain\n\nclass Cart:\n    def total(self):\n        return plain.price()\n",
		ts:   "import { z } from './" + strings.ReplaceAll(odd("", "none"), "\n", "\\n") + "'\nexport function use(x = 1) { return z(x) }\n",
		text: "use: value\n", "src/plain.py": "def price():\n    return 1\n", odd("", "big.py"): strings.Repeat("x = 1\n", 200_000),
		odd("", "d.py"): "from src import plain\n\ndef use():\n    return plain.price()\n", odd("docs/", "e.md"): "# Use value\n\nText.\n",
		".contextls/playbooks/" + odd("", "p.md"): "# Play\n\nText\n",
	} {
		write(t, filepath.Join(root, name), content)
	}
	for _, args := range [][]string{{"init", "-q"}, {"add", "-A"}, {"-c", "user.name=A", "-c", "user.email=a@b", "-c", "commit.gpgSign=false", "commit", "-qm", "Use value"}} {
		cmd := exec.Command("git", args...)
		cmd.Dir = root
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("git %q: %v\n%s", args, err, out)
		}
	}
	write(t, filepath.Join(root, text), "use: changed value\n")
	check := func(way, said string) {
		t.Helper()
		for one := range strings.Lines(said) {
			if strings.HasPrefix(strings.TrimSpace(one), line) {
				t.Errorf("%q has a line %q in\n%.3000s", way, one, said)
				return
			}
		}
	}
	run := func(input string, args ...string) string {
		t.Helper()
		cmd := contextls(t, root, args...)
		cmd.Env = append(cmd.Env, "XDG_STATE_HOME="+state, "XDG_CONFIG_HOME="+state)
		cmd.Stdin = strings.NewReader(input)
		out, err := cmd.CombinedOutput()
		if err != nil && !strings.HasPrefix(string(out), "contextls") {
			t.Errorf("%q: %v\n%.2000s", args, err, out)
		}
		return string(out)
	}
	for _, args := range [][]string{
		{"pack", "--tokens", "100000", "--task", "Use value", "--target", py, "--target", ts},
		{"pack", "--tokens", "100000", "--format", "xml", "--target", ts, "--context-file", text},
		{"pack", "--tokens", "100000", "--format", "plain", "--target", py, "--new", odd("", "new.py")},
		{"pack", "--tokens", "700", "--task", "Use value", "--target", py}, {"pack", "--summary", "--task", "Use value"},
		{"map", "--tokens", "10000"}, {"rank", "--task", "use value"}, {"rank", "--definitions", "9", "--task", "use value total price"},
		{"query", "--tier", "2", "use value total"}, {"query", "--tier", "0", "use value total"}, {"skeleton"}, {"skeleton", "--file", py},
		{"impact", "src/plain.py"}, {"impact", "--symbol", "price", "src/plain.py"}, {"impact", py}, {"scan"}, {"stats"}, {"config"}, {"doctor"},
		{"pack", "--target", odd("", "gone.py")}, {"impact", odd("", "gone")}, {"pack", "--target", odd("", "big.py")}, {"skeleton", "--file", odd("", "big.py")},
		{"impact", "--symbol", odd("", "gone"), py}, {"scan", "--since", odd("", "gone")}, {"stats", odd("", "gone")},
	} {
		check(strings.Join(args, " "), run("", args...))
	}
	var rounds []map[string]any
	add := func(provider string, params map[string]any) {
		rounds = append(rounds, map[string]any{"provider": provider, "params": params})
	}
	for _, name := range []string{py, ts, text, odd("", "gone"), odd("", "big.py")} {
		for _, provider := range []string{"read_file", "symbol_list", "import_graph"} {
			add(provider, map[string]any{"path": name})
		}
		add("git_log", map[string]any{"paths": []string{name}})
	}
	add("search_code", map[string]any{"pattern": "use|total", "limit": 1000})
	add("git_diff", map[string]any{})
	add("git_log", map[string]any{})
	add("import_graph", map[string]any{"path": "src/plain.py"})
	add("repo_map", map[string]any{"tokens": 100000})
	add("discover_context", map[string]any{"task": "use value"})
	add("playbooks", map[string]any{"query": "play"})
	add("past_runs", map[string]any{})
	asked, err := json.Marshal(map[string]any{"requests": rounds, "tokens": 400000, "resultTokens": 100000})
	if err != nil {
		t.Fatal(err)
	}
	var answer struct {
		Results []struct{ Content, Error string }
	}
	if out := run(string(asked), "explore"); json.Unmarshal([]byte(out), &answer) != nil || len(answer.Results) != len(rounds) {
		t.Fatalf("explore says %.2000s", out)
	}
	for i, r := range answer.Results {
		check(rounds[i]["provider"].(string), r.Content+"\n"+r.Error)
	}
	session := connectTo(t, contextls(t, t.TempDir(), "mcp", root), versions()[0], offeringNothing())
	for _, c := range []struct {
		tool      string
		arguments map[string]any
	}{
		{"pack", map[string]any{"targets": []string{py}, "task": "use value"}}, {"repo_map", nil}, {"search", map[string]any{"query": "use value total"}},
		{"impact", map[string]any{"file": "src/plain.py"}}, {"impact", map[string]any{"file": odd("", "gone")}},
		{"explore", map[string]any{"requests": rounds}},
	} {
		said, _ := call(t, session, c.tool, c.arguments)
		check("the tool "+c.tool, said)
	}
}
