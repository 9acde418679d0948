//go:build unix

package main

import (
	"encoding/json"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/contextls/contextls/budget/render"
)

// hostile is a repository in whose names and texts stand characters that people do not see.
type hostile struct {
	dir, state string
	files      []string // the first by name for what is in it
}

// hides is one of each kind of unseen characters: bidirectional controls, tags, without width, a terminal's.
const hides = "\u202e\u2066\U000e0041\u200b\u00ad\x1b[2J"

func hostileRepository(t *testing.T) hostile {
	t.Helper()
	h := hostile{dir: filepath.Join(t.TempDir(), "pla\u202ented"), state: t.TempDir()}
	for i, text := range []string{
		"from d\u202eir import x\n\ndef use%[1]s(x='%[1]s'):\n    \"\"\"Uses %[1]s.\"\"\"\n    return x  # %[1]s\n\nclass Cart:\n    \"\"\"Of %[1]s.\"\"\"\n    def total(self):\n        return use(1)\n",
		"/** Uses %[1]s. */\nexport function use\u200d(x = '%[1]s') { return x }\nexport const value = '%[1]s'\nimport './no%[1]s.js'\n",
		"package p\n\n// Use uses %[1]s.\nfunc Use() string { return \"%[1]s\" }\n",
		"# Use %[1]s\n\nText of %[1]s: [link](no%[1]s.md).\n\n## Value %[1]s\n",
		"key: %[1]s\n",
	} {
		name := fmt.Sprintf("src\U000e0041/use\u202e_%d%s", i, []string{".py", ".ts", ".go", ".md", ".yaml"}[i])
		h.files = append(h.files, name)
		write(t, filepath.Join(h.dir, name), fmt.Sprintf(text, hides))
	}
	h.files = append(h.files, "plain.py")
	write(t, filepath.Join(h.dir, "plain.py"), "def plain():\n    return 1\n")
	write(t, filepath.Join(h.dir, "big\u202e.py"), strings.Repeat("x = 1\n", 200_000)) // left out
	write(t, filepath.Join(h.dir, ".contextls/playbooks/p\u202e.md"), "# Play "+hides+"\n\nText "+hides+"\n")
	git := func(args ...string) {
		t.Helper()
		cmd := exec.Command("git", append([]string{"-c", "user.name=A" + hides, "-c", "user.email=a@b", "-c", "commit.gpgSign=false"}, args...)...)
		cmd.Dir = h.dir
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("git %q: %v\n%s", args, err, out)
		}
	}
	git("init", "-q")
	git("add", "-A")
	git("commit", "-qm", "Use value "+hides, "-m", "Body "+hides)
	write(t, filepath.Join(h.dir, h.files[4]), "key: changed "+hides+"\n")
	return h
}

// check fails the test where a text has an unseen character in it. It returns how many it shows by their numbers.
func (h *hostile) check(t *testing.T, way, text string) int {
	t.Helper()
	if seen := render.Visible(text); seen != text {
		at := 0
		for at < len(text) && text[at] == seen[at] {
			at++
		}
		t.Errorf("%s says %q", way, text[max(0, at-80):min(len(text), at+20)])
	}
	return strings.Count(text, render.Mark)
}

// checkJSON checks all strings in it, as who reads it has them.
func (h *hostile) checkJSON(t *testing.T, way string, raw []byte) (marks int) {
	t.Helper()
	marks = h.check(t, way, strings.ReplaceAll(string(raw), "\r", ""))
	var walk func(v any)
	walk = func(v any) {
		switch v := v.(type) {
		case string:
			h.check(t, way, v)
		case []any:
			for _, one := range v {
				walk(one)
			}
		case map[string]any:
			for name, one := range v {
				h.check(t, way, name)
				walk(one)
			}
		}
	}
	var v any
	if err := json.Unmarshal(raw, &v); err != nil {
		t.Fatalf("%s: %v in %.200s", way, err, raw)
	}
	walk(v)
	return marks
}

// shownName is a name as answers have it.
func shownName(name string) string { return render.Visible(name) }

