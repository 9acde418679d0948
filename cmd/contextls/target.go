package main

import (
	"flag"
	"fmt"
	"os"

	"github.com/contextls/contextls/lsp/engine"
)

// targetFlags are the flags that say which files are to be changed.
type targetFlags struct{ existing, created list }

func addTargetFlags(flags *flag.FlagSet) *targetFlags {
	t := &targetFlags{}
	flags.Var(&t.existing, "target", "a `FILE` to be changed, or a part of it: FILE:60, FILE:10-40, FILE:name, FILE:Class.method; may be repeated")
	flags.Var(&t.created, "new", "a `FILE` that is to be made; may be repeated")
	return t
}

// read finds the targets. A file that is not there is taken for a mistake, unless it is said to be new.
func (t *targetFlags) read(o *opened) (targets []engine.Target, err error) {
	snap := o.snap
	for _, written := range t.existing {
		file, part := engine.SplitTarget(written, o.exists)
		if !o.exists(file) {
			return nil, fmt.Errorf("--target: %s does not exist%s; a file that is to be made is named with --new",
				file, nearest(engine.NearestPath(snap, o.file(file))))
		}
		target, err := o.engine.Aim(o.ctx, snap, o.file(file), part)
		if err != nil {
			return nil, fmt.Errorf("--target: %w", err)
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

func nearest(path string) string {
	if path == "" {
		return ""
	}
	return "; the nearest is " + path
}

// exists reports whether there is something of a name given on the command line.
func (o *opened) exists(name string) bool {
	_, err := os.Stat(o.file(name))
	return err == nil
}
