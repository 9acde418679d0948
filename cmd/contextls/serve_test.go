package main

import (
	"bufio"
	"io"
	"net/http"
	"strings"
	"testing"
)

// The debug page says where it is, and is there.
func TestDebugPage(t *testing.T) {
	cmd := contextls(t, t.TempDir(), "serve", "--debug=localhost:0")
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	stderr, err := cmd.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	line, err := bufio.NewReader(stderr).ReadString('\n')
	_, page, found := strings.Cut(strings.TrimSpace(line), "the debug page is ")
	if err != nil || !found {
		t.Fatalf("%v: it says %q", err, line)
	}
	response, err := http.Get(page)
	if err != nil {
		t.Fatal(err)
	}
	body, err := io.ReadAll(response.Body)
	response.Body.Close()
	if err != nil {
		t.Fatal(err)
	}
	contains(t, string(body), "<h1>contextls", "None is open.")
	in.Close()
	_ = cmd.Wait() // its client left without a word
	if out, err := contextls(t, t.TempDir(), "serve", "--debug=0.0.0.0:0").CombinedOutput(); err == nil || !strings.Contains(string(out), "127.0.0.1, ::1 or localhost only") {
		t.Errorf("%v: a page for all: %s", err, out)
	}
}
