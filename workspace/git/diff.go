package git

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode"
)

// ErrRevision says that a text names no commit.
var ErrRevision = errors.New("it names no commit")

// Range is what a diff compares: a commit with the files on disk, or two commits. Only Resolve makes
// one, so that nothing but hashes gets to git's command line, and only of a repository: elsewhere git
// would compare any two files.
type Range struct {
	arg    string
	onDisk bool
}

// Resolve reads a range: "A..B" is from A to B, "A...B" from where they parted to B, "A" from A to the
// files on disk, and "" from HEAD to those. A side left empty is HEAD. The error is ErrRevision,
// ErrBorrowed, or git's.
func Resolve(ctx context.Context, dir, text string) (Range, error) {
	if err := Borrows(dir); err != nil {
		return Range{}, err
	}
	from, to, two := strings.Cut(text, "..")
	dots := ".."
	if rest, three := strings.CutPrefix(to, "."); two && three {
		dots, to = "...", rest
	}
	a, err := commitOf(ctx, dir, from)
	if err != nil || !two {
		return Range{a, true}, err
	}
	b, err := commitOf(ctx, dir, to)
	return Range{arg: a + dots + b}, err
}

// commitOf is the hash of the one commit that a text names.
func commitOf(ctx context.Context, dir, text string) (string, error) {
	if text == "" {
		text = "HEAD"
	}
	odd := func(r rune) bool { return unicode.IsControl(r) || unicode.IsSpace(r) || r == ':' }
	if strings.HasPrefix(text, "-") || strings.HasPrefix(text, "^") || strings.ContainsFunc(text, odd) {
		return "", fmt.Errorf("%q: %w", text, ErrRevision)
	}
	out, err := run(ctx, dir, maxLine, "rev-parse", "--verify", "--quiet", text+"^{commit}")
	hash := strings.TrimSpace(string(out))
	switch code := exitCode(err); {
	case code == 1: // --quiet: there is none
		return "", fmt.Errorf("%q: %w", text, ErrRevision)
	case err != nil:
		return "", err
	case strings.Trim(hash, "0123456789abcdef") != "" || hash == "":
		return "", fmt.Errorf("%q: %w", text, ErrRevision)
	}
	return hash, nil
}

const maxChanged = 32 << 20 // bytes of the paths that differ

// Changed lists the files that differ, at or below the paths given (none: the folder), sorted. A rename
// is both names. Files that git does not track are not compared.
func Changed(ctx context.Context, dir string, r Range, paths []string) ([]string, error) {
	out, err := diff(ctx, dir, maxChanged, r, paths, "--name-only", "-z")
	if err != nil {
		return nil, err
	}
	changed := strings.Split(string(out), "\x00")
	changed = changed[:len(changed)-1]
	slices.Sort(changed)
	return slices.Compact(changed), nil // a path in conflict stands there more than once
}

// Diff is the difference as a unified diff with three lines of context, or its first max bytes in whole
// lines.
func Diff(ctx context.Context, dir string, r Range, paths []string, max int) (text string, whole bool, err error) {
	out, err := diff(ctx, dir, max, r, paths, "--patch", "--unified=3")
	if errors.Is(err, errTooMuch) {
		return string(out[:strings.LastIndexByte(string(out), '\n')+1]), false, nil
	}
	return string(out), err == nil, err
}

func diff(ctx context.Context, dir string, max int, r Range, paths []string, format ...string) ([]byte, error) {
	args := []string{"-c", "core.quotePath=false"}
	if r.onDisk {
		off, err := withoutFilters(ctx, dir)
		if err != nil {
			return nil, err
		}
		args = append(args, off...)
	}
	args = append(args, "diff")
	args = append(args, format...)
	args = append(args, "--no-ext-diff", "--no-textconv", "--no-color", "--no-renames", "--ignore-submodules=all", "-O/dev/null",
		"--src-prefix=a/", "--dst-prefix=b/", "--relative", r.arg, "--")
	return run(ctx, dir, max, append(args, here(paths)...)...)
}

// withoutFilters switches off the programs that git would run on files of the disk before it compares
// them (filter.….clean and filter.….process), whatever they are called.
func withoutFilters(ctx context.Context, dir string) ([]string, error) {
	out, err := run(ctx, dir, maxLine, "config", "-z", "--name-only", "--get-regexp", `^filter\.`)
	if exitCode(err) == 1 { // there are none
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var args []string
	for name := range strings.SplitSeq(strings.TrimSuffix(string(out), "\x00"), "\x00") {
		driver := name[:strings.LastIndexByte(name, '.')]
		if strings.Contains(driver, "=") { // -c would take it for another name
			return nil, fmt.Errorf("git's %s cannot be switched off", driver)
		}
		args = append(args, "-c", driver+".clean=", "-c", driver+".process=", "-c", driver+".required=false")
	}
	return args, nil
}
