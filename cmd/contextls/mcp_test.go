package main

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// patience is how long a test waits for what has no bound but comes at once on an idle machine.
const patience = 2 * time.Minute

// versions are MCP's: one of the clients of today, and the newest, which has no sessions.
func versions() []string { return []string{"2025-06-18", "2026-07-28"} }

// connectTo starts the server as an agent does, and speaks to it with the SDK's own client.
func connectTo(t *testing.T, cmd *exec.Cmd, version string, options *mcp.ClientOptions) *mcp.ClientSession {
	t.Helper()
	var stderr strings.Builder
	cmd.Stderr = &stderr
	client := mcp.NewClient(&mcp.Implementation{Name: "test", Version: "1"}, options)
	session, err := client.Connect(t.Context(), &mcp.CommandTransport{Command: cmd}, &mcp.ClientSessionOptions{ProtocolVersion: version})
	if err != nil {
		t.Fatalf("connect: %v\n%s", err, stderr.String())
	}
	t.Cleanup(func() {
		if err := session.Close(); err != nil {
			t.Errorf("the server ended badly: %v", err)
		}
		if stderr.Len() > 0 {
			t.Errorf("the server said on standard error:\n%s", stderr.String())
		}
	})
	return session
}

// offeringNothing are the options of a client without roots and the like.
func offeringNothing() *mcp.ClientOptions {
	return &mcp.ClientOptions{Capabilities: &mcp.ClientCapabilities{}}
}

// call calls a tool and gives its texts.
func call(t *testing.T, session *mcp.ClientSession, tool string, arguments map[string]any) (text string, result *mcp.CallToolResult) {
	t.Helper()
	result, err := session.CallTool(t.Context(), &mcp.CallToolParams{Name: tool, Arguments: arguments})
	if err != nil {
		t.Fatalf("%s %v: %v", tool, arguments, err)
	}
	var texts []string
	for _, c := range result.Content {
		texts = append(texts, c.(*mcp.TextContent).Text)
	}
	return strings.Join(texts, "\n"), result
}

func TestMCPTools(t *testing.T) {
	dir := shop(t)
	for _, version := range versions() {
		session := connectTo(t, contextls(t, t.TempDir(), "mcp", dir), version, offeringNothing())
		if got := session.InitializeResult(); got.ProtocolVersion != version || got.ServerInfo.Name != "contextls" || !strings.Contains(got.Instructions, "Call pack first") {
			t.Errorf("%s: initialized with %+v", version, got)
		}
		for _, c := range []struct {
			tool      string
			arguments map[string]any
			want      []string
		}{
			{"pack", map[string]any{"task": "Round the sum", "targets": []string{"store/cart.py"}},
				[]string{"Round the sum", "## Target files", "return sum(price(i) for i in cart.items)", "What an item costs"}},
			{"pack", map[string]any{"task": "Round the sum", "detail": "summary", "files": []string{"app.py"}, "tokens": 900},
				[]string{"app.py → store/cart.py"}},
			{"pack", map[string]any{"targets": []string{".env"}}, []string{"Warnings:", "the target .env is left out: secret"}},
			{"pack", map[string]any{"targets": []string{"store/cart.py:7-8", "store/cart.py:Cart.add", "store/new.py"}},
				[]string{"does not exist yet", "the target store/new.py does not exist yet"}},
			{"repo_map", map[string]any{"targets": []string{"store/cart.py:3"}}, []string{"store/cart.py:\n"}},
			{"repo_map", map[string]any{"tokens": 200}, []string{"store/cart.py:\n", "│def price(item)"}},
			{"search", map[string]any{"query": "what does an item cost"}, []string{"store/price.py:1 def price(item)", "What an item costs."}},
			{"search", map[string]any{"query": "price", "detail": "source"}, []string{"return item.price"}},
			{"search", map[string]any{"query": "cart", "limit": 1}, []string{"more match."}},
			{"search", map[string]any{"query": "zebra"}, []string{`nothing matches "zebra" among 6 definitions in 4 files`}},
			{"explore", map[string]any{"requests": []any{
				map[string]any{"provider": "read_file", "params": map[string]any{"path": "store/price.py", "end_line": 1}},
				map[string]any{"provider": "read_file", "params": map[string]any{"path": ".env"}},
				map[string]any{"provider": "nobody"}, map[string]any{"provider": "run_tests"},
				map[string]any{"provider": "repo_map"},
			}}, []string{"nobody {} failed: provider: there is no \"nobody\"; there are read_file,", "run_tests {} failed: provider: there is no \"run_tests\";", `read_file {"end_line":1,"path":"store/price.py"}`, "def price(item):", "failed: path: .env is left out: secret", "repo_map {}\n"}},
		} {
			text, result := call(t, session, c.tool, c.arguments)
			if result.IsError || result.StructuredContent != nil {
				t.Errorf("%s %v: %+v", c.tool, c.arguments, result)
			}
			contains(t, text, c.want...)
			if strings.Contains(text, "hunter2") {
				t.Errorf("%s tells a secret", c.tool)
			}
		}
	}
}

