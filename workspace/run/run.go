package run

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"time"
)

// patience is how long output is waited for after a command's end, when it left processes behind.
const patience = time.Second

// Limits bound a command.
type Limits struct {
	Time  time.Duration // it is killed after that long
	Bytes int           // so much of the end of its output is kept
}

// Result is how a command ended.
type Result struct {
	Output   string // the last of what it wrote to its standard output and error, as it came
	Missing  int    // bytes of output before that
	ExitCode int    // -1: it was killed
	TimedOut bool
}

// Command runs a command in a directory: a program, which is looked up as a shell would, and its
// arguments. That it fails is no error; the error says that it could not be started, or is the
// context's.
func Command(ctx context.Context, dir string, argv []string, limits Limits) (Result, error) {
	if len(argv) == 0 {
		return Result{}, errors.New("no command")
	}
	timed, cancel := context.WithTimeout(ctx, limits.Time)
	defer cancel()
	cmd := exec.CommandContext(timed, argv[0], argv[1:]...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "NO_COLOR=1") // what is read by a model needs none
	cmd.WaitDelay = patience
	out := &ending{max: limits.Bytes}
	cmd.Stdout, cmd.Stderr = out, out
	all := prepare(cmd)
	defer all.kill()
	cmd.Cancel = func() error {
		all.kill()
		return cmd.Process.Kill()
	}
	if err := cmd.Start(); err != nil {
		return Result{}, fmt.Errorf("%s cannot be started: %w", argv[0], err)
	}
	all.started()
	err := cmd.Wait()
	if ctx.Err() != nil {
		return Result{}, ctx.Err()
	}
	result := Result{Output: string(out.kept), Missing: out.missing, ExitCode: cmd.ProcessState.ExitCode(), TimedOut: timed.Err() != nil}
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) && !errors.Is(err, exec.ErrWaitDelay) && !result.TimedOut {
		return result, fmt.Errorf("%s: %w", argv[0], err)
	}
	return result, nil
}

// ending keeps the last bytes of what is written to it.
type ending struct {
	kept    []byte
	max     int
	missing int
}

func (e *ending) Write(p []byte) (int, error) {
	e.kept = append(e.kept, p...)
	if over := len(e.kept) - e.max; over > 0 {
		e.kept = slices.Delete(e.kept, 0, over)
		e.missing += over
	}
	return len(p), nil
}
