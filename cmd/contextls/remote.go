package main

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"github.com/contextls/contextls/cmd/contextls/daemon"
	"github.com/contextls/contextls/workspace"
	"github.com/contextls/contextls/workspace/git"
	"github.com/contextls/contextls/workspace/parse"
)

// remoteVariable says whether to ask the daemon, where the command line does not.
const remoteVariable = "CONTEXTLS_REMOTE"

// remoteDir reads a value of --remote: the directory of the daemon's socket, "" for the default one, or off.
func remoteDir(value string) (dir string, off bool, err error) {
	switch {
	case value == "auto" || value == "":
		return "", false, nil
	case value == "off":
		return "", true, nil
	case filepath.IsAbs(value):
		return value, false, nil
	}
	return "", false, fmt.Errorf("%q is neither auto, off nor an absolute path", value)
}

// errOff says that the daemon is not to be asked.
var errOff = errors.New("the daemon is turned off")

// daemonPlace is where the daemon of this build and environment is. The error says why there is none.
func daemonPlace(remote string) (daemon.Place, error) {
	dir, off, err := remoteDir(cmp.Or(remote, os.Getenv(remoteVariable)))
	switch {
	case err != nil:
		return daemon.Place{}, fmt.Errorf("%s: %w", remoteVariable, err)
	case off:
		return daemon.Place{}, errOff
	case dir == "":
		if dir, err = daemon.DefaultDir(); err != nil {
			return daemon.Place{}, err
		}
	}
	self, err := identity()
	if err != nil {
		return daemon.Place{}, err
	}
	return daemon.At(dir, self)
}

// identity is all that an answer depends on besides the call and what is on disk: this very program, what of the
// environment it and git read, which git that is, and which file systems are mounted.
func identity() (string, error) {
	program, err := parse.Self()
	if err != nil {
		return "", err
	}
	info, err := os.Stat(program)
	if err != nil {
		return "", err
	}
	parts := []string{buildVersion(), runtime.Version(), program, fmt.Sprint(info.Size(), info.ModTime().UnixNano()), daemon.Mounts(), git.Program()}
	for _, variable := range slices.Sorted(slices.Values(os.Environ())) {
		name, _, _ := strings.Cut(variable, "=")
		if name = strings.ToUpper(name); countsInEnvironment(name) {
			parts = append(parts, variable)
		}
	}
	return strings.Join(parts, "\x00"), nil
}

// countsInEnvironment reports whether answers may depend on a variable of the environment. Those that say whether to ask the
// daemon, and what the program was run by, do not count.
func countsInEnvironment(name string) bool {
	if name == remoteVariable || name == "CONTEXTLS_RUNNER" {
		return false
	}
	return slices.Contains([]string{"HOME", "USERPROFILE", "APPDATA", "LOCALAPPDATA", "XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME",
		"GIT_CEILING_DIRECTORIES"}, name) || strings.HasPrefix(name, "CONTEXTLS_") || strings.HasPrefix(name, "GIT_CONFIG")
}

// unsaved are the texts below a folder that the user's editors have open and did not save.
func (c *commandLine) unsaved(ctx context.Context, root string) (texts []workspace.Unsaved) {
	if c.saved {
		return nil
	}
	var dir string
	if c.inDaemon {
		dir = c.shelf.dir
	} else if place, err := daemonPlace(c.remote); err == nil {
		dir = place.Dir
	} else {
		return nil
	}
	for _, t := range daemon.Unsaved(ctx, dir, root) {
		texts = append(texts, workspace.Unsaved(t))
	}
	return texts
}

// publish lets agents and shell commands of this user see what is unsaved here.
func publish(remote string) func(context.Context, func(string) []workspace.Unsaved) error {
	return func(ctx context.Context, unsaved func(string) []workspace.Unsaved) error {
		place, err := daemonPlace(remote)
		if err != nil {
			return err
		}
		return publishAt(place.Dir)(ctx, unsaved)
	}
}

// attach has the daemon answer the call, if it can. Where it could not, the call has its input still before it, and
// what was printed of its output is not printed again.
func (c *commandLine) attach() (exitCode int, answered bool, err error) {
	if c.inDaemon {
		return 0, false, nil
	}
	place, err := daemonPlace(c.remote)
	if err != nil {
		return 0, false, nil
	}
	input := newJournal(c.in)
	exitCode, err = place.Ask(c.ctx, daemon.Call{Args: c.args, Dir: c.dir, Terminal: c.terminal, Screen: daemon.Screen(c.screen)},
		daemon.Streams{In: input.reader(), Out: asItIs(c.out), Err: asItIs(c.err)}, startDaemon(place))
	var lost *daemon.Lost
	if errors.As(err, &lost) && !lost.Broken {
		c.in, c.out = input.reader(), &without{out: c.out, lines: lost.Lines}
		return 0, false, nil
	}
	return cmp.Or(exitCode, failedIf(err)), true, err
}

func failedIf(err error) int {
	if err != nil {
		return exitFailed
	}
	return exitOK
}

// startDaemon starts the daemon of a place, if this program is still the one that it is of.
func startDaemon(place daemon.Place) daemon.Starter {
	return func() (<-chan struct{}, error) {
		if now, err := daemonPlace(place.Dir); err != nil || now != place {
			return nil, errors.Join(errors.New("the program was replaced"), err)
		}
		program, err := parse.Self()
		if err != nil {
			return nil, err
		}
		return place.Start(program, "daemon", "--remote="+place.Dir)
	}
}

// without leaves out the first lines of what is written.
type without struct {
	out   io.Writer
	lines int
}

func (w *without) Write(p []byte) (int, error) {
	rest := p
	for w.lines > 0 {
		_, after, ended := bytes.Cut(rest, []byte("\n"))
		if !ended {
			return len(p), nil
		}
		w.lines--
		rest = after
	}
	if _, err := w.out.Write(rest); err != nil {
		return 0, err
	}
	return len(p), nil
}

// attachFor is attach for an answer that is not printed yet.
func (c *commandLine) attachFor() (answer []byte, answered bool, err error) {
	var printed bytes.Buffer
	there := *c
	there.out = &printed
	_, answered, err = there.attach()
	c.in = there.in
	return printed.Bytes(), answered, err
}
