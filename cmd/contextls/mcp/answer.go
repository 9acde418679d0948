package mcp

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/contextls/contextls/lsp/engine"
	"github.com/contextls/contextls/lsp/engine/explore"
	"github.com/contextls/contextls/workspace"
)

// Tools answer calls about snapshots of an engine's folders.
type Tools struct {
	engine   *engine.Engine
	explorer *explore.Explorer
}

// NewTools makes the tools of an engine. runsDir is where the LSP server keeps past packs; "": nowhere.
func NewTools(e *engine.Engine, runsDir string) *Tools {
	return &Tools{e, explore.New(e, explore.NewRuns(runsDir))}
}

// Answer answers a question that a server has put elsewhere, about a snapshot of its folder. What is wrong is in the
// reply.
func (t *Tools) Answer(ctx context.Context, snap *workspace.Snapshot, q Question) Reply {
	r, err := t.answer(ctx, snap, q)
	if err == nil && r.Structured != nil {
		r.Structured, err = structure(r.Structured)
	}
	if err != nil {
		return Reply{Error: err.Error()}
	}
	return r.of(snap)
}

func (t *Tools) answer(ctx context.Context, snap *workspace.Snapshot, q Question) (Reply, error) {
	switch q.Tool {
	case "":
		return Reply{}, nil
	case "pack":
		return decoded(ctx, snap, q, t.pack)
	case "repo_map":
		return decoded(ctx, snap, q, t.repoMap)
	case "search":
		return decoded(ctx, snap, q, t.search)
	case "impact":
		return decoded(ctx, snap, q, t.impact)
	case "explore":
		return decoded(ctx, snap, q, t.explore)
	}
	return Reply{}, fmt.Errorf("there is no tool %q", q.Tool)
}

func decoded[In any](ctx context.Context, snap *workspace.Snapshot, q Question, run func(context.Context, *workspace.Snapshot, In) (Reply, error)) (Reply, error) {
	var in In
	if err := json.Unmarshal(q.Input, &in); err != nil {
		return Reply{}, fmt.Errorf("%s: %w", q.Tool, err)
	}
	return run(ctx, snap, in)
}

// toldUnsaved is how many files are named that are not saved.
const toldUnsaved = 10

// of is a reply that says what of the snapshot is not saved: whoever edits such a file on disk edits another text.
func (r Reply) of(snap *workspace.Snapshot) Reply {
	unsaved := snap.Unsaved()
	if len(unsaved) == 0 || r.Texts == nil {
		return r
	}
	text := "Seen as they are in the user's editor, not saved: " + strings.Join(unsaved[:min(len(unsaved), toldUnsaved)], ", ")
	if more := len(unsaved) - toldUnsaved; more > 0 {
		text += fmt.Sprintf(" and %d more", more)
	}
	r.Texts = append(r.Texts, text)
	return r
}