// TestMCPInputEnds ends the input right behind the requests, as a script does: all of them are answered.
func TestMCPInputEnds(t *testing.T) {
	cmd := contextls(t, t.TempDir(), "mcp", shop(t))
	cmd.Stdin = strings.NewReader(`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{"roots":{}},"clientInfo":{"name":"t","version":"1"}}}
{"jsonrpc":"2.0","method":"notifications/initialized"}
{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"repo_map","arguments":{}}}
{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"pack","arguments":null}}
{"jsonrpc":"2.0","id":4,"method":"resources/read","params":{"uri":"contextls://\u0007"}}`)
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	contains(t, string(out), `"id":1,"result"`, `"id":2,"result"`, "store/cart.py", `"id":3,"result"`, `"id":4,"error"`)
}

// TestMCPImpact looks at the one tool with structured content, which says the same as its text.
func TestMCPImpact(t *testing.T) {
	session := connectTo(t, contextls(t, t.TempDir(), "mcp", shop(t)), versions()[0], offeringNothing())
	list := func(files ...any) map[string]any {
		return map[string]any{"count": float64(len(files)), "files": append([]any{}, files...)}
	}
	for _, c := range []struct {
		arguments                 map[string]any
		direct, transitive, tests map[string]any
		uses                      []any
	}{
		{map[string]any{"file": "store/price.py"}, list("store/cart.py"), list("app.py", "test_cart.py"), list("test_cart.py"), nil},
		{map[string]any{"file": "store/cart.py"}, list("app.py", "test_cart.py"), list(), list("test_cart.py"), nil},
		{map[string]any{"file": "store/cart.py", "symbol": "total"}, list("app.py"), list(), list(), []any{"app.py:4 main"}},
		{map[string]any{"file": "store/cart.py", "symbol": "Cart.add"}, list("test_cart.py"), list(), list("test_cart.py"), []any{"test_cart.py:4 test_add"}},
		{map[string]any{"file": "store/cart.py", "limit": 1}, map[string]any{"count": 2.0, "files": []any{"app.py"}}, list(), list("test_cart.py"), nil},
	} {
		text, result := call(t, session, "impact", c.arguments)
		var same map[string]any
		if err := json.Unmarshal([]byte(text), &same); err != nil {
			t.Fatalf("%v: %v in %q", c.arguments, err, text)
		}
		got := result.StructuredContent.(map[string]any)
		if diff := cmp.Diff(got, same); diff != "" {
			t.Errorf("%v: the text says something else:\n%s", c.arguments, diff)
		}
		if rank, ok := got["pagerank"].(float64); !ok || rank <= 0 || rank >= 1 {
			t.Errorf("%v: pagerank %v", c.arguments, got["pagerank"])
		}
		delete(got, "pagerank")
		places := func(all ...any) map[string]any {
			return map[string]any{"count": float64(len(all)), "places": append([]any{}, all...)}
		}
		want := map[string]any{"directImporters": c.direct, "transitiveImporters": c.transitive, "tests": c.tests,
			"uses": places(c.uses...), "callers": places(c.uses...), "overriders": places(), "implementers": places()}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%v:\n%s", c.arguments, diff)
		}
	}
}

