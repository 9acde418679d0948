package main

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestSetup shows what it would do, does it, says so, and undoes it. Keys that stand beside it are not shown.
func TestSetup(t *testing.T) {
	home := t.TempDir()
	file := filepath.Join(home, ".cursor", "mcp.json")
	others := "{\n  \"mcpServers\": {\n    \"forge\": { \"command\": \"forge\", \"env\": { \"ID\": \"" + "AKIA" + "Q3EGRT5YNHU7WXZP" + "\" } }\n  }\n}\n"
	write(t, file, others)
	run := func(code int, args ...string) string {
		t.Helper()
		cmd := contextls(t, home, append([]string{"setup"}, args...)...)
		cmd.Env = append(cmd.Env, "HOME="+home, "USERPROFILE="+home, "XDG_CONFIG_HOME=", "CODEX_HOME=", "PATH=")
		out, err := cmd.CombinedOutput()
		if exit := (*exec.ExitError)(nil); err != nil && (!errors.As(err, &exit) || exit.ExitCode() != code) || err == nil && code != 0 {
			t.Errorf("setup %q: %v, %s", args, err, out)
		}
		return string(out)
	}
	reads := func(want string) {
		t.Helper()
		if text, err := os.ReadFile(file); err != nil || !strings.Contains(string(text), want) || want == others && string(text) != others {
			t.Errorf("%v: %s\nwant %s", err, text, want)
		}
	}
	contains(t, run(0), "cursor", "not set up", file)
	shown := run(0, "cursor")
	contains(t, shown, "+++ "+file, `+    "contextls": {`, "Nothing is written; --yes does it", "‹secret: ")
	if strings.Contains(shown, "Q3EGRT5Y") {
		t.Errorf("another server's key is shown:\n%s", shown)
	}
	reads(others)
	contains(t, run(0, "cursor", "--yes"), file+": written")
	self, _ := os.Executable()
	reads(filepath.Base(self))
	contains(t, run(0), "set up")
	contains(t, run(0, "cursor", "--command", "npx -y contextls", "--yes"), `+      "command": "npx",`)
	reads(`"args": ["-y", "contextls", "mcp"]`)
	contains(t, run(0), "set up otherwise")
	run(0, "--remove", "cursor", "--yes")
	reads(others)
	contains(t, run(0, "--remove", "cursor"), "is as it should be")
	contains(t, run(0, "--print", "--project", ".", "codex"), "[mcp_servers.contextls]\ncommand = \"contextls\"")
	contains(t, run(2, "emacs"), `there is no agent "emacs"; known are claude,`)
	contains(t, run(1, "windsurf", "--project", "."), "Windsurf has no settings for a project")
	contains(t, run(2, "claude", "--project", "nowhere"), "--project")
}
