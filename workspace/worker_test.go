package workspace

import (
	"io"
	"log/slog"
	"os"
	"testing"
	"time"

	"github.com/contextls/contextls/analysis"
	"github.com/contextls/contextls/workspace/parse"
)

const workerEnv = "CONTEXTLS_TEST_WORKER"

// TestMain makes the test's own program the worker, as the product's is.
func TestMain(m *testing.M) {
	if os.Getenv(workerEnv) != "" {
		if err := parse.Work(os.Stdin, os.Stdout, []*analysis.Language{plain()}); err != nil {
			panic(err)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// workerSession is a session that parses in worker processes, which command starts.
func workerSession(t *testing.T, command ...string) *Session {
	t.Helper()
	t.Setenv(workerEnv, "1")
	log := slog.New(slog.NewTextHandler(io.Discard, nil))
	s := NewSession(Options{Languages: []*analysis.Language{plain()}, Log: log,
		Parse: parse.Options{Command: command, Workers: 2, Limit: time.Minute}})
	t.Cleanup(s.Close)
	return s
}
