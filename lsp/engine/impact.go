package engine

import (
	"context"
	"slices"

	"github.com/contextls/contextls/rank"
	"github.com/contextls/contextls/workspace"
)

// maxUses is how many uses an Impact names: more are no list to go through.
const maxUses = 200

// Impact is whom a change may concern.
type Impact struct {
	Uses         []Use    // of a definition, where it is used; by path and position; at most 200
	MoreUses     int      // how many were left out
	Callers      []Caller // the definitions that these stand in, in the same order
	Overriders   []Use    // of a member, those that take its place in types that derive from its own, where their names stand; by path and position
	Implementers []Use    // of a type, those that derive from it or implement it; of an interface's member, theirs
	Direct       []string // files that import the file, or use it from the same package; by path
	Transitive   []string // files that depend on those, the nearest first
	Tests        []string // among all of these, the file itself included; then those that may use a definition
	Cycle        []string // the other files that the file imports in a circle: a change goes round
	PageRank     float64  // of the file

	Elsewhere     []UseElsewhere // where other repositories were asked for: who uses it there, by repository and path; at most 200
	MoreElsewhere int            // how many were left out
	Degraded      []string       // what is missing, and why
}

// Impact finds whom a change of a file, or of one of its definitions, may concern; also among repositories of the store, where
// globs of their names are given.
func (e *Engine) Impact(ctx context.Context, snap *workspace.Snapshot, s Subject, repositories ...string) (*Impact, error) {
	if err := firstOf(s.check(), checkRepositories(repositories)); err != nil {
		return nil, err
	}
	var inquiry *inquiry
	if len(repositories) > 0 {
		values := e.Settings(snap.Folder().Root())
		inquiry = e.inquire(snap, &values)
	}
	return onCurrent(ctx, snap, func(snap *workspace.Snapshot) (*Impact, bool, error) {
		x, err := e.indexed(ctx, snap)
		if err != nil {
			return nil, false, err
		}
		r := newChunkReader(x)
		of, err := r.subject(s)
		if err != nil {
			return nil, false, err
		}
		files := x.Impact(of)
		i := &Impact{Direct: x.paths(files.Direct), Transitive: x.paths(files.Transitive), Tests: x.paths(files.Tests),
			Cycle: x.cycle(of.Node), PageRank: x.Importance()[of.Node]}
		if of.Symbol != rank.WholeFile {
			uses := x.Uses(of, r.text)
			i.Tests = append(i.Tests, x.paths(x.testsIn(uses, files.Tests))...)
			for _, u := range uses[:min(len(uses), maxUses)] {
				i.Uses = append(i.Uses, r.use(u))
			}
			i.MoreUses = len(uses) - len(i.Uses)
			i.Callers = callers(i.Uses)
			r.derived(i, of)
		}
		if inquiry != nil {
			end := Begin(ctx, StageStore)
			err := x.elsewhere(ctx, inquiry, of, repositories, i)
			if end(); err != nil {
				return nil, false, err
			}
		}
		return i, r.changed, nil
	})
}

// testsIn are the tests in which there are uses and which are not known yet.
func (x *indexed) testsIn(uses []rank.Use, known []int32) (tests []int32) {
	for _, u := range uses {
		if x.IsTest(u.Node) && !slices.Contains(known, u.Node) && !slices.Contains(tests, u.Node) {
			tests = append(tests, u.Node)
		}
	}
	return tests
}
