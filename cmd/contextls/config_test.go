package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestConfig(t *testing.T) {
	dir, home := shop(t), t.TempDir()
	write(t, filepath.Join(dir, ".contextls.toml"), "tokenBudget = 4000\nmaxFileBytes = 2_000_000\nignore = [\"app.py\"]\n[commands]\nlint_check = [\"evil\"]\n")
	outputs := func(args ...string) (out, errs string) {
		t.Helper()
		cmd := contextls(t, dir, args...)
		// The places where the system has the user's settings, on Linux, macOS and Windows.
		cmd.Env = append(cmd.Env, "XDG_CONFIG_HOME="+home, "HOME="+home, "AppData="+home, "CONTEXTLS_MIN_RELEVANCE=0.5", "CONTEXTLS_CODE_LENS_FILE=7")
		var stdout, stderr strings.Builder
		cmd.Stdout, cmd.Stderr = &stdout, &stderr
		if err := cmd.Run(); err != nil {
			t.Fatalf("%v: %v\n%s", args, err, stderr.String())
		}
		return stdout.String(), stderr.String()
	}
	for _, where := range []string{home, filepath.Join(home, "Library", "Application Support")} {
		write(t, filepath.Join(where, "contextls", "config.toml"), "summaryTokens = 300\n[commands]\nrun_tests = [\"go\", \"test\", \"./...\"]\n")
	}
	out, errs := outputs("config")
	for _, want := range []string{
		"tokenBudget = 4000  # .contextls.toml\n", "summaryTokens = 300  # ", "minRelevance = 0.5  # environment\n", "maxFileBytes = 1048576  # default\n",
		`ignore = ["app.py"]  # .contextls.toml`, `commands.run_tests = ["go", "test", "./..."]  # `, "codeLens.file = true  # default\n",
	} {
		if !strings.Contains(squeezed(out), want) {
			t.Errorf("there is no %q in\n%s", want, out)
		}
	}
	for _, want := range []string{".contextls.toml: commands.lint_check: it may be set by", "maxFileBytes: 2000000 is above 1048576", `environment: codeLens.file: "7" is not true or false`} {
		if !strings.Contains(errs, want) || strings.Contains(out, "evil") {
			t.Errorf("there is no %q in\n%s", want, errs)
		}
	}
	// The other commands go by it.
	pack, _ := outputs("pack", "--format", "json")
	if !strings.Contains(pack, `"availableForContext": 4000`) || strings.Contains(pack, "return total(Cart())") {
		t.Errorf("pack does not go by the settings:\n%s", pack)
	}
	if pack, _ = outputs("pack", "--format", "json", "--tokens", "5000"); !strings.Contains(pack, `"availableForContext": 5000`) {
		t.Errorf("a flag does not win over the settings:\n%s", pack)
	}
	if pack, _ = outputs("pack", "--format", "json", "--summary"); !strings.Contains(pack, `"availableForContext": 300`) {
		t.Errorf("a summary does not go by the settings:\n%s", pack)
	}
	if _, err := os.Stat(filepath.Join(dir, "nowhere")); err == nil {
		t.Fatal("there is a folder where none should be")
	}
	if cmd := contextls(t, dir, "config", "nowhere"); cmd.Run() == nil {
		t.Error("a folder that does not exist has settings")
	}
}

// squeezed has one space, or two before a comment, where there are more.
func squeezed(s string) string {
	for strings.Contains(s, "   ") {
		s = strings.ReplaceAll(s, "   ", "  ")
	}
	return s
}

// A file where a folder belongs is told in one line, by every command that is about a folder alone.
func TestFileForFolder(t *testing.T) {
	dir := shop(t)
	for _, args := range [][]string{{"stats"}, {"scan"}, {"config"}, {"export", "--json"}} {
		out, err := contextls(t, dir, append(args, "app.py")...).CombinedOutput()
		if want := "contextls " + args[0] + ": app.py is not a folder\n"; err == nil || string(out) != want {
			t.Errorf("%v: %v, %q, want %q", args, err, out, want)
		}
	}
}