// TestMCPMistakes makes the mistakes that models make: what is wrong is said, and the server lives.
func TestMCPMistakes(t *testing.T) {
	session := connectTo(t, contextls(t, t.TempDir(), "mcp", shop(t)), versions()[0], offeringNothing())
	for _, c := range []struct {
		tool      string
		arguments map[string]any
		want      string
	}{
		{"pack", map[string]any{"target": "app.py"}, "target"},
		{"pack", map[string]any{"tokens": 0}, "tokens"},
		{"pack", map[string]any{"detail": "all"}, "detail"},
		{"pack", map[string]any{"targets": "app.py"}, "targets"},
		{"pack", map[string]any{"task": strings.Repeat("much to do ", 100), "tokens": 10}, "the task alone costs 275 tokens"},
		{"pack", map[string]any{"folder": "elsewhere"}, `folder: "elsewhere" is none of shop`},
		{"pack", map[string]any{"targets": []string{"app.py", "app.py:man"}}, `targets[1]: app.py defines no "man"; the nearest of its names: main`},
		{"pack", map[string]any{"targets": []string{"app.py:50"}}, "targets[0]: app.py: line 50 is behind the last one, 4"},
		{"repo_map", map[string]any{"targets": []string{"ap.py:5"}}, "targets[0]: ap.py does not exist"},
		{"pack", map[string]any{"targets": []string{".env:1"}}, "targets[0]: .env is left out: secret"},
		{"search", map[string]any{}, "query"},
		{"search", map[string]any{"query": " "}, "query"},
		{"impact", map[string]any{"file": "gone.py"}, "gone.py does not exist"},
		{"impact", map[string]any{"file": "app.py", "symbol": "nope"}, `symbol: app.py defines no "nope"`},
		{"impact", map[string]any{"file": ".env"}, "secret"},
	} {
		if text, result := call(t, session, c.tool, c.arguments); !result.IsError || !strings.Contains(text, c.want) {
			t.Errorf("%s %v: %q", c.tool, c.arguments, text)
		}
	}
	if _, err := session.CallTool(t.Context(), &mcp.CallToolParams{Name: "rm"}); err == nil {
		t.Error("there is a tool rm")
	}
	if text, _ := call(t, session, "repo_map", nil); !strings.Contains(text, "store/cart.py") {
		t.Errorf("afterwards: %q", text)
	}
}

