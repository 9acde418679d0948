package mcp

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/contextls/contextls/lsp/lsptest"
	"github.com/contextls/contextls/lsp/settings"
	"github.com/contextls/contextls/workspace"
	"github.com/contextls/contextls/workspace/faulttest"
)

// answers has a server of a folder, if any, read all of an input, and gives what it answers: by ID, and to what has none.
func answers(t *testing.T, root, input string) (byID map[string][]string, others []string) {
	t.Helper()
	s := New(Options{Version: "test", Workspace: workspace.Options{Log: slog.New(slog.DiscardHandler)},
		Settings: func(string) settings.Values { return settings.Default() }})
	defer s.Close()
	if root != "" {
		if err := s.Open([]string{root}); err != nil {
			t.Fatal(err)
		}
	}
	ctx, cancel := context.WithTimeout(t.Context(), 4*patience)
	defer cancel()
	var out bytes.Buffer
	ended := make(chan error)
	go func() { ended <- s.Run(ctx, &Stdio{In: strings.NewReader(input), Out: &out}) }()
	select {
	case err := <-ended:
		if err != nil {
			t.Fatalf("it ended with %v on\n%s", err, input)
		}
	case <-ctx.Done():
		t.Fatalf("it does not end on\n%s", input)
	}
	byID = map[string][]string{}
	for line := range strings.Lines(out.String()) {
		var m struct {
			ID     json.RawMessage
			Method string
		}
		if err := json.Unmarshal([]byte(line), &m); err != nil {
			t.Fatalf("%v in %q, to\n%s", err, line, input)
		}
		switch {
		case m.Method != "":
		case string(m.ID) == "null":
			others = append(others, line)
		default:
			byID[string(m.ID)] = append(byID[string(m.ID)], line)
		}
	}
	return byID, others
}

const initialize = `{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"t","version":"1"}}}
{"jsonrpc":"2.0","method":"notifications/initialized"}
`

// What was read is answered, though the input ends right behind it, each request once; what is no message costs no
// other one.
func TestAnswersAll(t *testing.T) {
	input := initialize + `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"repo_map","arguments":null}}
{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"pack","arguments":null}}
{"jsonrpc":"2.0","id":"three","method":"tools/call","params":{"name":"search","arguments":null}}
this is no message

{"jsonrpc":"2.0","id":4,"method":"resources/read","params":{"uri":"contextls://\u0007\u007f"}}
[{"jsonrpc":"2.0","id":5,"method":"ping"},7,{"jsonrpc":"2.0","id":6,"method":"nothing"}]
{"jsonrpc":"2.0","id":null,"method":"ping"}
{"jsonrpc":"2.0","id":{},"method":"ping"}
[]
{"jsonrpc":"2.0","id":7,"method":"tools/call"}
{"jsonrpc":"2.0","id":8,"method":"tools/call","params":{"name":"explore","arguments":null}}
{"jsonrpc":"2.0","id":9,"method":"tools/call","params":{"name":"impact","arguments":null}}
{"jsonrpc":"2.0","id":10,"method":"ping"}`
	byID, others := answers(t, shop(t), input)
	for id, want := range map[string]string{
		"0": `"serverInfo"`, "1": `"content"`, "2": "# Context from shop", `"three"`: "query", "4": "Resource not found", "5": `"result":{}`, "6": "-32601",
		"7": `"error"`, "8": "requests", "9": "file", "10": `"result":{}`,
	} {
		if got := byID[id]; len(got) != 1 || !strings.Contains(got[0], want) {
			t.Errorf("to %s there are %d answers, want one with %s: %s", id, len(got), want, got)
		}
	}
	if len(others) != 5 || !strings.Contains(others[0], "-32700") {
		t.Errorf("what is no request is answered with %s", others)
	}
}

