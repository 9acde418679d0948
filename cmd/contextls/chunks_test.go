package main

import (
	"encoding/json"
	"errors"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/contextls/contextls/lsp/protocol"
)

// Headings repeat the words of code, and stand behind it, unless they are all there is or what is asked for.
func TestQueryHeadings(t *testing.T) {
	dir := shop(t)
	write(t, filepath.Join(dir, "CHANGELOG.md"), "# Changelog\n\n## Items of a cart\n\nA cart has items.\n\n## Refunds\n")
	const heading = "CHANGELOG.md:3 ## Items of a cart"
	for _, tt := range []struct{ query, first, second string }{
		{"items cart", "store/cart.py:", heading},
		{"changelog: items cart", heading, "store/cart.py:"},
		{"refunds", "CHANGELOG.md:7 ## Refunds", ""},
	} {
		out, err := contextls(t, dir, "query", tt.query, "--tier=0").Output()
		first, second := strings.Index(string(out), tt.first), strings.Index(string(out), tt.second)
		if err != nil || first != 0 || tt.second != "" && second < 0 {
			t.Errorf("%s: %v\n%s", tt.query, err, out)
		}
	}
}

// Of two definitions that match alike, the one near a target comes first, over MCP as in the shell.
func TestQueryTargets(t *testing.T) {
	dir := shop(t)
	for module, user := range map[string]string{"early": "front", "late": "shelf"} {
		write(t, filepath.Join(dir, module+".py"), "def rebate(item):\n    return item\n")
		write(t, filepath.Join(dir, user+".py"), "import "+module+"\n\ndef stock():\n    return "+module+".rebate(1)\n")
	}
	session := connectTo(t, contextls(t, t.TempDir(), "mcp", dir), versions()[0], offeringNothing())
	for _, tt := range []struct {
		targets []string
		first   string
	}{
		{[]string{}, "early.py:1 "}, {[]string{"shelf.py"}, "late.py:1 "}, {[]string{"shelf.py:stock"}, "late.py:1 "}, {[]string{"shelf.py:1-2"}, "late.py:1 "},
	} {
		args := []string{"query", "rebate", "--tier=0"}
		for _, target := range tt.targets {
			args = append(args, "--target", target)
		}
		if out, err := contextls(t, dir, args...).Output(); err != nil || !strings.HasPrefix(string(out), tt.first) {
			t.Errorf("%q: %v\n%s", args, err, out)
		}
		if text, result := call(t, session, "search", map[string]any{"query": "rebate", "targets": tt.targets}); result.IsError || !strings.HasPrefix(text, tt.first) {
			t.Errorf("%q: %s", tt.targets, text)
		}
	}
	cmd := contextls(t, dir, "query", "rebate", "--target", "lat.py")
	var errs strings.Builder
	cmd.Stderr = &errs
	if err := cmd.Run(); err == nil || !strings.Contains(errs.String(), "--target: lat.py does not exist; the nearest is late.py") {
		t.Errorf("a target that does not exist: %v\n%s", err, errs.String())
	}
}

func TestQueryCommand(t *testing.T) {
	dir := shop(t)
	const price = "store/price.py:1 def price(item)\n"
	for _, tt := range []struct {
		args []string
		want string
		code int
	}{
		{[]string{"query", "price of an item", "--tier", "0", "--limit", "1"}, price, exitOK},
		{[]string{"query", "--limit=1", "price of an item", "."}, price + "    What an item costs.\n", exitOK},
		{[]string{"query", "cart", "--tier=2", "--tokens=1"}, "", exitOK},
		{[]string{"query"}, "", exitUsage},
		{[]string{"query", "price", ".", "."}, "", exitUsage},
		{[]string{"query", "price", "item"}, "", exitUsage},
		{[]string{"query", " "}, "", exitFailed},
		{[]string{"impact", "--symbol", "price", "store/price.py"}, "Uses (1)\n  store/cart.py:8 total\nDirect importers (1)\n  store/cart.py\n" +
			"Transitive importers, the nearest first (2)\n  app.py\n  test_cart.py\nTests among them (1)\n  test_cart.py\n", exitOK},
		{[]string{"impact", "--symbol", "cost", "store/price.py"}, "", exitFailed},
		{[]string{"impact"}, "", exitUsage},
		{[]string{"skeleton", "--file", "store/price.py"}, price, exitOK},
		{[]string{"skeleton", "--file", "nothing.py"}, "", exitFailed},
	} {
		out, err := contextls(t, dir, tt.args...).Output()
		var exit *exec.ExitError
		code := exitOK
		if errors.As(err, &exit) {
			code = exit.ExitCode()
		}
		if string(out) != tt.want || code != tt.code {
			t.Errorf("%q: exit code %d, %q, want %d, %q", tt.args, code, out, tt.code, tt.want)
		}
	}
	for _, tt := range []struct {
		args []string
		want string
	}{
		{[]string{"query", "zebra"}, `contextls query: nothing matches "zebra" among 6 definitions in 4 files` + "\n"},
		{[]string{"query", "cart", "--tokens=1"}, `definitions match "cart", and none fits the tokens` + "\n"},
		{[]string{"query", "cart"}, ""},
	} {
		var stderr strings.Builder
		cmd := contextls(t, dir, tt.args...)
		cmd.Stderr = &stderr
		if err := cmd.Run(); err != nil || !strings.HasSuffix(stderr.String(), tt.want) || tt.want == "" && stderr.Len() > 0 {
			t.Errorf("%q: %v %q, want %q", tt.args, err, stderr.String(), tt.want)
		}
	}
	out, err := contextls(t, dir, "query", "--json", "zebra").Output()
	contains(t, string(out), `"chunks": []`)
	if err != nil {
		t.Error(err)
	}
	out, err = contextls(t, dir, "query", "--json", "price of an item").Output()
	var r protocol.QueryResult
	if err == nil {
		err = json.Unmarshal(out, &r)
	}
	if err != nil || len(r.Chunks) == 0 || !strings.HasPrefix(r.Chunks[0].ID, "function:store/price.py:price@1:") {
		t.Errorf("%v: %s", err, out)
	}
	if out, err := contextls(t, dir, "skeleton").Output(); err != nil || !strings.Contains(string(out), price) || !strings.Contains(string(out), ":3 class Cart\n") {
		t.Errorf("%v: %s", err, out)
	}
}