// rounds look at everything that exploration has.
func (h *hostile) rounds() []map[string]any {
	var all []map[string]any
	add := func(provider string, params map[string]any) {
		all = append(all, map[string]any{"provider": provider, "params": params})
	}
	for _, name := range h.files[:4] {
		for _, path := range []string{name, shownName(name), strconv.Quote(name)} { // what answers show is understood
			add("read_file", map[string]any{"path": path})
			add("symbol_list", map[string]any{"path": path})
			add("import_graph", map[string]any{"path": path})
		}
	}
	add("read_file", map[string]any{"path": "gone" + hides})
	add("read_file", map[string]any{"path": "big\u202e.py"})
	add("read_file"+hides, map[string]any{})
	add("search_code", map[string]any{"pattern": ".", "limit": 1000})
	add("search_code", map[string]any{"pattern": "(" + hides})
	add("git_log", map[string]any{})
	add("git_log", map[string]any{"paths": []string{h.files[0]}})
	add("git_diff", map[string]any{})
	add("git_diff", map[string]any{"range": "no" + hides})
	add("repo_map", map[string]any{"tokens": 100000})
	add("discover_context", map[string]any{"task": "use value " + hides})
	add("playbooks", map[string]any{"query": "play"})
	add("past_runs", map[string]any{})
	add("run_tests", map[string]any{})
	return all
}

