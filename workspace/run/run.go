package run

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
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

// Command runs a command in a directory and an environment, nil for this process' own: a program, which is looked up as a
// shell would there, and its arguments. That it fails is no error; the error says that it could not be started, or is the
// context's.
func Command(ctx context.Context, dir string, environment, argv []string, limits Limits) (Result, error) {
	if len(argv) == 0 {
		return Result{}, errors.New("no command")
	}
	program := argv[0]
	if environment == nil {
		environment = os.Environ()
	} else if found := lookUp(program, environment); found != "" {
		program = found
	} else {
		return Result{}, fmt.Errorf("%s cannot be started: %w", argv[0], exec.ErrNotFound)
	}
	timed, cancel := context.WithTimeout(ctx, limits.Time)
	defer cancel()
	cmd := exec.CommandContext(timed, program, argv[1:]...)
	cmd.Dir = dir
	cmd.Env = append(slices.Clip(environment), "NO_COLOR=1") // what is read by a model needs none
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

// lookUp is where a program is found in an environment, "" for nowhere. What has a directory in its name is where that says.
func lookUp(program string, environment []string) string {
	if filepath.Base(program) != program {
		return program
	}
	path := ""
	for _, variable := range environment {
		if name, value, _ := strings.Cut(variable, "="); strings.EqualFold(name, "PATH") && (name == "PATH" || runtime.GOOS == "windows") {
			path = value
		}
	}
	for _, dir := range filepath.SplitList(path) {
		if !filepath.IsAbs(dir) {
			continue // what lies in a workspace is not for its name's sake what a person means
		}
		if found, err := exec.LookPath(filepath.Join(dir, program)); err == nil {
			return found
		}
	}
	return ""
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
