package main

import (
	"os"
	"runtime/debug"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/contextls/contextls/cmd/contextls/shell"
)

// The exit codes.
const (
	exitOK     = 0
	exitFailed = 1 // the command could not do its work
	exitUsage  = 2 // the command line is wrong
)

// gcPercent lets the heap grow further between collections than Go would by itself: a folder's facts
// stay, and scanning them often costs more than the memory is worth. In a process that stays it depends on how much is alive: see heapGrowth.
const gcPercent = 125

func main() {
	collectLess(gcPercent)
	os.Exit(run(os.Args[1:]))
}

// collectLess sets how far the heap grows, unless the user has.
func collectLess(percent int) {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(percent)
	}
}

func run(args []string) int {
	if len(args) > 0 && args[0] == "parse-worker" { // started by the server itself
		return parseWorker()
	}
	ofProcess()
	c := &commandLine{in: os.Stdin, out: stdout(), err: stderr(),
		screen: screen(), terminal: isTerminal(stderr())}
	c.args = c.wanted(args)
	if len(c.args) == 0 {
		return c.greet()
	}
	return c.run()
}

// ofProcess sets what cobra has for whole processes.
func ofProcess() {
	cobra.EnableCommandSorting = false // help has the command first that most people want
	cobra.MousetrapHelpText = ""       // nobody has to look who started this, which takes time on Windows
}

// wanted is the command that arguments ask for, its name first. Editors start the bare program, or append --stdio and the like to it.
func (c *commandLine) wanted(args []string) []string {
	switch {
	case len(args) == 0 && !isTerminal(os.Stdin): // an editor's pipe
		return []string{"serve"}
	case len(args) == 0 || !strings.HasPrefix(args[0], "-"):
		return args
	}
	switch strings.TrimLeft(args[0], "-") {
	case "h", "help":
		return append([]string{"help"}, args[1:]...)
	case "version":
		return append([]string{"version"}, args[1:]...)
	}
	root := c.root()
	for i, arg := range args {
		if cmd := named(root, arg); cmd != nil && !shell.ValueFollows(cmd.Flags(), args[i-1]) { // behind its flags
			return slices.Concat(args[i:i+1], args[:i], args[i+1:])
		}
	}
	return append([]string{"serve"}, args...)
}

// isTerminal reports whether a stream is no pipe and no file.
func isTerminal(stream any) bool {
	if v, ok := stream.(visible); ok {
		stream = v.to
	}
	f, ok := stream.(*os.File)
	if !ok {
		return false
	}
	info, err := f.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}
