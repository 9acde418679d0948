package main

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// runIn runs a command with a cache of the test's own, and gives what it wrote and its exit code.
func runIn(t *testing.T, cache string, args ...string) (output string, code int) {
	t.Helper()
	cmd := contextls(t, t.TempDir(), args...)
	cmd.Env = append(cmd.Env, "XDG_CACHE_HOME="+cache)
	out, err := cmd.CombinedOutput()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	return string(out), cmd.ProcessState.ExitCode()
}

func TestCacheCommand(t *testing.T) {
	cache, dir := t.TempDir(), shop(t)
	first, _ := runIn(t, cache, "pack", "--task", "Round the price", dir)
	second, code := runIn(t, cache, "pack", "--task", "Round the price", dir)
	if first != second || code != exitOK || !strings.Contains(first, "price.py") {
		t.Errorf("the first pack and the second differ:\n%s\n%s", first, second)
	}
	out, _ := runIn(t, cache, "stats", "--json", dir)
	contains(t, out, `"cache":`, `"unchanged":`, `"bytes":`)
	out, _ = runIn(t, cache, "cache")
	contains(t, squeezed(out), "directory  "+filepath.Join(cache, "contextls"), "facts  of 4 contents", "MB of at most 1024 MB")
	if out, code = runIn(t, cache, "cache", "verify"); code != exitOK || !strings.HasPrefix(out, "4 facts, ") || !strings.Contains(out, " 0 problems") {
		t.Errorf("verify: %d, %s", code, out)
	}
	out, _ = runIn(t, cache, "doctor", dir)
	contains(t, squeezed(out), "from the cache  ")

	segment := filepath.Join(cache, "contextls", "values-00000001")
	data, err := os.ReadFile(segment)
	if err != nil {
		t.Fatal(err)
	}
	data[len(data)/2] ^= 1
	write(t, segment, string(data))
	if out, code = runIn(t, cache, "cache", "verify"); code != exitFailed || !strings.Contains(out, "values-00000001 at ") || !strings.Contains(out, "cache clear") {
		t.Errorf("verify of a damaged cache: %d, %s", code, out)
	}
	damaged, code := runIn(t, cache, "pack", "--task", "Round the price", "--tokens", "9000", filepath.Join(dir))
	if whole, _ := runIn(t, t.TempDir(), "pack", "--task", "Round the price", "--tokens", "9000", dir); code != exitOK || !strings.HasSuffix(damaged, whole) {
		t.Errorf("a pack with a damaged cache: %d\n%s\n%s", code, damaged, whole)
	}
	if out, code = runIn(t, cache, "cache", "clear"); code != exitOK || !strings.Contains(out, "is empty") {
		t.Errorf("clear: %d, %s", code, out)
	}
	out, _ = runIn(t, cache, "cache", "info")
	contains(t, squeezed(out), "facts  of 0 contents")
	for _, wrong := range [][]string{{"cache", "wipe"}, {"cache", "info", "clear"}} {
		if out, code = runIn(t, cache, wrong...); code != exitUsage {
			t.Errorf("%q: %d, %s", wrong, code, out)
		}
	}
}

// Only the person at the machine says how much is kept, and 0 is nothing.
func TestNothingIsKept(t *testing.T) {
	cache, dir := t.TempDir(), shop(t)
	write(t, filepath.Join(dir, ".contextls.toml"), "[cache]\nmegabytes = 5\n")
	out, _ := runIn(t, cache, "config", dir)
	contains(t, out, "cache.megabytes = 1024")
	contains(t, out, "cache.megabytes: it may be set by the client")
	t.Setenv("CONTEXTLS_CACHE_MEGABYTES", "0")
	if out, code := runIn(t, cache, "pack", "--task", "Round the price", dir); code != exitOK {
		t.Error(out)
	}
	if found, err := os.ReadDir(cache); err != nil || len(found) > 0 {
		t.Errorf("%q, %v", found, err)
	}
	out, _ = runIn(t, cache, "stats", "--json", dir)
	if strings.Contains(out, `"cache"`) {
		t.Errorf("stats tell of a cache:\n%s", out)
	}
}
