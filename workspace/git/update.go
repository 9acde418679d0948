package git

import (
	"context"
	"slices"
	"strconv"
	"strings"
)

// mostNew is how many new commits are worth looking at by themselves.
const mostNew = 1000

// Update gives what History does, the last n commits with the Lines of the first so many of them, by what both were
// at an earlier commit: git is asked only for what came since. ok is false where that might not come to the same, and
// all is to be read: where a merge came since, where the earlier commit is not on the way to HEAD, or where there was
// more than git is asked for.
func Update(ctx context.Context, dir, base string, before []Commit, n, withLines int) (commits []Commit, ok bool) {
	if !isHash(base) || !fits(before) || !follows(ctx, dir, base) {
		return nil, false
	}
	for i, c := range before {
		if i < withLines && c.Lines == nil {
			return nil, false
		}
	}
	since := base + "..HEAD"
	commits, today, err := history(ctx, dir, since, n)
	if err != nil || !fits(commits) {
		return nil, false
	}
	lines, err := linesWritten(ctx, dir, since, withLines)
	if err != nil {
		return nil, false
	}
	for i := range min(len(commits), withLines) {
		if commits[i].Lines, ok = lines[commits[i].Hash]; !ok {
			return nil, false
		}
	}
	for _, c := range before[:min(len(before), max(0, n-len(commits)))] {
		commits = append(commits, c.renamed(today))
	}
	for i := min(len(commits), withLines); i < len(commits); i++ {
		commits[i].Lines = nil
	}
	return commits, true
}

// renamed is a commit whose paths have the names that today gives them.
func (c Commit) renamed(today map[string]string) Commit {
	if !slices.ContainsFunc(c.Paths, func(p string) bool { return today[p] != "" }) {
		return c
	}
	c.Paths = slices.Clone(c.Paths)
	for i, p := range c.Paths {
		if now := today[p]; now != "" {
			c.Paths[i] = now
		}
	}
	slices.Sort(c.Paths)
	c.Paths = slices.Compact(c.Paths)
	return c
}

// follows reports whether HEAD comes after a commit in one line: then git lists what came since, and after that what
// it has listed before. With a merge, older commits would stand between.
func follows(ctx context.Context, dir, base string) bool {
	out, err := run(ctx, dir, mostNew*100, "rev-list", "--parents", "-n", strconv.Itoa(mostNew), base+"..HEAD")
	if err != nil || len(out) == 0 {
		return false
	}
	next := ""
	for line := range strings.Lines(string(out)) {
		commit, parent, _ := strings.Cut(strings.TrimSuffix(line, "\n"), " ")
		if next != "" && commit != next {
			return false
		}
		next = parent // of a merge there are two, which no commit is
	}
	return next == base
}

// fits reports whether commits are surely less than the output of git that is read.
func fits(commits []Commit) bool {
	size := 0
	for _, c := range commits {
		size += 200 + len(c.Subject)
		for _, p := range c.Paths {
			size += 200 + 2*len(p) // with the modes and hashes of both sides, and the old name
		}
	}
	return size < maxHistory/2
}
