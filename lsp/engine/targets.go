package engine

import (
	"context"
	"errors"
	"fmt"
	"strconv"

	"github.com/contextls/contextls/analysis"
	"github.com/contextls/contextls/rank"
)

// Target is a file to be changed.
type Target struct {
	Path   string // it need not exist yet
	Ranges []analysis.Span
}

// Targets are files to be changed, as a whole.
func Targets(paths []string) (targets []Target) {
	for _, p := range paths {
		targets = append(targets, Target{Path: p})
	}
	return targets
}

// target is a file that a request names, found in the snapshot.
type target struct {
	path   string // in the folder; of a file outside as it was named
	node   int32  // -1: it has no language, does not exist, or is left out
	ranges []analysis.Span
	state  targetState
	reason string // why it is left out
}

type targetState uint8

const (
	present targetState = iota
	missing             // it does not exist yet
	leftOut             // it must not be read
)

// targetsAtOnce is how many targets are looked up before it is looked whether a context is done: some milliseconds
// where links lead to them.
const targetsAtOnce = 64

// targets finds the targets of a request, each file once. Those that the deadline comes before are left out; the first
// ones never are. The error names a target, or is that ctx was cancelled.
func (x *indexed) targets(ctx context.Context, named []Target) ([]target, error) {
	var found []target
	at := map[string]int{}
	late := false
	for i, w := range named {
		if !late && i > 0 && i%targetsAtOnce == 0 {
			err := ctx.Err()
			if late = err != nil; errors.Is(err, context.Canceled) {
				return nil, err
			}
		}
		t := target{path: w.Path, node: -1, state: leftOut, reason: "deadline"}
		if !late {
			var err error
			if t, err = x.target(w.Path); err != nil {
				return nil, Bad("targets["+strconv.Itoa(i)+"].path", "%v", err)
			}
		}
		k, twice := at[t.path]
		if !twice {
			k = len(found)
			at[t.path] = k
			found = append(found, t)
		}
		found[k].ranges = append(found[k].ranges, w.Ranges...)
	}
	return found, nil
}

func (x *indexed) target(file string) (target, error) {
	t := target{path: file, node: -1}
	p, inside := pathIn(x.snap, file)
	if !inside {
		t.state, t.reason = leftOut, "outside_folder"
		return t, nil
	}
	t.path = p
	if reason := x.snap.Reason(p); reason != "" {
		t.state, t.reason = leftOut, reason
		return t, nil
	}
	switch {
	case x.snap.File(p) != nil:
		if n, ok := x.Graph().Node(p); ok {
			t.node = n
		}
	case x.Graph().Tree().HasDir(p):
		return t, fmt.Errorf("%q is a directory", file)
	default:
		if _, err := x.snap.Text(p); err != nil { // else it is there, and only not listed yet
			t.state = missing
		}
	}
	return t, nil
}

// node finds the node of a file that a request is about. The error says why there is none.
func (x *indexed) node(file string) (int32, error) {
	t, err := x.target(file)
	switch {
	case err != nil:
		return -1, err
	case t.state == leftOut:
		return -1, fmt.Errorf("%s is left out: %s", t.path, t.reason)
	case t.state == missing:
		return -1, fmt.Errorf("%s does not exist", t.path)
	case t.node < 0:
		return -1, fmt.Errorf("%s is in no language that is indexed", t.path)
	}
	return t.node, nil
}

// rankQuery is what ranking is asked for these targets and this task; with a part of what they use when ctx is done first.
func (x *indexed) rankQuery(ctx context.Context, targets []target, task string, depth *int) rank.Query {
	q := rank.Query{Task: task, MaxImportDepth: or(depth, x.settings.MaxImportDepth), Used: x.used(ctx, targets)}
	for _, t := range targets {
		switch {
		case t.node >= 0:
			q.Targets = append(q.Targets, t.node)
			for _, r := range t.ranges {
				q.Parts = append(q.Parts, rank.Part{Node: t.node, Bytes: r})
			}
		case t.state == missing:
			q.Phantom = append(q.Phantom, t.path)
		}
	}
	return q
}

// mostParts is how many definitions of a target are asked by themselves what they use; the ranges of more concern the file as a
// whole. Each is asked in time that grows with what the file uses.
const mostParts = 200

// used are the files that the parts in question of the targets use; some of them when ctx is done first.
func (x *indexed) used(ctx context.Context, targets []target) (files []int32) {
	for _, t := range targets {
		if t.node < 0 || len(t.ranges) == 0 {
			continue
		}
		if ctx.Err() != nil {
			break
		}
		text, err := x.snap.Text(t.path)
		if err != nil {
			continue // packing it says so
		}
		symbols := x.facts(t.node).Symbols
		parts := analysis.Innermost(symbols, analysis.Touched(symbols, t.ranges))
		if len(parts) > mostParts {
			parts = []int{rank.WholeFile}
		}
		for _, i := range parts {
			if ctx.Err() != nil {
				return files
			}
			for _, d := range x.Dependencies(rank.Definition{Node: t.node, Symbol: i}, text) {
				if d.Node != t.node {
					files = append(files, d.Node)
				}
			}
		}
	}
	return files
}