// TestMCPMenu holds the tools to what hosts and models' interfaces want of them.
func TestMCPMenu(t *testing.T) {
	session := connectTo(t, contextls(t, t.TempDir(), "mcp", shop(t)), versions()[0], offeringNothing())
	list, err := session.ListTools(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, tool := range list.Tools {
		names = append(names, tool.Name)
		a := tool.Annotations
		if a == nil || !a.ReadOnlyHint || a.OpenWorldHint == nil || *a.OpenWorldHint || a.DestructiveHint == nil || *a.DestructiveHint {
			t.Errorf("%s: annotations %+v", tool.Name, a)
		}
		if n := len(tool.Description); n < 100 || n > 2000 { // some agents cut from 2 KB on
			t.Errorf("%s: a description of %d bytes", tool.Name, n)
		}
		schema := tool.InputSchema.(map[string]any)
		checkSchema(t, tool.Name, schema)
		for name, p := range schema["properties"].(map[string]any) {
			if p.(map[string]any)["description"] == nil {
				t.Errorf("%s.%s is not described", tool.Name, name)
			}
		}
	}
	slices.Sort(names)
	if want := []string{"explore", "impact", "pack", "repo_map", "search"}; !slices.Equal(names, want) {
		t.Errorf("tools %v, want %v", names, want)
	}
	i := slices.IndexFunc(list.Tools, func(tool *mcp.Tool) bool { return tool.Name == "explore" })
	contains(t, list.Tools[i].Description, "\n- read_file(end_line?, path, start_line?): Read a text file", "\n- search_code(", "direction?=")
	if strings.Contains(list.Tools[i].Description, "run_tests") {
		t.Error("a tool that only reads offers to run tests")
	}
}

// checkSchema fails where a schema has a place of several types, or of none.
func checkSchema(t *testing.T, at string, schema map[string]any) {
	t.Helper()
	if _, one := schema["type"].(string); !one {
		t.Errorf("%s: type %v", at, schema["type"])
	}
	if items, ok := schema["items"].(map[string]any); ok {
		checkSchema(t, at+"[]", items)
	}
	properties, _ := schema["properties"].(map[string]any)
	for name, p := range properties {
		checkSchema(t, at+"."+name, p.(map[string]any))
	}
}

// TestMCPSeesChanges changes files while the server runs.
func TestMCPSeesChanges(t *testing.T) {
	dir := shop(t)
	session := connectTo(t, contextls(t, t.TempDir(), "mcp", dir), versions()[0], offeringNothing())
	if text, _ := call(t, session, "search", map[string]any{"query": "discount"}); !strings.HasPrefix(text, `nothing matches "discount"`) {
		t.Errorf("at first: %q", text)
	}
	write(t, filepath.Join(dir, "store", "discount.py"), "from store.price import price\n\ndef discount(item):\n    return price(item) / 2\n")
	// A file that a call names is looked at there and then.
	if text, _ := call(t, session, "impact", map[string]any{"file": "store/discount.py"}); !strings.Contains(text, `"pagerank"`) {
		t.Errorf("a new file that is named: %q", text)
	}
	write(t, filepath.Join(dir, "store", "discount.py"), "def rebate(item):\n    return 2\n")
	for end := time.Now().Add(patience); ; time.Sleep(20 * time.Millisecond) { // the others as soon as they are seen
		text, _ := call(t, session, "search", map[string]any{"query": "rebate discount"})
		if strings.Contains(text, "store/discount.py:1 def rebate(item)") && !strings.Contains(text, "def discount") {
			break
		}
		if time.Now().After(end) {
			t.Fatalf("the change is not seen: %q", text)
		}
	}
}

func TestMCPResource(t *testing.T) {
	dir := shop(t)
	for _, version := range versions() {
		session := connectTo(t, contextls(t, t.TempDir(), "mcp", dir), version, offeringNothing())
		list, err := session.ListResources(t.Context(), nil)
		if err != nil || len(list.Resources) != 1 || list.Resources[0].URI != "contextls://repo-map" {
			t.Fatalf("%v, %+v", err, list)
		}
		read, err := session.ReadResource(t.Context(), &mcp.ReadResourceParams{URI: "contextls://repo-map"})
		if err != nil || len(read.Contents) != 1 || read.Contents[0].MIMEType != "text/plain" {
			t.Fatalf("%v, %+v", err, read)
		}
		contains(t, read.Contents[0].Text, "store/cart.py:\n", "│def price(item)")
	}
}

// TestMCPLog reads what a server at work has logged: what it did, and nothing of what it was asked.
func TestMCPLog(t *testing.T) {
	file := filepath.Join(t.TempDir(), "mcp.log")
	session := connectTo(t, contextls(t, t.TempDir(), "mcp", "--log="+file, "--log-level=debug", shop(t)), versions()[0], offeringNothing())
	call(t, session, "pack", map[string]any{"task": "the topmost secret task"})
	call(t, session, "pack", map[string]any{"task": "the topmost secret task", "tokens": 1})
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	contains(t, string(text), "msg=call tool=pack", "failed=false stages=\"", "rank ", "failed=true")
	if strings.Contains(string(text), "topmost") || strings.Contains(string(text), "return") {
		t.Errorf("the log quotes\n%s", text)
	}
}
