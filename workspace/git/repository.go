package git

import (
	"context"
	"path/filepath"
	"slices"
	"strings"
)

const (
	maxLine    = 64 << 10  // bytes of an answer of one line
	maxTracked = 256 << 20 // bytes of all tracked paths
)

// Head is the hash of the commit that is checked out, "" while the branch has none.
func Head(ctx context.Context, dir string) (string, error) {
	out, err := run(ctx, dir, maxLine, "rev-parse", "--verify", "--quiet", "HEAD^{commit}")
	if exitCode(err) == 1 { // --quiet: no such commit
		return "", nil
	}
	if err != nil {
		return "", err
	}
	return strings.TrimSpace(string(out)), nil
}

// TopLevel finds the top of the working tree that a folder lies in, and the folder relative to it with
// forward slashes, "" when it is the top.
func TopLevel(ctx context.Context, dir string) (top, below string, err error) {
	out, err := run(ctx, dir, maxLine, "rev-parse", "--is-inside-work-tree", "--show-cdup", "--show-prefix")
	if err != nil {
		return "", "", err
	}
	inside, rest, _ := strings.Cut(string(out), "\n")
	up, prefix, _ := strings.Cut(rest, "\n") // the way up is all dots and slashes; the prefix can hold anything
	if inside != "true" {
		return "", "", ErrNoRepository
	}
	if !filepath.IsAbs(up) {
		if dir, err = filepath.EvalSymlinks(dir); err != nil {
			return "", "", err
		}
		up = filepath.Join(dir, up)
	}
	return up, strings.TrimSuffix(strings.TrimSuffix(prefix, "\n"), "/"), nil
}

// Tracked lists the paths below a folder that are in the index, sorted.
func Tracked(ctx context.Context, dir string) ([]string, error) {
	out, err := run(ctx, dir, maxTracked, "ls-files", "-z")
	if err != nil {
		return nil, err
	}
	paths := strings.Split(string(out), "\x00")
	paths = paths[:len(paths)-1]
	slices.Sort(paths)
	return slices.Compact(paths), nil // a path in conflict stands there three times
}
