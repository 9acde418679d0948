package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"os/signal"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/contextls/contextls/analysis"
	"github.com/contextls/contextls/lsp/settings"
	"github.com/contextls/contextls/workspace/git"
	"github.com/contextls/contextls/workspace/parse"
	"github.com/contextls/contextls/workspace/problem"
	"github.com/contextls/contextls/workspace/watch"
)

// doctorCommand looks at all that the program needs and at one folder, and prints a report that can be pasted into
// a public place. It fails when something is broken.
func doctorCommand(c *commandLine) *cobra.Command {
	cmd := &cobra.Command{
		Use: "doctor [DIR]", Short: "find out what is broken, and print a report that names no files and no user",
		Example: "contextls doctor .",
	}
	asJSON := jsonFlag(cmd.Flags())
	return c.does(cmd, func(args []string) (int, error) { return c.doctor(args, *asJSON) })
}

func (c *commandLine) doctor(args []string, asJSON bool) (int, error) {
	dir, err := oneFolder(args)
	if err != nil {
		return exitUsage, err
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	root, err := filepath.Abs(dir)
	if err != nil {
		return exitFailed, err
	}
	r := &report{anonymous: anonymiser(root)}
	log := slog.New(slog.DiscardHandler)
	problems := problem.NewList(log)
	opts, err := sessionOptions(log)
	r.check("the program", err)
	opts.Problems = problems

	r.program(ctx)
	r.directories()
	values := r.settings(root)
	r.store(ctx, values)
	r.daemon(ctx)
	r.worker(ctx, opts.Parse, opts.Languages)
	r.folder(ctx, root, opts, values)
	for _, p := range problems.All() {
		r.broken("the program itself: %s", p.Message)
	}
	if asJSON {
		err = c.printJSON(struct {
			Wrong    []string        `json:"wrong"`
			Sections []reportSection `json:"sections"`
		}{append([]string{}, r.wrong...), r.sections})
	} else {
		err = c.print(r.text(c.screen))
	}
	if err != nil || len(r.wrong) > 0 {
		return exitFailed, err
	}
	return exitOK, nil
}

func (r *report) program(ctx context.Context) {
	r.section("Program")
	r.line("contextls", "%s", buildVersion())
	r.line("built with", "%s for %s/%s", runtime.Version(), runtime.GOOS, runtime.GOARCH)
	r.line("processors", "%d", runtime.NumCPU())
	version, err := git.Version(ctx)
	switch {
	case errors.Is(err, git.ErrNoGit):
		r.broken("git is not on the PATH: there are no history, no diffs and none of git's ignore rules of the user")
	case err != nil:
		r.check("git does not run", err)
	}
	if err != nil {
		version = "does not run"
	}
	r.line("git", "%s", version)
	limits := watch.Limits()
	if len(limits) == 0 {
		r.line("watching", "not limited by the system")
	}
	for _, l := range limits {
		r.line(l.Name, "%s", l.Value)
	}
}

func (r *report) directories() {
	r.section("Directories")
	config := settings.UserSources().UserFile
	if config != "" {
		config = filepath.Dir(config)
	}
	r.directory("configuration", config, false)
	r.directory("state", runsDir(), true)
	r.directory("cache", cacheDir(), true)
}

// directory tells of a directory of the user's; "" is one that is not known.
func (r *report) directory(name, dir string, written bool) {
	if dir == "" {
		r.line(name, "nowhere: the home directory is not known")
		return
	}
	there, err := "there", error(nil)
	if _, statErr := os.Stat(dir); errors.Is(statErr, os.ErrNotExist) {
		there = "not there yet"
	} else {
		err = statErr
	}
	if err == nil && written {
		err = writable(dir)
	}
	if err != nil {
		r.check(name+" directory", err)
		there = "not usable"
	}
	r.line(name, "%s (%s)", r.anonymous.path(dir), there)
}

// writable tries whether files can be made in a directory, or, where it is not there yet, in the nearest
// above it that is.
func writable(dir string) error {
	for {
		info, err := os.Stat(dir)
		switch {
		case err == nil && !info.IsDir():
			return fmt.Errorf("%s is not a directory", dir)
		case errors.Is(err, os.ErrNotExist) && filepath.Dir(dir) != dir:
			dir = filepath.Dir(dir)
			continue
		case err != nil:
			return err
		}
		f, err := os.CreateTemp(dir, ".contextls-*")
		if err != nil {
			return err
		}
		return errors.Join(f.Close(), os.Remove(f.Name()))
	}
}

// settings tells of the settings in force that are not the defaults. Of those that may name files or hold
// secrets it tells only how much is set.
func (r *report) settings(root string) settings.Values {
	r.section("Settings")
	c := settings.UserSources().Load(root, nil)
	file := settings.UserSources().UserFile
	for _, p := range c.Problems {
		if rest, ofUser := strings.CutPrefix(p, file); ofUser && file != "" {
			p = userSettings + rest
		}
		r.broken("setting %s; it does not count", r.anonymous.text(p))
	}
	defaults := true
	for _, e := range c.Entries {
		if slices.Equal(e.From, []string{"default"}) {
			continue
		}
		defaults = false
		from := strings.Join(e.From, " + ")
		if file != "" {
			from = strings.ReplaceAll(from, file, userSettings)
		}
		r.line(strings.Join(e.Key, "."), "%s  # %s", discreet(e.Value), from)
	}
	if defaults {
		r.line("all", "are the defaults")
	}
	r.line("trust", "the programs of the setting commands (%d) run only where an editor says that it trusts the workspace", len(c.Values.Commands))
	return c.Values
}

// userSettings stands for the path of the user's file of settings.
const userSettings = "config.toml"

// discreet is a setting's value if it is a number or yes or no, else only how much it is.
func discreet(value any) string {
	switch v := value.(type) {
	case int, float64, bool:
		return fmt.Sprint(v)
	case []string:
		return fmt.Sprintf("%d values", len(v))
	case settings.Scope:
		return fmt.Sprintf("%d globs", len(v.Include)+len(v.Exclude))
	}
	return "set"
}

// worker has a parse worker read a little Go.
func (r *report) worker(ctx context.Context, opts parse.Options, languages []*analysis.Language) {
	r.section("Parse worker")
	i := slices.IndexFunc(languages, func(l *analysis.Language) bool { return l.ID == "go" })
	if i < 0 {
		r.broken("parse worker: there is no language to try it with")
		return
	}
	opts.Workers = 1
	pool := parse.NewPool(opts)
	defer pool.Close()
	start := time.Now()
	facts, err := pool.Extract(ctx, languages[i], "package main\n\nfunc main() {}\n", func() {})
	if err == nil && len(facts.Symbols) != 1 {
		err = fmt.Errorf("it found %d definitions instead of one", len(facts.Symbols))
	}
	r.check("parse worker", err)
	if err != nil {
		r.line("trial", "failed")
		return
	}
	r.line("trial", "started and parsed in %d ms", time.Since(start).Milliseconds())
	r.line("at most", "%d workers", max(1, min(runtime.GOMAXPROCS(0), maxWorkers)))
}
