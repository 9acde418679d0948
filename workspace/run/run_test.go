package run

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"
)

// TestMain lets the test's own binary stand for a command: it does what its arguments say.
func TestMain(m *testing.M) {
	if os.Getenv("RUN_TEST_COMMAND") == "" {
		os.Exit(m.Run())
	}
	switch os.Args[1] {
	case "say":
		fmt.Print(strings.Join(os.Args[2:], "|"))
		fmt.Fprint(os.Stderr, "!")
		os.Exit(3)
	case "where":
		dir, _ := os.Getwd()
		fmt.Print(dir)
	case "read":
		n, err := os.Stdin.Read(make([]byte, 1))
		fmt.Print(n, err)
	case "hang":
		fmt.Print("hanging")
		time.Sleep(time.Minute)
	}
}

// self is a command of this binary.
func self(t *testing.T, args ...string) []string {
	t.Helper()
	t.Setenv("RUN_TEST_COMMAND", "1")
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	return append([]string{exe}, args...)
}

func TestCommand(t *testing.T) {
	limits := Limits{time.Minute, 1000}
	got, err := Command(t.Context(), "", nil, self(t, "say", "$HOME", "a b", "; exit 0", "*"), limits)
	if want := (Result{Output: "$HOME|a b|; exit 0|*!", ExitCode: 3}); got != want || err != nil {
		t.Errorf("got %+v, %v", got, err)
	}
	dir := t.TempDir()
	got, err = Command(t.Context(), dir, nil, self(t, "where"), limits)
	if !strings.HasSuffix(got.Output, dir) || got.ExitCode != 0 || err != nil {
		t.Errorf("in %s: %+v, %v", dir, got, err)
	}
	if got, err = Command(t.Context(), "", nil, self(t, "read"), limits); got.Output != "0 EOF" || err != nil {
		t.Errorf("standard input: %+v, %v", got, err)
	}
	if got, err = Command(t.Context(), "", nil, self(t, "say", "0123456789"), Limits{time.Minute, 4}); got.Output != "789!" || got.Missing != 7 || err != nil {
		t.Errorf("the end: %+v, %v", got, err)
	}
	if _, err = Command(t.Context(), "", nil, []string{"no-such-program"}, limits); err == nil || !strings.Contains(err.Error(), "no-such-program") {
		t.Errorf("no program: %v", err)
	}
	if _, err = Command(t.Context(), "", nil, nil, limits); err == nil {
		t.Error("no command: no error")
	}
}

func TestTimeAndCancel(t *testing.T) {
	hang := self(t, "hang")
	got, err := Command(t.Context(), "", nil, hang, Limits{300 * time.Millisecond, 100})
	if !got.TimedOut || got.ExitCode == 0 || err != nil {
		t.Errorf("got %+v, %v", got, err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	time.AfterFunc(100*time.Millisecond, cancel)
	if _, err := Command(ctx, "", nil, hang, Limits{time.Minute, 100}); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}

func TestEnding(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		e := &ending{max: rapid.IntRange(0, 20).Draw(t, "max")}
		var all string
		for _, part := range rapid.SliceOf(rapid.String()).Draw(t, "parts") {
			if n, err := e.Write([]byte(part)); n != len(part) || err != nil {
				t.Fatal(n, err)
			}
			all += part
		}
		if want := all[max(0, len(all)-e.max):]; string(e.kept) != want || e.missing != len(all)-len(want) {
			t.Fatalf("kept %q of %q, %d missing", e.kept, all, e.missing)
		}
	})
}
