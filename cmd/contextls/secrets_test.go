package main

import (
	"encoding/json"
	"fmt"
	"io"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/contextls/contextls/lsp/lsptest"
	"github.com/contextls/contextls/lsp/protocol"
	"github.com/contextls/contextls/workspace/secret/secrettest"
)

// planted is a repository with secrets in texts of many languages, committed, and changed since.
type planted struct {
	dir    string
	files  []string
	plants []secrettest.Plant
	state  string // the directory of past runs and settings
}

// around is how a language says something: before and behind a plant as code, and what begins a comment.
var around = []struct{ ending, code, comment string }{
	{".py", "def use_%[1]d(x=%[2]q):\n    \"\"\"Uses %[3]s.\"\"\"\n    return x\n\nVALUE_%[1]d = %[2]q\n", "# "},
	{".go", "package p\n\n// Use%[1]d uses %[3]s.\nfunc Use%[1]d() string { return %[2]q }\n\nconst Value%[1]d = %[2]q\n", "// "},
	{".ts", "/** Uses %[3]s. */\nexport function use%[1]d(x = %[2]q) { return x }\nexport const value%[1]d = %[2]q;\n", "// "},
	{".rb", "# Uses %[3]s.\ndef use_%[1]d(x = %[2]q)\n  x\nend\nVALUE_%[1]d = %[2]q\n", "# "},
	{".sh", "# Uses %[3]s.\nuse_%[1]d() {\n  echo %[2]q\n}\nVALUE_%[1]d=%[2]q\n", "# "},
	{".rs", "/// Uses %[3]s.\npub fn use_%[1]d() {}\npub const VALUE_%[1]d: &str = %[2]q;\n", "// "},
	{".java", "/** Uses %[3]s. */\nclass Use%[1]d {\n  static final String VALUE = %[2]q;\n}\n", "// "},
	{".tf", "variable \"use_%[1]d\" {\n  description = \"uses %[3]s\"\n  default = %[2]q\n}\n", "# "},
	{".md", "# Uses %[3]s\n\nText of %[1]d: %[2]q.\n", ""},
	{".yaml", "use_%[1]d: %[2]q # %[3]s\n", "# "},
}

// plant makes the repository. Of what says itself that it is a secret, definitions, documentation and comments
// speak; of what only its name tells, one line.
func plant(t *testing.T, n int) planted {
	t.Helper()
	p := planted{dir: filepath.Join(t.TempDir(), "planted"), plants: secrettest.Plants(7, n), state: t.TempDir()}
	for i, s := range p.plants {
		form := around[i%len(around)]
		name := fmt.Sprintf("src/m%d/use_%d%s", i%7, i, form.ending)
		p.files = append(p.files, name)
		code := fmt.Sprintf(form.code, i, "nothing", "nothing")
		if s.Plain {
			code = fmt.Sprintf(form.code, i, s.Secret, s.Secret)
		}
		write(t, filepath.Join(p.dir, name), code+"\n"+form.comment+s.Line+"\n")
	}
	git := func(args ...string) {
		t.Helper()
		cmd := exec.Command("git", append([]string{"-c", "user.name=A", "-c", "user.email=a@b", "-c", "commit.gpgSign=false"}, args...)...)
		cmd.Dir = p.dir
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("git %q: %v\n%s", args, err, out)
		}
	}
	git("init", "-q")
	git("add", "-A")
	git("commit", "-qm", "Use "+p.plants[0].Secret, "-m", p.plants[1].Line)
	for i, s := range p.plants[:min(20, n)] { // the whole of each changes
		write(t, filepath.Join(p.dir, p.files[i]), s.Line+"\n")
	}
	for i, s := range p.plants {
		if len(s.Tells) > 0 { // a key changes within, so that a diff shows neither its beginning nor its end
			more := slices.Insert(strings.Split(s.Line, "\n"), 1, slices.Concat(s.Tells, s.Tells, s.Tells)...)
			write(t, filepath.Join(p.dir, p.files[i]), strings.Join(more, "\n")+"\n")
			git("add", p.files[i])
			git("commit", "-qm", "Add")
			more[9] = strings.ToUpper(more[9])
			write(t, filepath.Join(p.dir, p.files[i]), strings.Join(more, "\n")+"\n")
			break
		}
	}
	write(t, filepath.Join(p.dir, ".contextls/playbooks/p.md"), "# Play\n\n"+p.plants[2].Line+"\n")
	return p
}

// check fails the test where a text shows something of a secret.
func (p *planted) check(t *testing.T, way, text string) {
	t.Helper()
	leaks := 0
	for i := range p.plants {
		if part := p.plants[i].Leaked(text); part != "" {
			if leaks++; leaks <= 3 {
				at := strings.Index(text, part)
				t.Errorf("%s shows %q of a %s of %s: …%s…", way, part, p.plants[i].Kind, p.files[i], text[max(0, at-100):min(len(text), at+60)])
			}
		}
	}
	if leaks > 3 {
		t.Errorf("%s shows %d secrets", way, leaks)
	}
}

