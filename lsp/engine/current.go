package engine

import (
	"context"
	"errors"

	"github.com/contextls/contextls/workspace"
)

// tries is how often a question is put to a newer snapshot before its answer has to do without the files
// that change faster than they are read.
const tries = 3

// onCurrent puts a question to a snapshot. Where a file that it wanted has changed on disk since, which a
// snapshot never shows, it waits until the folder has read that and puts the question to the newest one;
// a deadline ends the waiting, and the answer there is has to do.
func onCurrent[T any](ctx context.Context, snap *workspace.Snapshot, ask func(*workspace.Snapshot) (answer T, changed bool, err error)) (T, error) {
	for try := 1; ; try++ {
		answer, changed, err := ask(snap)
		if !changed && !errors.Is(err, workspace.ErrChanged) || try == tries {
			return answer, err
		}
		soon, cancel := MostOf(ctx)
		ready := snap.Folder().Ready(soon)
		cancel()
		if ready != nil {
			return answer, err
		}
		snap = snap.Folder().Snapshot()
	}
}
