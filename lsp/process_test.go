package lsp

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"testing"

	"github.com/contextls/contextls/lsp/lsptest"
	"github.com/contextls/contextls/workspace/faulttest"
)

// TestMain lets the test binary stand for a client's process, which lives until it is killed, and for a
// command that a user has set.
func TestMain(m *testing.M) {
	if os.Getenv("LSP_TEST_CLIENT") != "" {
		io.Copy(io.Discard, os.Stdin)
		return
	}
	if len(os.Args) > 1 && os.Args[1] == "as-command" { // it says its arguments, and fails
		fmt.Println(strings.Join(os.Args[2:], "\n"))
		os.Exit(3)
	}
	os.Exit(m.Run())
}

// process starts one.
func process(t *testing.T) (pid int, kill func()) {
	t.Helper()
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), "LSP_TEST_CLIENT=1")
	if _, err := cmd.StdinPipe(); err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		cmd.Process.Kill()
		cmd.Wait()
	})
	return cmd.Process.Pid, func() {
		if err := cmd.Process.Kill(); err != nil {
			t.Error(err)
		}
		if runtime.GOOS != "linux" { // there, a dead process counts as dead before its parent waits for it
			cmd.Wait()
		}
	}
}

func TestClientDies(t *testing.T) {
	t.Parallel()
	for i := range faulttest.Times(t, "editors killed while their server runs", "editors", 2, 30, 200) {
		by := []string{"flag", "initialize"}[i%2]
		t.Run(by, func(t *testing.T) {
			t.Parallel()
			pid, kill := process(t)
			client, server := lsptest.Pipe()
			code := make(chan int, 1)
			opts := Options{Log: slog.New(slog.DiscardHandler)}
			params := map[string]any{"processId": pid}
			if by == "flag" {
				opts.ClientProcessID = pid
				params["processId"] = os.Getpid()
			}
			go func() { code <- Serve(context.Background(), server, opts) }()
			lsptest.New(t, client).MustCall("initialize", params, nil)
			select {
			case c := <-code:
				t.Fatalf("ended with %d while the client lives", c)
			default:
			}
			kill()
			if c := <-code; c != 1 {
				t.Errorf("exit code %d", c)
			}
		})
	}
}

// A process that is not there at all belongs to another machine: the connection tells when it ends.
func TestClientElsewhere(t *testing.T) {
	pid, kill := process(t)
	kill()
	for alive(pid) {
	}
	s := serve(t, t.TempDir())
	s.MustCall("initialize", map[string]any{"processId": pid}, nil)
	s.Shutdown()
	if code := <-s.code; code != 0 {
		t.Errorf("exit code %d", code)
	}
}

func TestAlive(t *testing.T) {
	if !alive(os.Getpid()) {
		t.Error("this process is dead")
	}
}
