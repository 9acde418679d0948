//go:build unix

package storetest

import (
	"net"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// EnvNode names the directory of the node at Env, if a test may do harm to all of it: nobody else uses it meanwhile.
const EnvNode = "TEST_OPENSEARCH_NODE"

// Node is a real OpenSearch of a test's own.
type Node struct {
	URL string
	dir string
}

// OwnNode is the node that a test may do harm to. It runs when the test begins, and again when it has ended; a test asks for its Config before, since
// what that leaves is deleted afterwards.
func OwnNode(t testing.TB) *Node {
	t.Helper()
	n := &Node{os.Getenv(Env), os.Getenv(EnvNode)}
	if n.URL == "" || n.dir == "" {
		t.Skip("it needs an OpenSearch that nobody else uses: " + Env + "=$(.ci/opensearch start DIR) " + EnvNode + "=DIR")
	}
	t.Cleanup(func() {
		n.signal(t, syscall.SIGCONT)
		if !n.listens() {
			n.Start(t)
		}
	})
	return n
}

// Kill ends the node as a failure of power does, and waits until it is gone.
func (n *Node) Kill(t testing.TB) {
	t.Helper()
	n.signal(t, syscall.SIGKILL)
	for n.listens() {
		time.Sleep(10 * time.Millisecond)
	}
}

// Stall has the node take requests, and answer none, until Resume.
func (n *Node) Stall(t testing.TB) { t.Helper(); n.signal(t, syscall.SIGSTOP) }

// Resume ends what Stall began.
func (n *Node) Resume(t testing.TB) { t.Helper(); n.signal(t, syscall.SIGCONT) }

// Start starts the node again, with the data that it had, and waits until it answers.
func (n *Node) Start(t testing.TB) {
	t.Helper()
	cmd := exec.Command(script(t), "start", n.dir)
	var complaints strings.Builder
	cmd.Stderr = &complaints
	out, err := cmd.Output()
	if address := strings.TrimSpace(string(out)); err != nil || address != n.URL {
		t.Fatalf("the node is at %q, not at %s: %v\n%s", address, n.URL, err, complaints.String())
	}
}

// script is .ci/opensearch, in a directory above.
func script(t testing.TB) string {
	t.Helper()
	dir, err := os.Getwd()
	for ; err == nil && dir != filepath.Dir(dir); dir = filepath.Dir(dir) {
		file := filepath.Join(dir, ".ci", "opensearch")
		if _, err := os.Stat(file); err == nil {
			return file
		}
	}
	t.Fatalf("there is no .ci/opensearch above: %v", err)
	return ""
}

// signal sends a signal to the node, if there is one.
func (n *Node) signal(t testing.TB, s syscall.Signal) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(n.dir, "pid"))
	if err != nil {
		t.Fatal(err)
	}
	pid, err := strconv.Atoi(strings.TrimSpace(string(text)))
	if err != nil {
		t.Fatal(err)
	}
	if err := syscall.Kill(pid, s); err != nil && err != syscall.ESRCH {
		t.Fatal(err)
	}
}

// listens reports whether there is a process at the node's address.
func (n *Node) listens() bool {
	u, err := url.Parse(n.URL)
	if err != nil {
		return false
	}
	conn, err := net.Dial("tcp", u.Host)
	if err != nil {
		return false
	}
	_ = conn.Close()
	return true
}
