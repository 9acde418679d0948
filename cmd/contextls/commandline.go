package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"os/signal"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/contextls/contextls/budget/render"
	"github.com/contextls/contextls/cmd/contextls/shell"
	"github.com/contextls/contextls/lsp/engine"
)

// commandLine is a command line with all that its answer may depend on. It is answered in the process that it was given to,
// or in the daemon.
type commandLine struct {
	ctx      context.Context // of a question; ends when nobody waits for the answer any more
	args     []string        // the command's name, and what follows it
	dir      string          // absolute: where relative names of a question begin; "" is the process' own
	in       io.Reader
	out, err io.Writer
	screen   shell.Screen // that out leads to
	terminal bool         // err is one
	remote   string       // whether to ask the daemon, as the command line has it
	saved    bool         // what editors have unsaved does not count
	inDaemon bool
	shelf    *shelf
	code     *int // the exit code; a hook may leave behind somebody who copies the rest
}

// run runs the command that the command line names, and is the exit code.
func (c *commandLine) run() int {
	c.code = new(int)
	root := c.root()
	name, args := c.args[0], c.args[1:]
	if cmd := named(root, name); cmd != nil {
		args = shell.LongFlags(cmd.Flags(), args)
	} else if !c.completing() {
		err := fmt.Errorf("there is no command %q%s; `contextls help` lists them", name, meant("", name, names(root)))
		return end("contextls", exitUsage, err, c.err)
	}
	root.SetArgs(append([]string{name}, args...))
	if _, err := root.ExecuteC(); err != nil {
		return end("contextls "+name, *c.code, err, c.err)
	}
	return *c.code
}

// completing reports whether a shell asks what may follow.
func (c *commandLine) completing() bool {
	return len(c.args) > 0 && strings.HasPrefix(c.args[0], cobra.ShellCompRequestCmd)
}

// named is the command of a name, nil if there is none.
func named(root *cobra.Command, name string) *cobra.Command {
	for _, cmd := range root.Commands() {
		if cmd.Name() == name {
			return cmd
		}
	}
	return nil
}

// names are those of the commands that help lists.
func names(root *cobra.Command) (names []string) {
	for _, cmd := range root.Commands() {
		if !cmd.Hidden {
			names = append(names, cmd.Name())
		}
	}
	return names
}

// meant asks whether another name was meant, where there is one that is much like it. Names are written with a prefix.
func meant(prefix, name string, among []string) string {
	if other := engine.NearestName(name, among); other != "" {
		return fmt.Sprintf(" (did you mean %s%s?)", prefix, other)
	}
	return ""
}

// end tells of an error, and is the exit code.
func end(name string, code int, err error, errs io.Writer) int {
	for _, one := range parts(err) {
		fmt.Fprintf(errs, "%s: %s\n", name, render.Line(flagged(one).Error()))
	}
	return code
}

// parts are the errors that were joined in one.
func parts(err error) []error {
	if joined, ok := err.(interface{ Unwrap() []error }); ok {
		var all []error
		for _, one := range joined.Unwrap() {
			all = append(all, parts(one)...)
		}
		return all
	}
	if err == nil {
		return nil
	}
	return []error{err}
}

// does makes a command do something. Those that are no questions are not for the daemon.
func (c *commandLine) does(cmd *cobra.Command, run func(args []string) (exitCode int, err error)) *cobra.Command {
	cmd.RunE = func(_ *cobra.Command, args []string) (err error) {
		if c.inDaemon {
			*c.code = exitUsage
			return errors.New("the daemon does not answer this")
		}
		*c.code, err = run(args)
		return err
	}
	return cmd
}

// answers makes a command answer a question, which the daemon can answer, too.
func (c *commandLine) answers(cmd *cobra.Command, run func(args []string) (exitCode int, err error)) *cobra.Command {
	c.remoteFlags(cmd.Flags())
	cmd.RunE = func(_ *cobra.Command, args []string) (err error) {
		if !c.inDaemon {
			if err := c.workHere(); err != nil {
				return err
			}
			ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
			defer stop()
			c.ctx, c.shelf = ctx, newShelf(slog.New(slog.NewTextHandler(c.err, &slog.HandlerOptions{Level: slog.LevelWarn})), false)
			defer c.shelf.close()
		}
		*c.code, err = run(args)
		return err
	}
	return cmd
}

// workHere has relative names begin where the process works, unless it is said where. Servers do without: that directory
// may be gone.
func (c *commandLine) workHere() (err error) {
	if c.dir == "" {
		c.dir, err = os.Getwd()
	}
	if err != nil {
		*c.code = exitFailed
	}
	return err
}

const (
	remoteUsage = "auto: ask the daemon, which is started if need be; off: answer in this process; or the `DIRECTORY` of the daemon's socket (default: CONTEXTLS_REMOTE, else auto)"
	savedUsage  = "see what is saved only, not what editors have open and did not save"
)

// remoteFlags adds the flags that say what takes part in an answer.
func (c *commandLine) remoteFlags(flags *pflag.FlagSet) {
	c.remoteFlag(flags, remoteUsage)
	flags.BoolVar(&c.saved, "saved", false, savedUsage)
}

// remoteFlag adds the flag --remote, whose value can be used.
func (c *commandLine) remoteFlag(flags *pflag.FlagSet, usage string) {
	flags.Func("remote", usage, func(value string) error {
		c.remote = value
		_, _, err := remoteDir(value)
		return err
	})
}

// jsonFlag adds the flag that has the whole answer printed for programs.
func jsonFlag(flags *pflag.FlagSet) *bool {
	return flags.Bool("json", false, "print the whole answer as JSON")
}

// oneFolder is the folder that is all the arguments there may be, by default the current one.
func oneFolder(args []string) (dir string, err error) {
	switch len(args) {
	case 0:
		return ".", nil
	case 1:
		return args[0], nil
	}
	return "", fmt.Errorf("one folder at most: %s", strings.Join(args, " "))
}

// given is a flag's value, nil where the command line does not have it.
func given[T any](flags *pflag.FlagSet, name string, value *T) *T {
	if flags.Changed(name) {
		return value
	}
	return nil
}
