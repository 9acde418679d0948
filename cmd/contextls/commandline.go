package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"os"
	"os/signal"
)

// commandLine is a command line with all that its answer may depend on. It is answered in the process that it was given to,
// or in the daemon.
type commandLine struct {
	ctx      context.Context // ends when nobody waits for the answer any more
	name     string          // of the command
	args     []string        // what follows it
	dir      string          // absolute: where relative names begin
	in       io.Reader
	out, err io.Writer
	terminal bool    // err is one
	remote   *string // whether to ask the daemon, as the command line has it
	saved    bool    // what editors have unsaved does not count
	inDaemon bool
	shelf    *shelf
}

// question is a command that the daemon can answer, too.
type question func(c *commandLine, args []string) (exitCode int, err error)

// questions are all such commands by name.
func questions() map[string]question {
	return map[string]question{
		"pack": pack, "map": repoMap, "rank": rankFiles, "query": queryChunks, "skeleton": skeleton, "impact": impact,
		"stats": stats, "export": export, "explore": exploreRounds, "hook": hook, "scan": scan,
		"tool": answerTool, // no command, but what the daemon does for mcp
	}
}

// anywhere makes a command of a question.
func anywhere(name string) func([]string) (int, error) {
	return func(args []string) (int, error) {
		dir, err := os.Getwd()
		if err != nil {
			return exitFailed, err
		}
		ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
		defer stop()
		log := slog.New(slog.NewTextHandler(stderr(), &slog.HandlerOptions{Level: slog.LevelWarn}))
		shelf := newShelf(log, false)
		defer shelf.close()
		c := &commandLine{ctx: ctx, name: name, args: args, dir: dir, in: os.Stdin, out: stdout(), err: stderr(),
			terminal: isTerminal(stderr()), shelf: shelf}
		return questions()[name](c, args)
	}
}

const (
	remoteUsage = "auto: ask the daemon, which is started if need be; off: answer in this process; or the `DIRECTORY` of the daemon's socket (default: CONTEXTLS_REMOTE, else auto)"
	savedUsage  = "see what is saved only, not what editors have open and did not save"
)

// flags are the command's, of which it adds its own.
func (c *commandLine) flags() *flag.FlagSet {
	flags := flag.NewFlagSet(c.name, flag.ContinueOnError)
	c.remote = addRemoteFlag(flags, remoteUsage)
	flags.BoolVar(&c.saved, "saved", false, savedUsage)
	return flags
}

// addRemoteFlag adds the flag --remote, whose value can be used.
func addRemoteFlag(flags *flag.FlagSet, usage string) *string {
	remote := new(string)
	flags.Func("remote", usage, func(value string) error {
		*remote = value
		_, _, err := remoteDir(value)
		return err
	})
	return remote
}

// end tells of an error, and is the exit code.
func end(name string, code int, err error, errs io.Writer) int {
	switch {
	case errors.Is(err, flag.ErrHelp):
		return exitOK
	case err != nil:
		fmt.Fprintf(errs, "contextls %s: %v\n", name, flagged(err))
	}
	return code
}
