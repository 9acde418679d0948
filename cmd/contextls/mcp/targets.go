package mcp

import (
	"context"
	"fmt"

	"github.com/contextls/contextls/lsp/engine"
	"github.com/contextls/contextls/workspace"
)

// perhapsFiles are all names of files that targets may begin with: which of them there are is known when the
// disk has been looked at.
func perhapsFiles(targets []string) (files []string) {
	for _, written := range targets {
		engine.SplitTarget(written, func(name string) bool {
			files = append(files, name)
			return false
		})
	}
	return files
}

// targets finds the files to be changed, or parts of them.
func (t *Tools) targets(ctx context.Context, snap *workspace.Snapshot, written []string) (targets []engine.Target, err error) {
	for i, w := range written {
		file, part := engine.SplitTarget(w, func(name string) bool { return engine.Exists(snap, name) })
		target, err := t.engine.Aim(ctx, snap, file, part)
		if err != nil {
			return nil, fmt.Errorf("targets[%d]: %w", i, err)
		}
		targets = append(targets, target)
	}
	return targets, nil
}
