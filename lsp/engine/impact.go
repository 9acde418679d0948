package engine

import (
	"context"
	"strconv"
	"strings"

	"github.com/contextls/contextls/analysis"
	"github.com/contextls/contextls/rank"
	"github.com/contextls/contextls/workspace"
)

// maxUses is how many uses an Impact names: more are no list to go through.
const maxUses = 200

// Impact is whom a change may concern.
type Impact struct {
	Uses       []Use    // of a definition, where it is used; by path and position; at most 200
	MoreUses   int      // how many were left out
	Direct     []string // files that import the file, or use it from the same package; by path
	Transitive []string // files that depend on those, the nearest first
	Tests      []string // among all of these, the file itself included
	Cycle      []string // the other files that the file imports in a circle: a change goes round
	PageRank   float64  // of the file
}

// Use is one place where a definition is used.
type Use struct {
	Path       string
	Text       string           // of the file
	Span       analysis.Span    // of the name in Text
	In         *analysis.Symbol // the innermost definition around it, nil where there is none
	Chunk      string           // its ID, "" where there is none
	Confidence float64          // 0–1: how sure it is that this very definition is meant
}

// String is path:line, the line from 1, and the name of the definition around.
func (u Use) String() string {
	place := u.Path + ":" + strconv.Itoa(1+strings.Count(u.Text[:u.Span.Start], "\n"))
	if u.In != nil {
		place += " " + u.In.QualifiedName()
	}
	return place
}

// Impact finds whom a change of a file, or of one of its definitions, may concern.
func (e *Engine) Impact(ctx context.Context, snap *workspace.Snapshot, s Subject) (*Impact, error) {
	if err := s.check(); err != nil {
		return nil, err
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
			for _, u := range uses[:min(len(uses), maxUses)] {
				i.Uses = append(i.Uses, r.use(u))
			}
			i.MoreUses = len(uses) - len(i.Uses)
		}
		return i, r.changed, nil
	})
}

func (r *chunkReader) use(u rank.Use) Use {
	use := Use{Path: r.Graph().Path(u.Node), Text: r.texts[u.Node], Span: u.Span, Confidence: u.Confidence}
	if u.In != rank.WholeFile {
		use.In = r.symbol(rank.Definition{Node: u.Node, Symbol: u.In})
		use.Chunk = chunkOf(use.Path, use.In, use.Text).String()
	}
	return use
}
