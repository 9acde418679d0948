package git

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strings"
	"time"
)

// ErrNoGit says that there is no git program on the PATH.
var ErrNoGit = errors.New("git is not installed")

// ErrNoRepository says that a folder lies in no repository's working tree.
var ErrNoRepository = errors.New("not in a git repository")

// Error is any other failure of git.
type Error struct {
	Command string // the subcommand
	Text    string // the first lines of what git wrote to stderr
	Err     error  // why it ended
}

func (e *Error) Error() string {
	if e.Text == "" {
		return fmt.Sprintf("git %s: %v", e.Command, e.Err)
	}
	return fmt.Sprintf("git %s: %v: %s", e.Command, e.Err, e.Text)
}

func (e *Error) Unwrap() error { return e.Err }

const (
	timeout   = 10 * time.Second // of one call, unless its caller has a deadline
	patience  = time.Second      // for a killed git to let go of its output
	maxStderr = 2048             // bytes of stderr that are kept
)

var errTooMuch = errors.New("too much output")

// hardening comes before every subcommand. Each of these settings could make git run something that
// the repository's configuration names, or use the network: by itself, or to fetch what a partial clone lacks
// where git is too old for GIT_NO_LAZY_FETCH. A repository's protocol.ext.allow beats protocol.allow, so each
// protocol is named.
func hardening() []string {
	args := []string{"--no-pager", "--literal-pathspecs",
		"-c", "core.fsmonitor=false", "-c", "core.hooksPath=/dev/null", "-c", "credential.helper=",
		"-c", "protocol.allow=never", "-c", "safe.bareRepository=explicit"}
	for _, protocol := range []string{"ext", "file", "ssh", "git", "http", "https", "ftp", "ftps", "fd"} {
		args = append(args, "-c", "protocol."+protocol+".allow=never")
	}
	for _, program := range []string{"core.sshCommand", "core.gitProxy", "core.askPass", "core.editor", "core.alternateRefsCommand",
		"gpg.program", "gpg.openpgp.program", "gpg.x509.program", "gpg.ssh.program"} {
		args = append(args, "-c", program+"=false") // a program that does nothing
	}
	return append(args, "-c", "core.pager=cat", "-c", "log.showSignature=false")
}

// sparing comes with it: how much of packs git maps into memory, and how much of what it has unpacked it keeps, where by itself it
// takes all there is, and 96 MB. A history of thousands of commits takes as long.
func sparing() []string {
	return []string{"-c", "core.packedGitWindowSize=1m", "-c", "core.packedGitLimit=32m", "-c", "core.deltaBaseCacheLimit=16m"}
}

// run runs git in a directory and gives what it wrote. With errTooMuch come the first max bytes.
func run(ctx context.Context, dir string, max int, args ...string) ([]byte, error) {
	out := &limited{max: max, then: errTooMuch} // a refused write ends git
	err := runTo(ctx, dir, out, args...)
	return out.kept, err
}

// runTo is run for who takes what git writes as it comes.
func runTo(ctx context.Context, dir string, stdout *limited, args ...string) error {
	program, err := exec.LookPath("git")
	if err != nil {
		return fmt.Errorf("%w: %w", ErrNoGit, err)
	}
	if dir != "" {
		if err := checkPlace(dir); err != nil {
			return err
		}
	}
	if _, limited := ctx.Deadline(); !limited {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, timeout)
		defer cancel()
	}
	cmd := exec.CommandContext(ctx, program, slices.Concat(hardening(), sparing(), args)...)
	cmd.Dir = dir
	cmd.Env = environment(os.Environ())
	cmd.WaitDelay = patience
	stderr := &limited{max: maxStderr}
	cmd.Stdout, cmd.Stderr = stdout, stderr
	err = cmd.Run()
	switch {
	case stdout.cut:
		err = errTooMuch
	case err == nil:
		return nil
	case ctx.Err() != nil:
		err = ctx.Err()
	}
	text := strings.TrimSpace(string(stderr.kept))
	for _, fatal := range []string{"not a git repository", "must be run in a work tree", "cannot use bare repository"} {
		if strings.Contains(text, fatal) {
			return ErrNoRepository
		}
	}
	return &Error{subcommand(args), text, err}
}

// subcommand is the first of git's arguments that is no setting.
func subcommand(args []string) string {
	for len(args) > 2 && args[0] == "-c" {
		args = args[2:]
	}
	return args[0]
}

// environment is ours without what would point git at another repository or make it run something. With its own settings glibc
// gives back and takes anew some pages with each file that git unpacks.
func environment(ours []string) []string {
	var env []string
	for _, v := range ours {
		name, _, _ := strings.Cut(v, "=")
		name = strings.ToUpper(name) // Windows
		if strings.HasPrefix(name, "GIT_") && !strings.HasPrefix(name, "GIT_CONFIG") && name != "GIT_CEILING_DIRECTORIES" {
			continue
		}
		env = append(env, v)
	}
	return append(env, "LC_ALL=C", "GIT_OPTIONAL_LOCKS=0", "GIT_TERMINAL_PROMPT=0", "GIT_NO_LAZY_FETCH=1", "GIT_ALLOW_PROTOCOL=none",
		"MALLOC_TRIM_THRESHOLD_=4194304", "MALLOC_TOP_PAD_=524288")
}

// Interrupted reports whether git was ended before it came to its end: another time it may.
func Interrupted(err error) bool {
	var exit *exec.ExitError
	return errors.Is(err, context.DeadlineExceeded) || errors.As(err, &exit) && exit.ExitCode() < 0
}

// exitCode is the status git ended with, -1 when it did not end by itself.
func exitCode(err error) int {
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		return exit.ExitCode()
	}
	return -1
}

// limited keeps the first bytes of what is written to it, or hands them on, and answers the rest with an error or, when
// that is nil, swallows it.
type limited struct {
	kept  []byte
	to    func([]byte) // nil: they are kept
	taken int
	max   int
	cut   bool
	then  error
}

func (l *limited) Write(p []byte) (int, error) {
	n := min(len(p), l.max-l.taken)
	l.taken += n
	if l.to != nil {
		l.to(p[:n])
	} else {
		l.kept = append(l.kept, p[:n]...)
	}
	if n < len(p) {
		l.cut = true
		return len(p), l.then
	}
	return len(p), nil
}
