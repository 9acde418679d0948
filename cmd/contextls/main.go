package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"runtime/debug"
	"slices"
	"strings"
)

// The exit codes.
const (
	exitOK     = 0
	exitFailed = 1 // the command could not do its work
	exitUsage  = 2 // the command line is wrong
)

// command is one of the program's faces.
type command struct {
	name string
	args string // as shown in the usage
	what string
	run  func(args []string) (int, error)
}

func commands() []command {
	return []command{
		{"serve", "[--stdio | --pipe=NAME | --socket=PORT]", "speak LSP to an editor", serve},
		{"pack", "[--target FILE]… [--task TEXT] [--tokens N] [DIR]", "print the context for a change", pack},
		{"map", "[--target FILE]… [--tokens N] [DIR]", "print a map of the most important files", repoMap},
		{"rank", "[--target FILE]… [--task TEXT] [--limit N] [DIR]", "list the files that matter, with reasons", rankFiles},
		{"stats", "[DIR]", "count what the index holds, as JSON", stats},
		{"version", "", "print the version", version},
	}
}

// gcPercent lets the heap grow further between collections than Go would by itself: a folder's facts
// stay, and scanning them often costs more than the memory is worth.
const gcPercent = 200

func main() {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(gcPercent)
	}
	os.Exit(run(os.Args[1:]))
}

func run(args []string) int {
	if len(args) == 0 && !isTerminal(os.Stdin) { // an editor's pipe
		args = []string{"serve"}
	}
	if len(args) > 0 && strings.HasPrefix(args[0], "-") && args[0] != "-h" && args[0] != "--help" && args[0] != "-help" {
		args = append([]string{"serve"}, args...) // editors append --stdio and the like to the bare command
	}
	if len(args) > 0 && args[0] == "parse-worker" { // started by the server itself
		return parseWorker()
	}
	all := commands()
	if len(args) == 0 || slices.Contains([]string{"help", "-h", "-help", "--help"}, args[0]) {
		usage(os.Stdout, all)
		return exitOK
	}
	i := slices.IndexFunc(all, func(c command) bool { return c.name == args[0] })
	if i < 0 {
		fmt.Fprintf(os.Stderr, "contextls: there is no command %q\n", args[0])
		usage(os.Stderr, all)
		return exitUsage
	}
	code, err := all[i].run(args[1:])
	switch {
	case errors.Is(err, flag.ErrHelp):
		return exitOK
	case err != nil:
		fmt.Fprintf(os.Stderr, "contextls %s: %v\n", args[0], err)
	}
	return code
}

func usage(w io.Writer, all []command) {
	fmt.Fprintln(w, "contextls decides what a model should see. Usage:")
	fmt.Fprintln(w)
	for _, c := range all {
		fmt.Fprintf(w, "  contextls %s %s\n        %s\n", c.name, c.args, c.what)
	}
	fmt.Fprintf(w, "\n`contextls COMMAND --help` lists a command's flags. Exit codes: %d done, %d failed, %d wrong command line.\n",
		exitOK, exitFailed, exitUsage)
}

// parseArgs reads a command line in which flags and at most one other argument, the folder, come in any
// order.
func parseArgs(flags *flag.FlagSet, args []string) (dir string, err error) {
	flags.SetOutput(os.Stderr)
	var rest []string
	for {
		if err := flags.Parse(args); err != nil {
			return "", err
		}
		if args = flags.Args(); len(args) == 0 {
			break
		}
		rest, args = append(rest, args[0]), args[1:]
	}
	switch len(rest) {
	case 0:
		return ".", nil
	case 1:
		return rest[0], nil
	}
	return "", fmt.Errorf("one folder at most: %s", strings.Join(rest, " "))
}

// list is a flag that can be given several times.
type list []string

func (l *list) String() string     { return strings.Join(*l, ",") }
func (l *list) Set(s string) error { *l = append(*l, s); return nil }

func isTerminal(f *os.File) bool {
	info, err := f.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}