// run is what a command writes, with this input.
func (p *planted) run(t *testing.T, input string, args ...string) string {
	t.Helper()
	cmd := contextls(t, p.dir, args...)
	cmd.Env = append(cmd.Env, "XDG_STATE_HOME="+p.state, "XDG_CONFIG_HOME="+p.state)
	cmd.Stdin = strings.NewReader(input)
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%q: %v\n%.2000s", args, err, out)
	}
	p.check(t, strings.Join(args[:min(4, len(args))], " "), string(out))
	return string(out)
}

// rounds are requests of exploration that look at everything there is.
func (p *planted) rounds() (rounds [][]map[string]any) {
	var all []map[string]any
	add := func(provider string, params map[string]any) {
		all = append(all, map[string]any{"provider": provider, "params": params})
	}
	for i, f := range p.files {
		add("read_file", map[string]any{"path": f})
		if i%10 == 0 {
			add("read_file", map[string]any{"path": f, "start_line": 3})
		}
		if around[i%len(around)].ending != ".yaml" {
			add("symbol_list", map[string]any{"path": f})
		}
	}
	add("search_code", map[string]any{"pattern": ".", "limit": 1000})
	add("search_code", map[string]any{"pattern": "PRIVATE KEY", "context": 20})
	add("search_code", map[string]any{"pattern": "[A-Za-z0-9]{12}", "limit": 1000})
	add("git_log", map[string]any{})
	add("git_diff", map[string]any{})
	add("repo_map", map[string]any{"tokens": 100000})
	add("discover_context", map[string]any{"task": "use value"}) // what a model asks is told again, as it asked it
	add("import_graph", map[string]any{"path": p.files[0]})
	add("playbooks", map[string]any{"query": "play"})
	add("past_runs", map[string]any{})
	for len(all) > 0 {
		n := min(64, len(all))
		rounds, all = append(rounds, all[:n]), all[n:]
	}
	return rounds
}

// task is one with secrets in it, as people paste them.
func (p *planted) task() string {
	return "Why does use_1 fail with " + p.plants[3].Secret + "?\n" + p.plants[4].Line
}

// 500 secrets in the texts of a repository, and every way in which the program shows texts.
func TestNoSecretIsShown(t *testing.T) {
	p := plant(t, 500)

	marked := 0
	for _, args := range [][]string{
		{"pack", "--tokens", "400000", "--task", p.task(), "--target", p.files[1], "--line-numbers"},
		{"pack", "--tokens", "3000", "--task", p.task(), "--target", p.files[1], "--target", p.files[2]},
		{"pack", "--tokens", "200000", "--format", "json", "--order", "cache", "--target", p.files[5]},
		{"pack", "--tokens", "200000", "--format", "xml", "--tokenizer", "cl100k_base", "--context-file", p.files[9]},
		{"pack", "--tokens", "100000", "--format", "plain", "--summary", "--task", p.task()},
		{"map", "--tokens", "100000"},
		{"rank", "--task", p.task()},
		{"query", "--tier", "2", "--tokens", "200000", "use value"},
		{"query", "--tier", "0", "--tokens", "200000", "use value nothing"},
		{"skeleton"}, {"skeleton", "--file", p.files[0]}, {"skeleton", "--file", p.files[1]}, {"skeleton", "--file", p.files[2]},
		{"impact", p.files[0]}, {"graph"}, {"graph", "--format", "html", p.files[0]}, {"stats"}, {"stats", "--json"}, {"scan", "--json", "--since", "HEAD"}, {"export", "--json"}, {"doctor"},
	} {
		marked += strings.Count(p.run(t, "", args...), "‹secret: ")
	}
	if marked < 2000 {
		t.Errorf("only %d marks", marked)
	}

	for _, requests := range p.rounds() {
		text, err := json.Marshal(map[string]any{"requests": requests, "tokens": 400000, "resultTokens": 100000})
		if err != nil {
			t.Fatal(err)
		}
		p.run(t, string(text), "explore")
	}
	for _, event := range []string{"SessionStart", "UserPromptSubmit"} {
		p.run(t, input(t, event, p.dir, map[string]any{"prompt": p.task()}), "hook")
	}

	session := connectTo(t, contextls(t, t.TempDir(), "mcp", p.dir), versions()[0], offeringNothing())
	for _, c := range []struct {
		tool      string
		arguments map[string]any
	}{
		{"pack", map[string]any{"targets": []string{p.files[0]}, "task": "use value", "tokens": 200000}},
		{"repo_map", map[string]any{"tokens": 100000}},
		{"search", map[string]any{"query": "use value", "detail": "source", "limit": 500, "tokens": 200000}},
		{"impact", map[string]any{"file": p.files[0]}},
		{"explore", map[string]any{"tokens": 200000, "requests": []any{map[string]any{"provider": "git_diff"}, map[string]any{"provider": "search_code", "params": map[string]any{"pattern": ".", "limit": 1000}}}}},
	} {
		text, result := call(t, session, c.tool, c.arguments)
		structured, err := json.Marshal(result.StructuredContent)
		if err != nil {
			t.Fatal(err)
		}
		p.check(t, "the tool "+c.tool, text+string(structured))
	}
	resource, err := session.ReadResource(t.Context(), &mcp.ReadResourceParams{URI: "contextls://repo-map"})
	if err != nil {
		t.Fatal(err)
	}
	p.check(t, "the resource", resource.Contents[0].Text)
}

