package main

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"
)

// asCommand has the test's own program be the command, built with all that the test is built with.
const asCommand = "TEST_AS_CONTEXTLS"

// TestMain lets the test's own program be the command, or a parse worker.
func TestMain(m *testing.M) {
	collectLess(gcPercent) // as the program does: benchmarks are of it
	if os.Getenv(asCommand) != "" || len(os.Args) > 1 && os.Args[1] == "parse-worker" {
		os.Exit(run(os.Args[1:]))
	}
	ofProcess()
	pace(context.Background())
	os.Setenv(remoteVariable, "off") // what a daemon answers is tried where it is said, with one of the test's own
	os.Exit(withCache(m))
}

// withCache runs the tests with a cache of their own, which the processes that they start have in common.
func withCache(m *testing.M) int {
	dir, err := os.MkdirTemp("", "contextls-cache-")
	if err == nil {
		defer os.RemoveAll(dir)
		err = os.Setenv("XDG_CACHE_HOME", dir)
	}
	if err != nil {
		panic(err)
	}
	return m.Run()
}

// contextls is the command with arguments, as somebody would start it in a directory.
func contextls(t *testing.T, dir string, args ...string) *exec.Cmd {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Minute) // a test that kills what it started takes minutes on a busy machine
	t.Cleanup(cancel)
	cmd := exec.CommandContext(ctx, self, args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), asCommand+"=1", "GORACE=atexit_sleep_ms=0") // else each end takes a second under -race
	return cmd
}

// shop is a small project in a repository.
func shop(t *testing.T) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "shop")
	for name, text := range map[string]string{
		".git/HEAD":      "ref: refs/heads/main\n",
		"store/cart.py":  "from store.price import price\n\nclass Cart:\n    def add(self, item):\n        self.items.append(item)\n\ndef total(cart):\n    return sum(price(i) for i in cart.items)\n",
		"store/price.py": "def price(item):\n    \"\"\"What an item costs.\"\"\"\n    return item.price\n",
		"app.py":         "from store.cart import Cart, total\n\ndef main():\n    return total(Cart())\n",
		"test_cart.py":   "from store.cart import Cart\n\ndef test_add():\n    Cart().add(1)\n",
		".env":           "PASSWORD=hunter2\n",
	} {
		write(t, filepath.Join(dir, name), text)
	}
	return dir
}

func write(t *testing.T, file, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}

// contains fails the test where a text lacks one of the parts.
func contains(t *testing.T, text string, parts ...string) {
	t.Helper()
	for _, p := range parts {
		if !strings.Contains(text, p) {
			t.Errorf("no %q in:\n%s", p, text)
		}
	}
}

// A server starts where the directory is gone that it was started in: editors and agents outlive their folders.
func TestStartsWithoutDirectory(t *testing.T) {
	if runtime.GOOS == "windows" { // which keeps a directory that somebody works in
		return
	}
	gone := filepath.Join(t.TempDir(), "gone")
	for args, fails := range map[string]bool{"version": false, "serve --stdio": false, "mcp": false, "rank": true} {
		if err := os.Mkdir(gone, 0o777); err != nil {
			t.Fatal(err)
		}
		cmd := contextls(t, gone)
		cmd.Args = append([]string{"sh", "-c", `rmdir "$0" && exec "$@"`, gone, cmd.Path}, strings.Fields(args)...)
		cmd.Path = "/bin/sh"
		cmd.Env = append(cmd.Env, "PWD=")
		if out, _ := cmd.CombinedOutput(); strings.Contains(string(out), "getwd: ") != fails {
			t.Errorf("%s: %s", args, out)
		}
	}
}
