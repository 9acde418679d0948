package main

import (
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
		{"serve", "[--stdio | --pipe=NAME | --socket=PORT] [--log=FILE] [--log-level=LEVEL] [--debug=HOST:PORT]", "speak LSP to an editor", serve},
		{"pack", "[--target FILE]… [--task TEXT] [--tokens N] [DIR]", "print the context for a change", anywhere("pack")},
		{"map", "[--target FILE]… [--tokens N] [DIR]", "print a map of the most important files", anywhere("map")},
		{"rank", "[--target FILE]… [--task TEXT] [--limit N] [DIR]", "list the files that matter, with reasons", anywhere("rank")},
		{"query", "[--tier N] [--tokens N] TEXT [DIR]", "list the definitions that match some words", anywhere("query")},
		{"skeleton", "[--file FILE] [DIR]", "list the most important definitions, or those of a file", anywhere("skeleton")},
		{"impact", "[--symbol NAME] FILE [DIR]", "list whom a change of a file or a definition may concern", anywhere("impact")},
		{"stats", "[DIR]", "count what the index holds, as JSON", anywhere("stats")},
		{"scan", "[--json] [--since REVISION] [DIR]", "read a folder, and count what it holds and what changed", anywhere("scan")},
		{"export", "--json [DIR]", "print all that the index holds, for other programs", anywhere("export")},
		{"explore", "[--providers] [DIR]", "answer rounds of exploration (JSON in, JSON out), or print what can be asked for", anywhere("explore")},
		{"hook", "[--guideline] [--tokens N] [--timeout TIME]", "answer an agent's hook (JSON in, JSON out) with a summary of its folder", anywhere("hook")},
		{"mcp", "[--log=FILE] [--log-level=LEVEL] [DIR]", "speak MCP to an agent", serveMCP},
		{"setup", "[--remove] [--project DIR] [--command WORDS] [--print] [--yes] [AGENT]…", "tell agents and editors of contextls; what changes is shown first", setUp},
		{"daemon", "[--idle TIME]", "answer the other commands, which start it themselves", serveCalls},
		{"config", "[DIR]", "print the settings in force, and who said them", config},
		{"cache", "[info | clear | verify]", "tell of what is kept of files that were read, remove it, or check it", cache},
		{"doctor", "[DIR]", "find out what is broken, and print a report that names no files and no user", doctor},
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
		usage(stdout(), all)
		return exitOK
	}
	i := slices.IndexFunc(all, func(c command) bool { return c.name == args[0] })
	if i < 0 {
		fmt.Fprintf(stderr(), "contextls: there is no command %q\n", args[0])
		usage(stderr(), all)
		return exitUsage
	}
	code, err := all[i].run(args[1:])
	return end(args[0], code, err, stderr())
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
	rest, err := parseRest(flags, args)
	if err != nil {
		return "", err
	}
	switch len(rest) {
	case 0:
		return ".", nil
	case 1:
		return rest[0], nil
	}
	return "", fmt.Errorf("one folder at most: %s", strings.Join(rest, " "))
}

// parseRest reads a command line in which flags and other arguments come in any order, and returns the
// others.
func parseRest(flags *flag.FlagSet, args []string) (rest []string, err error) {
	flags.SetOutput(stderr())
	for {
		if err := flags.Parse(args); err != nil {
			return nil, err
		}
		if args = flags.Args(); len(args) == 0 {
			return rest, nil
		}
		rest, args = append(rest, args[0]), args[1:]
	}
}

// given is a flag's value, nil where the command line does not have it.
func given[T any](flags *flag.FlagSet, name string, value *T) *T {
	var set *T
	flags.Visit(func(f *flag.Flag) {
		if f.Name == name {
			set = value
		}
	})
	return set
}

// list is a flag that can be given several times.
type list []string

func (l *list) String() string     { return strings.Join(*l, ",") }
func (l *list) Set(s string) error { *l = append(*l, s); return nil }

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