// The user’s own settings may show secrets, a workspace's may not.
func TestSecretsShown(t *testing.T) {
	p := plant(t, 20)
	secret := p.plants[1].Secret
	write(t, filepath.Join(p.dir, ".contextls.toml"), "secrets.redact = false\n")
	args := []string{"pack", "--tokens", "50000", "--target", p.files[1]}
	p.run(t, "", args...)
	write(t, filepath.Join(p.state, "contextls", "config.toml"), "secrets.redact = false\n")
	cmd := contextls(t, p.dir, args...)
	cmd.Env = append(cmd.Env, "XDG_STATE_HOME="+p.state, "XDG_CONFIG_HOME="+p.state)
	out, err := cmd.Output()
	if err != nil || !strings.Contains(string(out), secret) || strings.Contains(string(out), "‹secret: ") {
		t.Errorf("%v: the secret is not in\n%s", err, out)
	}
}

// stdio is a command's input and output as one connection.
type stdio struct {
	io.Reader
	io.WriteCloser
}

// piped starts a command and gives its output to read and its input to write.
func piped(t testing.TB, cmd *exec.Cmd) stdio {
	t.Helper()
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	return stdio{out, in}
}

// The same over LSP, of open documents too; and the notices of a pack.
func TestNoSecretIsShownOverLSP(t *testing.T) {
	p := plant(t, 100)
	cmd := contextls(t, p.dir, "serve")
	cmd.Env = append(cmd.Env, "XDG_STATE_HOME="+p.state, "XDG_CONFIG_HOME="+p.state)
	streams := piped(t, cmd)
	e := lsptest.New(t, streams)
	t.Cleanup(func() { streams.Close(); _ = cmd.Wait() })
	e.Expect("context/didChangeIndex", "$/progress", "window/workDoneProgress/create", "client/registerCapability", "workspace/codeLens/refresh")
	e.MustCall("initialize", map[string]any{"capabilities": map[string]any{}, "workspaceFolders": []any{map[string]any{"uri": lsptest.URI(p.dir), "name": "planted"}}}, nil)
	e.Notify("initialized", nil)
	uri := func(i int) string { return lsptest.URI(filepath.Join(p.dir, p.files[i])) }
	e.Open(uri(30), "python", 1, p.plants[30].Line+"\ndef opened(x="+fmt.Sprintf("%q", p.plants[30].Secret)+"):\n    return x\n")
	ask := func(method string, params any) json.RawMessage {
		t.Helper()
		var raw json.RawMessage
		e.MustCall(method, params, &raw)
		p.check(t, method, string(raw))
		return raw
	}
	type object = map[string]any
	var pack protocol.PackResult
	raw := ask("context/pack", object{"targets": []any{object{"uri": uri(30)}, object{"uri": uri(31)}}, "task": p.task(), "budget": object{"tokens": 200000}})
	if err := json.Unmarshal(raw, &pack); err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(pack.Text, "‹secret: "); n < 50 || len(pack.Notices) < 50 || pack.Notices[0].Kind != "secret" {
		t.Errorf("%d marks, notices %+v", n, pack.Notices)
	}
	ask("context/pack", object{"baseEtag": pack.Etag, "targets": []any{object{"uri": uri(32)}}, "budget": object{"tokens": 200000}})
	ask("context/repoMap", object{"tokens": 50000, "task": p.task()})
	ask("context/rank", object{"task": p.task()})
	ask("context/explain", object{"uri": uri(0), "task": p.task()})
	ask("context/analyzeTask", object{"task": p.task()})
	ask("context/stats", object{})
	ask("context/compress", object{"query": "use value nothing", "tokens": 100000})
	var query protocol.QueryResult
	if err := json.Unmarshal(ask("context/query", object{"query": "use value", "tier": 2, "limit": 200, "tokens": 200000}), &query); err != nil {
		t.Fatal(err)
	}
	if len(query.Chunks) < 40 {
		t.Errorf("%d chunks", len(query.Chunks))
	}
	for _, c := range query.Chunks {
		ask("context/source", object{"chunk": c.ID})
	}
	ask("context/dependencies", object{"chunk": query.Chunks[0].ID})
	ask("context/skeleton", object{})
	for i := range p.files {
		if ending := around[i%len(around)].ending; ending != ".yaml" {
			ask("context/symbols", object{"uri": uri(i)})
			ask("context/imports", object{"uri": uri(i)})
			ask("context/skeleton", object{"uri": uri(i)})
			ask("textDocument/codeLens", object{"textDocument": object{"uri": uri(i)}})
		}
	}
	for _, requests := range p.rounds() {
		ask("context/explore", object{"requests": requests, "tokens": 400000, "resultTokens": 100000})
	}
}
