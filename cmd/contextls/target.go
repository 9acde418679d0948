package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/pflag"

	"github.com/contextls/contextls/lsp/engine"
	"github.com/contextls/contextls/workspace"
)

// targetFlags are what says which files are to be changed.
type targetFlags struct {
	existing, created list
	bare              []string // those of existing that stand without a flag
}

func (t *targetFlags) add(flags *pflag.FlagSet) {
	flags.Var(&t.existing, "target", "a `FILE` to be changed, or a part of it: FILE:60, FILE:10-40, FILE:name, FILE:Class.method; may be repeated; the same as FILE without the flag")
	flags.Var(&t.created, "new", "a `FILE` that is to be made; may be repeated")
}

// aboutFlags are what says what a question is about: files that are to be changed, and a task.
type aboutFlags struct {
	targetFlags
	task string
}

func addAboutFlags(flags *pflag.FlagSet) *aboutFlags {
	a := &aboutFlags{}
	a.add(flags)
	flags.StringVar(&a.task, "task", "", "what is to be done, in `WORDS`; the same as \"WORDS\" in quotes without the flag")
	return a
}

// among finds the task, the targets and the folder among a command line's arguments. One of several words that no file has for
// its name is the task: so people ask who have not read which flags there are.
func (a *aboutFlags) among(c *commandLine, args []string) (dir string, err error) {
	var files []string
	for _, arg := range args {
		path, _ := engine.SplitTarget(arg, func(name string) bool { return there(c.abs(name)) })
		switch {
		case len(strings.Fields(arg)) < 2 || there(c.abs(path)):
			files = append(files, arg)
		case a.task != "":
			return "", fmt.Errorf("there is no file %q, and a task is given already: %q", arg, a.task)
		default:
			a.task = arg
		}
	}
	return a.targetFlags.among(c, files)
}

// among finds targets and the folder among a command line's arguments: a folder is the folder, everything else a target.
// Where no folder is named it is the current one, or the project of the targets where they lie elsewhere.
func (t *targetFlags) among(c *commandLine, args []string) (dir string, err error) {
	var dirs []string
	for _, arg := range args {
		if info, err := os.Stat(c.abs(arg)); err == nil && info.IsDir() {
			dirs = append(dirs, arg)
		} else {
			t.bare = append(t.bare, arg)
		}
	}
	if dir, err = oneFolder(dirs); err != nil || len(dirs) > 0 {
		return dir, err
	}
	for _, file := range t.bare {
		path, _ := engine.SplitTarget(file, func(name string) bool { return there(c.abs(name)) })
		if path = c.abs(path); !elsewhere(c.dir, path) {
			continue
		}
		if !there(path) {
			return "", errors.New(file + ": there is no such file, and no such folder")
		}
		return workspace.ProjectRoot(filepath.Dir(path))
	}
	return dir, nil
}

// elsewhere reports whether a path lies outside of a directory.
func elsewhere(dir, path string) bool {
	rel, err := filepath.Rel(dir, path)
	return err != nil || rel == ".." || strings.HasPrefix(rel, ".."+string(filepath.Separator))
}

func there(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

// read finds the targets. A file that is not there is taken for a mistake, unless it is said to be new.
func (t *targetFlags) read(o *opened) (targets []engine.Target, err error) {
	for _, written := range t.existing {
		target, err := o.aim(written)
		if err != nil {
			return nil, fmt.Errorf("--target: %w", err)
		}
		targets = append(targets, target)
	}
	for _, written := range t.bare {
		target, err := o.aim(written)
		if err != nil {
			return nil, err
		}
		targets = append(targets, target)
	}
	for _, file := range t.created {
		if o.exists(file) {
			return nil, fmt.Errorf("--new: %s exists; name it with --target", file)
		}
		targets = append(targets, engine.Target{Path: o.file(file)})
	}
	return targets, nil
}

// aim is a target as it is written on a command line.
func (o *opened) aim(written string) (engine.Target, error) {
	file, part := engine.SplitTarget(written, o.exists)
	if err := o.missing(file); err != nil {
		return engine.Target{}, fmt.Errorf("%w; a file that is to be made is named with --new", err)
	}
	return o.engine.Aim(o.ctx, o.snap, o.file(file), part)
}

// missing is the error of a file that is not there, which names the nearest, and nil of one that is.
func (o *opened) missing(file string) error {
	if o.exists(file) {
		return nil
	}
	if near := engine.NearestPath(o.snap, o.file(file)); near != "" {
		return fmt.Errorf("%s does not exist; the nearest is %s", file, near)
	}
	return fmt.Errorf("%s does not exist", file)
}

// exists reports whether there is something of a name given on the command line.
func (o *opened) exists(name string) bool { return there(o.file(name)) }
