package relay

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"

	"go.lsp.dev/jsonrpc2"

	"github.com/contextls/contextls/lsp/rpc"
)

// numbered is a request that is not answered yet, with its ID.
type numbered struct {
	*request
	id jsonrpc2.ID
}

// takePending takes all requests that are not answered, in the order they came.
func (r *relay) takePending() (all []numbered) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for id, p := range r.pending {
		all = append(all, numbered{p, id})
	}
	clear(r.pending)
	slices.SortFunc(all, func(a, b numbered) int { return cmp.Compare(a.number, b.number) })
	return all
}

// replace opens a session in the place of one that was lost, and tells it what that knew.
func (r *relay) replace(ctx context.Context, old *link) (*link, error) {
	if old.apart { // another one would fare no better
		return nil, old.err
	}
	pending := r.takePending()
	r.mu.Lock()
	r.lost++
	apart := r.lost >= mostLost
	clear(r.asked)
	shown := slices.Sorted(maps.Keys(r.shown))
	clear(r.shown)
	r.mu.Unlock()
	for _, token := range shown {
		_ = r.editor.Write(progressEnd(token))
	}
	var again []numbered
	for _, p := range pending {
		if p.cancelled {
			r.answer(p.id, nil, jsonrpc2.NewError(rpc.RequestCancelled, "cancelled"))
			continue
		}
		p.lost++
		apart = apart || p.lost >= mostLost
		again = append(again, p)
	}
	r.log.Warn("the server's process was lost; another one takes its place", "reason", old.err, "documents", len(r.state.documents), "requests", len(again), "apart", apart)
	session, err := r.opts.Open(ctx, apart)
	if err != nil {
		return nil, err
	}
	r.mu.Lock()
	for _, p := range again {
		r.pending[p.id] = p.request
	}
	begun := slices.ContainsFunc(again, func(p numbered) bool { return p.method == methodInitialize })
	replay := r.state.replay(jsonrpc2.NewStringID(fmt.Sprintf("contextls/again/%d", r.generation)), begun)
	r.mu.Unlock()
	l := r.link(session, apart)
	for _, p := range again {
		if p.method == methodInitialize {
			_ = l.frames.Write(p.message)
		}
	}
	for _, m := range replay {
		_ = l.frames.Write(m)
	}
	for _, p := range again {
		if p.method != methodInitialize {
			_ = l.frames.Write(p.message)
		}
	}
	return l, nil
}
