package main

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestAgentsFolders runs what the folders for agents name: their servers, their hooks, and the commands that the mapper may run.
func TestAgentsFolders(t *testing.T) {
	for file, want := range map[string][2]int{ // hooks and servers
		"editors/agents/claude/.mcp.json":             {0, 1},
		"editors/agents/claude/hooks/hooks.json":      {3, 0},
		"editors/agents/gemini/gemini-extension.json": {0, 1},
	} {
		if hooks, servers := runSnippet(t, page(t, file)); hooks != want[0] || servers != want[1] {
			t.Errorf("%s has %d hooks and %d servers", file, hooks, servers)
		}
	}
	mapper := page(t, "editors/agents/claude/agents/repo-mapper.md")
	for _, c := range regexp.MustCompile("`(contextls [^`]+)`").FindAllStringSubmatch(mapper, -1) {
		if inShell(t, shop(t), c[1], nil) == "" {
			t.Errorf("%s prints nothing", c[1])
		}
		if words := strings.Fields(c[1]); !strings.Contains(mapper, "Bash("+words[0]+" "+words[1]+":*)") {
			t.Errorf("the mapper may not run %s", c[1])
		}
	}
	for _, tool := range regexp.MustCompile(`Write|Edit|Bash\b[^(]`).FindAllString(regexp.MustCompile(`(?m)^tools: .*$`).FindString(mapper), -1) {
		t.Errorf("the mapper may use %q", tool)
	}
	skill := page(t, "editors/agents/claude/skills/code-context/SKILL.md")
	if advice := page(t, "editors/agents/gemini/GEMINI.md"); !strings.HasSuffix(skill, advice) {
		t.Error("GEMINI.md is not what the skill says")
	}
}

// TestVersions compares the version with those of the manifests that are checked in.
func TestVersions(t *testing.T) {
	for _, file := range []string{
		"editors/vscode/package.json", "editors/agents/claude/.claude-plugin/plugin.json", "editors/agents/gemini/gemini-extension.json",
	} {
		var manifest struct{ Version string }
		if err := json.Unmarshal([]byte(page(t, file)), &manifest); err != nil || manifest.Version != release {
			t.Errorf("%s says %q, %v; the version is %s", file, manifest.Version, err, release)
		}
	}
	var market struct{ Plugins []struct{ Source string } }
	if err := json.Unmarshal([]byte(page(t, ".claude-plugin/marketplace.json")), &market); err != nil || len(market.Plugins) != 1 {
		t.Fatalf("%+v, %v", market, err)
	}
	if _, err := os.Stat(filepath.Join("../..", market.Plugins[0].Source, ".claude-plugin/plugin.json")); err != nil {
		t.Error(err)
	}
}

// TestRelease asks the release's scripts for what they would find wrong: a module without a known licence, a manifest that is
// not accepted.
func TestRelease(t *testing.T) {
	if out, err := exec.Command("python3", "../../.release/check").CombinedOutput(); err != nil || !strings.Contains(string(out), release+": ") {
		t.Errorf("%v: %s", err, out)
	}
}