// Every way in which the program says something.
func TestNothingUnseenIsShown(t *testing.T) {
	h := hostileRepository(t)
	run := func(input string, fails bool, args ...string) string {
		t.Helper()
		cmd := contextls(t, h.dir, args...)
		cmd.Env = append(cmd.Env, "XDG_STATE_HOME="+h.state, "XDG_CONFIG_HOME="+h.state)
		cmd.Stdin = strings.NewReader(input)
		out, err := cmd.CombinedOutput()
		if (err != nil) != fails {
			t.Errorf("%q: %v\n%.2000s", args, err, out)
		}
		h.check(t, strings.Join(args, " "), string(out))
		return string(out)
	}
	for _, c := range []struct {
		least int // marks
		args  []string
	}{
		{20, []string{"pack", "--tokens", "100000", "--task", "Use value " + hides, "--target", h.files[0], "--line-numbers"}},
		{5, []string{"pack", "--tokens", "600", "--target", h.files[0], "--target", h.files[1]}},
		{20, []string{"pack", "--tokens", "100000", "--format", "json", "--task", hides, "--target", h.files[1]}},
		{20, []string{"pack", "--tokens", "100000", "--format", "xml", "--task", hides, "--context-file", h.files[4]}},
		{20, []string{"pack", "--tokens", "100000", "--format", "plain", "--task", hides, "--target", h.files[2]}},
		{5, []string{"pack", "--summary", "--task", "Use value " + hides}},
		{5, []string{"map", "--tokens", "10000"}},
		{5, []string{"rank", "--task", "use value"}}, {5, []string{"rank", "--definitions", "9"}}, {5, []string{"rank", "--json", "--task", "use value"}},
		{9, []string{"query", "--tier", "2", "use value"}}, {5, []string{"query", "--tier", "1", "use value"}}, {5, []string{"query", "--json", "use value"}},
		{0, []string{"skeleton"}}, {5, []string{"skeleton", "--file", h.files[0]}},
		{0, []string{"impact", h.files[0]}}, {0, []string{"stats"}}, {0, []string{"stats", "--json"}}, {1, []string{"graph"}}, {1, []string{"graph", h.files[0]}},
		{1, []string{"graph", "--format", "html", h.files[0]}}, {1, []string{"graph", "--format", "dot", h.files[0]}}, {1, []string{"graph", "--json", h.files[0]}}, {0, []string{"scan", "--json", "--since", "HEAD"}},
		{20, []string{"export", "--json"}}, {0, []string{"config"}},
	} {
		if n := strings.Count(run("", false, c.args...), render.Mark); n < c.least {
			t.Errorf("%q: %d marks", c.args, n)
		}
	}
	for _, args := range [][]string{ // what is wrong is named
		{"pack", "--target", "gone" + hides}, {"pack", "--target", h.files[0] + ":gone" + hides}, {"pack", "--format", hides}, {"impact", "gone" + hides},
		{"impact", "--symbol", "gone" + hides, h.files[0]}, {"skeleton", "--file", "big\u202e.py"}, {"stats", "gone" + hides}, {"mcp", "gone" + hides},
		{"gone" + hides}, {"graph", "gone" + hides}, {"stats", "--gone" + hides}, {"scan", "--since", "gone" + hides}, {"pack", "--new", h.files[0]},
	} {
		run("", true, args...)
	}
	run("", false, "doctor")
	text, err := json.Marshal(map[string]any{"requests": h.rounds(), "tokens": 400000, "resultTokens": 100000})
	if err != nil {
		t.Fatal(err)
	}
	if n := h.checkJSON(t, "explore", []byte(run(string(text), false, "explore"))); n < 100 {
		t.Errorf("explore: %d marks", n)
	}
	for _, event := range []string{"SessionStart", "UserPromptSubmit"} {
		if n := h.checkJSON(t, event, []byte(run(input(t, event, h.dir, map[string]any{"prompt": "Use value " + hides}), false, "hook"))); n < 5 {
			t.Errorf("%s: %d marks", event, n)
		}
	}

	for _, version := range versions() {
		session := connectTo(t, contextls(t, t.TempDir(), "mcp", h.dir), version, offeringNothing())
		for _, c := range []struct {
			tool      string
			least     int // marks
			arguments map[string]any
		}{
			{"pack", 20, map[string]any{"targets": []string{h.files[0]}, "task": "use value " + hides}},
			{"pack", 20, map[string]any{"targets": []string{shownName(h.files[0]), strconv.Quote(h.files[1])}}},
			{"repo_map", 5, nil},
			{"search", 9, map[string]any{"query": "use value", "detail": "source"}},
			{"impact", 0, map[string]any{"file": h.files[0]}},
			{"impact", 0, map[string]any{"file": shownName(h.files[0]), "symbol": "Cart.total"}},
			{"impact", 0, map[string]any{"file": "gone" + hides}},
			{"impact", 0, map[string]any{"file": h.files[0], "symbol": "gone" + hides}},
			{"repo_map", 0, map[string]any{"folder": "gone" + hides}},
			{"explore", 99, map[string]any{"tokens": 400000, "requests": h.rounds()}},
		} {
			text, result := call(t, session, c.tool, c.arguments)
			raw, err := json.Marshal(result.StructuredContent)
			if err != nil {
				t.Fatal(err)
			}
			if n := h.check(t, "the tool "+c.tool, text) + h.checkJSON(t, "the tool "+c.tool, raw); n < c.least {
				t.Errorf("the tool %s: %d marks in %s", c.tool, n, text)
			}
		}
		resource, err := session.ReadResource(t.Context(), &mcp.ReadResourceParams{URI: "contextls://repo-map"})
		if err != nil {
			t.Fatal(err)
		}
		h.check(t, "the resource", resource.Contents[0].Text)
	}
}

// All that commands say goes through stdout and stderr of out.go, but for what is another program's, and the
// progress bar.
func TestOneWayOut(t *testing.T) {
	sources, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	may := []string{"stdout", "stderr", "open", "begin", "drawProgress", "parseWorker", "serveMCP", "screen"}
	for _, source := range sources {
		if strings.HasSuffix(source, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), source, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range file.Decls {
			f, ok := d.(*ast.FuncDecl)
			if !ok {
				continue
			}
			ast.Inspect(f, func(n ast.Node) bool {
				s, ok := n.(*ast.SelectorExpr)
				if !ok {
					return true
				}
				if x, ok := s.X.(*ast.Ident); ok && (x.Name == "fmt" && strings.HasPrefix(s.Sel.Name, "Print") ||
					x.Name == "os" && (s.Sel.Name == "Stdout" || s.Sel.Name == "Stderr") && !slices.Contains(may, f.Name.Name)) {
					t.Errorf("%s: %s uses %s.%s", source, f.Name.Name, x.Name, s.Sel.Name)
				}
				return true
			})
		}
	}
}
