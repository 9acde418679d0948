package lsp

import (
	"maps"
	"slices"

	"github.com/contextls/contextls/lsp/debug"
	"github.com/contextls/contextls/workspace"
)

// state is what the server is doing, for the debug page.
func (s *server) state() debug.State {
	state := debug.State{Version: s.opts.Version, Started: s.started, Requests: s.observer.requests()}
	for _, p := range s.problems.All() {
		state.Problems = append(state.Problems, debug.Problem(p))
	}
	session := s.current()
	if session == nil {
		return state // before initialize
	}
	usage := session.Usage()
	state.Facts, state.Workers = usage.Facts, debug.Workers(usage.Workers)
	for _, f := range session.Folders() {
		state.Folders = append(state.Folders, s.folderState(f))
	}
	return state
}

func (s *server) folderState(f *workspace.Folder) debug.Folder {
	snap := f.Snapshot()
	status := snap.Status()
	excluded := map[string]int{}
	for _, x := range snap.Excluded() {
		excluded[x.Reason]++
	}
	folder := debug.Folder{Root: f.Root(), State: status.State.String(), Files: len(snap.Files()),
		Degraded: append(slices.Clone(status.Degraded), s.desynced(f)...), Snapshot: snap.ID(), Number: snap.Number(), Packs: s.engine.Packs(f)}
	for _, reason := range slices.Sorted(maps.Keys(excluded)) {
		folder.Excluded = append(folder.Excluded, debug.Count{Name: reason, Count: excluded[reason]})
	}
	return folder
}
