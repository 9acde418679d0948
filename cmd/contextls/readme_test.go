package main

import (
	"bytes"
	"encoding/json"
	"os"
	"strings"
	"testing"
)

// snippet is what the README's JSON has for agents.
type snippet struct {
	Hooks map[string][]struct {
		Hooks []struct{ Type, Command string }
	}
	McpServers, Servers map[string]struct {
		Command string
		Args    []string
	}
}

// TestReadmeSnippets runs what the README says to put into agents' settings.
func TestReadmeSnippets(t *testing.T) {
	readme, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	dir := shop(t)
	hooks, servers := 0, 0
	for _, block := range strings.Split(string(readme), "\n```json\n")[1:] {
		block, _, _ = strings.Cut(block, "\n```")
		var s snippet
		if err := json.Unmarshal([]byte(block), &s); err != nil {
			t.Errorf("%v in:\n%s", err, block)
		}
		for event, groups := range s.Hooks {
			for _, h := range groups[0].Hooks {
				hooks++
				words := strings.Fields(h.Command)
				out, errs := runHook(t, input(t, event, dir, nil), words[2:]...)
				if h.Type != "command" || words[0] != "contextls" || words[1] != "hook" || errs != "" {
					t.Errorf("%s: %+v: %s", event, h, errs)
				}
				contains(t, out, `"hookEventName":"`+event+`"`, "store/cart.py")
			}
		}
		for _, all := range []map[string]struct {
			Command string
			Args    []string
		}{s.McpServers, s.Servers} {
			for name, server := range all {
				servers++
				var args []string
				for _, a := range server.Args {
					args = append(args, strings.ReplaceAll(a, "${workspaceFolder}", dir))
				}
				if name != "contextls" || server.Command != "contextls" {
					t.Errorf("%s: %+v", name, server)
				}
				text, _ := call(t, connectTo(t, contextls(t, dir, args...), versions()[0], offeringNothing()), "repo_map", nil)
				contains(t, text, "store/cart.py")
			}
		}
	}
	if hooks < 3 || servers < 2 || bytes.Count(readme, []byte("\n```json\n")) < 3 {
		t.Errorf("%d hooks and %d servers are shown", hooks, servers)
	}
}
