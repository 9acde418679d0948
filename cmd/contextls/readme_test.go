package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// maxReadme is how long the first page may be, in bytes: what is longer is not read.
const maxReadme = 10 << 10

func TestReadmeIsShort(t *testing.T) {
	if readme := page(t, "README.md"); len(readme) > maxReadme {
		t.Errorf("README.md has %d bytes, and may have %d", len(readme), maxReadme)
	}
}

// TestReadmeExample runs the README's first command and compares what it prints with what the README shows.
func TestReadmeExample(t *testing.T) {
	readme := page(t, "README.md")
	command := blocks(readme, "sh")[0]
	example := blocks(readme, "markdown")[0]
	words, ok := strings.CutPrefix(command, "go run ./cmd/contextls ")
	if !ok || strings.Contains(words, "\n") {
		t.Fatalf("the first command is %q", command)
	}
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	out := inShell(t, root, "contextls "+words, nil)
	out = strings.Replace(out, "# Context from "+filepath.Base(root)+"\n", "# Context from contextls\n", 1)
	rest := out
	for line := range strings.Lines(example) {
		line = strings.TrimRight(line, "\n")
		if line == "…" || line == "" {
			continue
		}
		pattern := strings.ReplaceAll(regexp.QuoteMeta(line), "…", ".*")
		at := regexp.MustCompile(`(?m)^` + pattern + `$`).FindStringIndex(rest)
		if at == nil {
			t.Fatalf("the line %q is not printed, or not there:\n%s", line, out)
		}
		rest = rest[at[1]:]
	}
}

// TestSnippets runs what the pages say to type, and what they say to put into files.
func TestSnippets(t *testing.T) {
	for _, p := range []struct {
		page                   string
		commands, hooks        int // at least so many of each
		servers, settings, own int // own: notes of a project's own
	}{
		{page: "README.md", hooks: 1, servers: 1},
		{page: "budget/README.md", commands: 3},
		{page: "cmd/contextls/README.md", commands: 5},
		{page: "cmd/contextls/mcp/README.md", hooks: 3, servers: 2},
		{page: "lsp/engine/explore/README.md", commands: 1, settings: 1, own: 1},
		{page: "lsp/settings/README.md", settings: 1},
	} {
		t.Run(p.page, func(t *testing.T) {
			text := page(t, p.page)
			commands, hooks, servers, own := 0, 0, 0, 0
			for _, block := range blocks(text, "json") {
				h, s := runSnippet(t, block)
				hooks, servers = hooks+h, servers+s
			}
			for _, block := range blocks(text, "sh") {
				for line := range strings.Lines(block) {
					if strings.HasPrefix(line, "contextls ") || strings.Contains(line, "| contextls ") {
						commands++
						if out := inShell(t, shop(t), line, nil); out == "" && !strings.Contains(line, " query ") {
							t.Errorf("%s prints nothing", line)
						}
					}
				}
			}
			for _, block := range blocks(text, "toml") {
				configure(t, block)
			}
			for _, block := range blocks(text, "markdown") {
				if !strings.HasPrefix(block, "---\n") {
					continue
				}
				own++
				dir := shop(t)
				write(t, filepath.Join(dir, ".contextls/playbooks/note.md"), block)
				contains(t, inShell(t, dir, `echo '{"requests": [{"provider": "playbooks"}]}' | contextls explore`, nil), "How to release", "ci")
			}
			if n := len(blocks(text, "toml")); commands < p.commands || hooks < p.hooks || servers < p.servers || n < p.settings || own < p.own {
				t.Errorf("%d commands, %d hooks, %d servers, %d settings and %d notes are shown", commands, hooks, servers, n, own)
			}
		})
	}
}

// runSnippet runs the hooks or the servers of a JSON file for agents.
func runSnippet(t *testing.T, block string) (hooks, servers int) {
	t.Helper()
	type server struct {
		Command string
		Args    []string
	}
	var s struct {
		Hooks map[string][]struct {
			Hooks []struct{ Type, Command string }
		}
		McpServers, Servers map[string]server
	}
	if err := json.Unmarshal([]byte(block), &s); err != nil {
		t.Errorf("%v in:\n%s", err, block)
	}
	dir := shop(t)
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
	for _, all := range []map[string]server{s.McpServers, s.Servers} {
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
	return hooks, servers
}

// configure puts settings where their first line says, and wants every one of them in force.
func configure(t *testing.T, block string) {
	t.Helper()
	dir, home := shop(t), t.TempDir()
	file := filepath.Join(dir, ".contextls.toml")
	if strings.HasPrefix(block, "# contextls/config.toml") {
		file = filepath.Join(home, "contextls", "config.toml")
	}
	write(t, file, block)
	out := squeezed(inShell(t, dir, "contextls config 2>&1", []string{"XDG_CONFIG_HOME=" + home, "HOME=" + home, "AppData=" + home}))
	if strings.Contains(out, "does not count") {
		t.Errorf("of these settings not all count:\n%s\n%s", block, out)
	}
	for line := range strings.Lines(block) {
		if key, _, found := strings.Cut(line, " = "); found && !regexp.MustCompile(`(?m)^.*\b`+key+` = .* # .*(config|\.contextls)\.toml`).MatchString(out) {
			t.Errorf("%s is not in force:\n%s", key, out)
		}
	}
}

// inShell runs a line of a shell in which contextls is this program, and gives what it prints.
func inShell(t *testing.T, dir, line string, environment []string) string {
	t.Helper()
	cmd := contextls(t, dir)
	bin := t.TempDir()
	if err := os.Symlink(cmd.Path, filepath.Join(bin, "contextls")); err != nil {
		t.Fatal(err)
	}
	cmd.Env = append(cmd.Env, "PATH="+bin+":"+os.Getenv("PATH"), "XDG_CONFIG_HOME="+t.TempDir(), "XDG_STATE_HOME="+t.TempDir())
	cmd.Env = append(cmd.Env, environment...)
	cmd.Path, cmd.Args = "/bin/sh", []string{"sh", "-c", line}
	var stderr strings.Builder
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	complaints := regexp.MustCompile(`(?m)^contextls: no room for .*\n`).ReplaceAllString(stderr.String(), "")
	if err != nil || complaints != "" {
		t.Fatalf("%s: %v\n%s%s", line, err, out, complaints)
	}
	return string(out)
}
