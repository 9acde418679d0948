package git

import (
	"context"
	"slices"
	"strings"
)

// Untracked lists the files below a folder that git does not track and does not ignore, sorted.
func Untracked(ctx context.Context, dir string) ([]string, error) {
	out, err := run(ctx, dir, maxTracked, "ls-files", "-z", "--others", "--exclude-standard")
	if err != nil {
		return nil, err
	}
	paths := strings.Split(string(out), "\x00")
	paths = paths[:len(paths)-1]
	slices.Sort(paths)
	return paths, nil
}
