package main

import (
	"encoding/json"
	"errors"
	"io"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

const ourModule = "github.com/contextls/contextls/"

// A listed package, as `go list -json` prints it.
type listed struct {
	ImportPath string
	Imports    []string
	Dir        string
	DepOnly    bool
	CgoFiles   []string
}

// TestRooms holds the code to its plan: who may import whom, and which outside library lives where.
func TestRooms(t *testing.T) {
	inner := []struct{ room, imports string }{ // a room imports nothing of ours but what is named here
		{"cmd/contextls", "cmd/contextls/daemon cmd/contextls/draw cmd/contextls/mcp cmd/contextls/setup cmd/contextls/shell lsp lsp/debug lsp/relay lsp/rpc lsp/protocol lsp/settings lsp/engine lsp/engine/explore workspace workspace/git workspace/parse workspace/problem workspace/secret workspace/store workspace/kept workspace/watch budget/render analysis analysis/lang"},
		{"cmd/contextls/daemon", ""},
		{"cmd/contextls/mcp", "lsp/protocol lsp/settings lsp/engine lsp/engine/explore workspace workspace/problem budget/render"},
		{"cmd/contextls/draw", "budget/render"},
		{"cmd/contextls/setup", ""},
		{"cmd/contextls/shell", "budget/render"},
		{"lsp", "lsp/debug lsp/rpc lsp/protocol lsp/settings lsp/engine lsp/engine/explore workspace workspace/problem budget budget/render analysis"},
		{"lsp/rpc", ""},
		{"lsp/debug", "budget/render"},
		{"lsp/relay", "lsp/rpc lsp/protocol"},
		{"lsp/protocol", "budget/render"},
		{"lsp/engine", "lsp/settings workspace workspace/git workspace/ignore workspace/packages workspace/problem workspace/promise workspace/secret workspace/store budget budget/render rank rank/task analysis"},
		{"lsp/engine/explore", "lsp/engine lsp/settings workspace workspace/git workspace/ignore workspace/run workspace/secret budget budget/render"},
		{"lsp/lsptest", ""},
		{"lsp/settings", "workspace workspace/ignore budget rank"},
		{"workspace", "workspace/promise workspace/problem workspace/disk workspace/git workspace/parse workspace/watch workspace/ignore workspace/secret workspace/packages workspace/kept analysis"},
		{"workspace/packages", "workspace/disk analysis"},
		{"workspace/disk", "workspace/ignore workspace/git workspace/secret"},
		{"workspace/faulttest", ""},
		{"workspace/git", "analysis"},
		{"workspace/ignore", ""},
		{"workspace/parse", "analysis"},
		{"workspace/problem", ""},
		{"workspace/promise", ""},
		{"workspace/run", ""},
		{"workspace/secret", ""},
		{"workspace/secret/secrettest", ""},
		{"workspace/kept", ""},
		{"workspace/store", ""},
		{"workspace/store/storetest", "workspace/store"},
		{"workspace/watch", "workspace/disk"},
		{"budget", "rank analysis budget/bpe budget/render"},
		{"budget/bpe", ""},
		{"budget/render", ""},
		{"budget/render/rendertest", ""},
		{"rank", "analysis rank/task"},
		{"rank/task", "analysis"},
		{"analysis", ""},
		{"analysis/syntax", "analysis"},
		{"analysis/lang", "analysis analysis/syntax analysis/lang/*"},
		{"analysis/lang/langtest", "analysis"},
		{"analysis/lang/scan", "analysis"}, // rooms that languages share
		{"analysis/lang/walk", "analysis analysis/syntax"},
		{"analysis/lang/jvm", "analysis analysis/lang/toml"},
		{"analysis/lang/include", "analysis"},
		{"analysis/lang/toml", ""},
		{"analysis/lang/outline", "analysis analysis/syntax"},
		{"analysis/lang/*", "analysis analysis/syntax analysis/lang/scan analysis/lang/walk analysis/lang/jvm analysis/lang/include analysis/lang/outline analysis/lang/toml analysis/lang/ecmascript analysis/lang/python"},
	}
	outer := []struct{ library, rooms string }{
		{"go.lsp.dev/", "lsp lsp/relay lsp/rpc lsp/protocol"},
		{"encoding/json", "lsp lsp/lsptest lsp/engine/explore cmd/contextls cmd/contextls/daemon cmd/contextls/mcp cmd/contextls/setup budget/render/rendertest workspace/store workspace/store/storetest analysis/lang/*"}, // manifests are JSON
		{"github.com/go-json-experiment/json", "lsp lsp/relay lsp/rpc lsp/protocol"},
		{"github.com/smacker/go-tree-sitter", "analysis/syntax analysis/lang/*"},
		{"github.com/tree-sitter/", "analysis/lang/*"},
		{"github.com/tree-sitter-grammars/", "analysis/lang/*"},
		{"github.com/fsnotify/fsnotify", "workspace/watch"},
		{"github.com/opensearch-project/opensearch-go/", "workspace/store"},
		{"gonum.org/v1/gonum", "rank"},
		{"text/template", ""}, // who executes templates keeps all methods of all types in the program, 3 MB
		{"html/template", ""},
		{"github.com/BurntSushi/toml", "lsp/settings cmd/contextls/setup"},
		{"github.com/tailscale/hujson", "cmd/contextls/setup"},
		{"github.com/tiktoken-go/tokenizer", ""}, // tests compare with it
		{"github.com/spf13/", "cmd/contextls cmd/contextls/shell"},
		{"golang.org/x/term", "cmd/contextls/shell"},
		{"github.com/modelcontextprotocol/go-sdk", "cmd/contextls cmd/contextls/mcp"},
		{"github.com/google/jsonschema-go", "lsp lsp/engine/explore cmd/contextls/mcp"},
		{"path/filepath", "workspace workspace/* lsp lsp/* cmd/contextls cmd/contextls/daemon cmd/contextls/mcp cmd/contextls/setup analysis/lang/langtest"},
		{"os", "workspace workspace/* lsp lsp/* cmd/contextls cmd/contextls/daemon cmd/contextls/mcp cmd/contextls/setup cmd/contextls/shell analysis/lang/langtest"},
		{"os/exec", "analysis/lang/langtest workspace/git workspace/parse workspace/run workspace/store/storetest cmd/contextls/daemon"},
		{"net", "lsp/rpc lsp/debug workspace/store/storetest cmd/contextls/daemon"},
		{"net/http", "lsp/debug workspace/store workspace/store/storetest"},
		{"net/http/pprof", "lsp/debug"},
	}
	for _, p := range listPackages(t, "./...") {
		room := strings.TrimPrefix(p.ImportPath, ourModule)
		allowed, known := "", false
		for _, r := range inner {
			if matches(r.room, room) {
				allowed, known = r.imports, true
				break
			}
		}
		if !known {
			t.Errorf("%s is no room of the house", room)
		}
		for _, imp := range p.Imports {
			if other, ours := strings.CutPrefix(imp, ourModule); ours {
				if !matches(allowed, other) {
					t.Errorf("%s imports %s", room, other)
				}
				continue
			}
			for _, o := range outer {
				if (imp == o.library || strings.HasPrefix(imp, o.library) && strings.ContainsAny(o.library, ".")) && !matches(o.rooms, room) {
					t.Errorf("%s imports %s, which lives in %s", room, imp, o.rooms)
				}
			}
		}
	}
}

// TestPureRooms holds the rooms that need no C compiler to that.
func TestPureRooms(t *testing.T) {
	for _, p := range listPackages(t, "-deps", "./analysis", "./rank/...", "./budget/...", "./workspace/...") {
		if len(p.CgoFiles) > 0 && strings.Contains(p.ImportPath, ".") {
			t.Errorf("%s uses cgo", p.ImportPath)
		}
	}
}

// TestNotLinked holds what the program would be much larger with.
func TestNotLinked(t *testing.T) {
	large := []string{"gonum.org/v1/gonum/mat", "gonum.org/v1/gonum/lapack/gonum"}
	for _, p := range listPackages(t, "-deps", "./cmd/contextls") {
		if slices.Contains(large, p.ImportPath) {
			t.Errorf("the program has %s in it", p.ImportPath)
		}
	}
}

// matches says whether a room is among patterns; in these a * stands for one or more names.
func matches(patterns, room string) bool {
	return slices.ContainsFunc(strings.Fields(patterns), func(p string) bool {
		prefix, star := strings.CutSuffix(p, "*")
		return p == room || star && strings.HasPrefix(room, prefix)
	})
}

func listPackages(t *testing.T, args ...string) []listed {
	t.Helper()
	cmd := exec.Command("go", append([]string{"list", "-json=ImportPath,Imports,CgoFiles"}, args...)...)
	cmd.Dir = "../.."
	var stderr strings.Builder
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("go list: %v\n%s", err, stderr.String())
	}
	var all []listed
	for d := json.NewDecoder(strings.NewReader(string(out))); ; {
		var p listed
		if err := d.Decode(&p); errors.Is(err, io.EOF) {
			return all
		} else if err != nil {
			t.Fatal(err)
		}
		all = append(all, p)
	}
}