// Two requests of one ID at a time: the one is answered, the other refused.
func TestSameID(t *testing.T) {
	var out bytes.Buffer
	conn, err := (&Stdio{Out: &out, In: strings.NewReader(`{"jsonrpc":"2.0","id":1,"method":"ping"}
{"jsonrpc":"2.0","id":1,"method":"ping"}
{"jsonrpc":"2.0","id":2,"method":"ping"}
{"jsonrpc":"2.0","id":3,"method":"` + strings.Repeat("x", maxLine) + `"}
{"jsonrpc":"2.0","id":4,"method":"ping"}`)}).Connect(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for range 3 {
		if _, err := conn.Read(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	if got := out.String(); strings.Count(got, "\n") != 2 || !strings.Contains(got, "the id 1 is in use") || !strings.Contains(got, "longer than") {
		t.Errorf("answers %s", got)
	}
}

// TestMutated sends messages with something wrong at random: none ends the server, and each request that can be
// told is answered once.
func TestMutated(t *testing.T) {
	root := shop(t)
	r := rand.New(rand.NewPCG(1, 2))
	for range faulttest.Times(t, "mutated MCP messages", "messages", 360, 20_000, 100_000) / 60 {
		input := initialize
		sent, asked := map[string]int{`"end"`: 1}, map[string]bool{`"end"`: true} // what is no request may be answered, too
		for i := range 60 {
			id := fmt.Sprint(i + 1)
			line := lsptest.Mutated(r, strings.ReplaceAll(messages()[r.IntN(len(messages()))], "ID", id))
			if id, request := lsptest.Asks(line); id != "" {
				sent[id]++
				asked[id] = asked[id] || request
			}
			input += line + "\n"
		}
		input += `{"jsonrpc":"2.0","id":"end","method":"ping"}` + "\n"
		byID, _ := answers(t, root, input)
		for id, n := range sent { // of two with one ID at a time, one is refused
			if got := len(byID[id]); got < 1 && asked[id] || got > n {
				t.Errorf("%s has the answers %s, of\n%s", id, byID[id], input)
			}
		}
	}
}

func messages() []string {
	call := func(tool, arguments string) string {
		return `{"jsonrpc":"2.0","id":ID,"method":"tools/call","params":{"name":"` + tool + `","arguments":` + arguments + `}}`
	}
	return []string{
		call("pack", `{"task":"price it","targets":["price.py:1"],"tokens":500,"detail":"full"}`),
		call("repo_map", `{"tokens":100}`), call("search", `{"query":"price","limit":3}`), call("impact", `{"file":"price.py","symbol":"price"}`),
		call("explore", `{"requests":[{"provider":"read_file","params":{"path":"price.py"}}],"tokens":900}`),
		`{"jsonrpc":"2.0","id":ID,"method":"resources/read","params":{"uri":"contextls://repo-map"}}`,
		`{"jsonrpc":"2.0","id":ID,"method":"tools/list","params":{}}`, `{"jsonrpc":"2.0","id":ID,"method":"prompts/get","params":{"name":"x"}}`,
		`{"jsonrpc":"2.0","id":ID,"method":"logging/setLevel","params":{"level":"info"}}`,
		`{"jsonrpc":"2.0","id":ID,"method":"completion/complete","params":{"ref":{"type":"ref/prompt","name":"x"},"argument":{"name":"a","value":"b"}}}`,
		`{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":1,"progress":2}}`,
	}
}

// A subscription lasts as long as the client, which is gone when the input ends.
func TestSubscriptionEnds(t *testing.T) {
	const client = `"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientInfo":{"name":"t","version":"1"},"io.modelcontextprotocol/clientCapabilities":{}}`
	input := `{"jsonrpc":"2.0","id":1,"method":"subscriptions/listen","params":{"notifications":{"toolsListChanged":true},` + client + `}}` + "\n"
	byID, others := answers(t, shop(t), input)
	if len(byID["1"]) != 1 || len(others) > 0 {
		t.Errorf("answers %s %s", byID, others)
	}
}

// A client that is gone does not say where it works: then it is where the server is.
func TestRootsOfNobody(t *testing.T) {
	t.Chdir(shop(t))
	input := strings.Replace(initialize, `"capabilities":{}`, `"capabilities":{"roots":{}}`, 1) +
		`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"repo_map"}}`
	byID, _ := answers(t, "", input)
	if len(byID["1"]) != 1 || !strings.Contains(byID["1"][0], `"content"`) {
		t.Errorf("answers %s", byID)
	}
}
