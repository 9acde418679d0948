package engine

import (
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

// targets finds the targets of a request, each file once.
func (x *indexed) targets(named []Target) ([]target, error) {
	var found []target
	at := map[string]int{}
	for i, w := range named {
		t, err := x.target(w.Path)
		if err != nil {
			return nil, Bad("targets["+strconv.Itoa(i)+"].path", "%v", err)
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

// rankQuery is what ranking is asked for these targets and this task.
func (x *indexed) rankQuery(targets []target, task string, depth *int) rank.Query {
	q := rank.Query{Task: task, MaxImportDepth: or(depth, x.settings.MaxImportDepth)}
	for _, t := range targets {
		switch {
		case t.node >= 0:
			q.Targets = append(q.Targets, t.node)
		case t.state == missing:
			q.Phantom = append(q.Phantom, t.path)
		}
	}
	return q
}
