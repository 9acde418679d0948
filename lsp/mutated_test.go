package lsp

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/contextls/contextls/lsp/lsptest"
	"github.com/contextls/contextls/workspace/faulttest"
)

// mutable are messages of all kinds; ROOT stands for the folder's URI, ID for a number.
func mutable() []string {
	var all []string
	for _, m := range []struct{ method, params string }{
		{"context/pack", `{"targets":[{"uri":"ROOT/app.py","ranges":[{"start":{"line":1,"character":0},"end":{"line":3,"character":2}}]}],"task":"sum prices","tokens":800,"format":"xml","maxFiles":3,"scope":{"include":["**"],"exclude":["tests/**"]},"files":[{"uri":"ROOT/README.md","pinned":true}]}`},
		{"context/repoMap", `{"tokens":300,"folder":"ROOT","format":"json"}`}, {"context/rank", `{"targets":[{"uri":"ROOT/store/cart.py"}],"task":"cart","limit":4}`},
		{"context/explain", `{"uri":"ROOT/store/price.py","targets":[{"uri":"ROOT/app.py"}],"task":"x"}`}, {"context/symbols", `{"uri":"ROOT/store/cart.py"}`},
		{"context/imports", `{"uri":"ROOT/app.py"}`}, {"context/importChain", `{"from":"ROOT/app.py","to":"ROOT/store/price.py"}`}, {"context/stats", `{}`},
		{"context/query", `{"query":"total price","tokens":400,"limit":5}`}, {"context/source", `{"id":"store/cart.py#total"}`}, {"context/skeleton", `{"uri":"ROOT/store/cart.py"}`},
		{"context/dependencies", `{"uri":"ROOT/app.py"}`}, {"context/impact", `{"id":"store/cart.py#total","uri":"ROOT/store/cart.py"}`},
		{"context/compress", `{"query":"price","tokens":200}`}, {"context/analyzeTask", `{"task":"fix total in store/cart.py"}`},
		{"context/explore", `{"requests":[{"provider":"read_file","params":{"path":"app.py"}},{"provider":"search_code","params":{"pattern":"def"}}],"tokens":900}`},
		{"context/providers", `{"folder":"ROOT"}`}, {"context/scan", `{"mode":"incremental"}`}, {"textDocument/codeLens", `{"textDocument":{"uri":"ROOT/app.py"}}`},
		{"workspace/executeCommand", `{"command":"contextls.rank","arguments":[{"task":"cart"}]}`},
	} {
		all = append(all, `{"jsonrpc":"2.0","id":ID,"method":"`+m.method+`","params":`+m.params+`}`)
	}
	for _, m := range []struct{ method, params string }{
		{"textDocument/didOpen", `{"textDocument":{"uri":"ROOT/app.py","languageId":"python","version":ID,"text":"def main():\n    return 1\n"}}`},
		{"textDocument/didChange", `{"textDocument":{"uri":"ROOT/app.py","version":ID},"contentChanges":[{"range":{"start":{"line":0,"character":1},"end":{"line":1,"character":0}},"text":"x"}]}`},
		{"textDocument/didSave", `{"textDocument":{"uri":"ROOT/app.py"}}`}, {"textDocument/didClose", `{"textDocument":{"uri":"ROOT/app.py"}}`},
		{"workspace/didChangeWatchedFiles", `{"changes":[{"uri":"ROOT/store/user.py","type":2}]}`}, {"$/cancelRequest", `{"id":ID}`},
		{"workspace/didChangeConfiguration", `{"settings":{"contextls":{"tokens":2000}}}`}, {"$/setTrace", `{"value":"verbose"}`},
	} {
		all = append(all, `{"jsonrpc":"2.0","method":"`+m.method+`","params":`+m.params+`}`)
	}
	return all
}

// Messages with something wrong at random: none ends the server, and each request is answered once.
func TestMutated(t *testing.T) {
	messages := faulttest.Times(t, "mutated LSP messages", "messages", 2000, 100_000, 1_000_000)
	s := edit(t, shop)
	s.Expect("window/showMessage", "window/logMessage", "$/logTrace", "$/progress")
	s.Ignore("workspace/configuration")
	named := regexp.MustCompile(`^.{0,20}"id":"`)
	r, all, asked := rand.New(rand.NewPCG(3, 4)), mutable(), map[string]bool{}
	for id := 1000; id < 1000+messages; id++ {
		message := strings.NewReplacer("ROOT", lsptest.URI(s.root), "ID", strconv.Itoa(id)).Replace(all[r.IntN(len(all))])
		message = lsptest.Mutated(r, message)
		if named.MatchString(message) {
			continue // a few names would be those of many requests
		}
		if number, ok := lsptest.Asks(message); ok && asked[number] {
			continue
		} else if ok {
			asked[number] = true
		}
		s.Frame(message)
		if len(asked) >= 50 {
			for number := range asked {
				id, err := strconv.Atoi(number)
				if err != nil {
					t.Fatal(err)
				}
				s.Answer(id)
			}
			clear(asked)
			s.Inbox("") // answers to what has no number
		}
	}
	var stats struct{ Problems []any }
	s.MustCall("context/stats", nil, &stats)
	if len(stats.Problems) > 0 {
		t.Errorf("panics: %s", fmt.Sprint(stats.Problems))
	}
}
