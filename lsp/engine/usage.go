package engine

import "github.com/contextls/contextls/workspace"

// Packs is how many of a folder's packs are kept, for later ones to be deltas of them.
func (e *Engine) Packs(f *workspace.Folder) int {
	k := e.kept(f)
	k.mu.Lock()
	defer k.mu.Unlock()
	return len(k.packs)
}
