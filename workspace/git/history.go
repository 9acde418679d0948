package git

import (
	"context"
	"errors"
	"maps"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Commit is one commit with what it changed in the folder.
type Commit struct {
	Hash    string
	Time    time.Time           // of the commit, in whole seconds
	Subject string              // the first paragraph of its message, in one line
	Paths   []string            // added, changed, moved and deleted files by the names they have at HEAD, sorted
	Lines   map[string][]uint32 // by path, as of LinesWritten, which see; nil unless they were asked for
}

const (
	maxCommits = 10_000
	maxHistory = 32 << 20 // bytes of git's output

	// maxMoves is how many files of a commit are compared with each other to find those that moved and were changed; of more,
	// only those of the same name are. It is as many as a commit has that says anything of what belongs together:
	// with 400, git reads most of all old contents for a few moves more.
	maxMoves = "30"
)

// History lists the last n commits (at most 10,000) on the way to HEAD that changed something in the
// folder, the newest first; where that is the whole repository, also those that changed nothing. Merges are left out: their
// changes stand in the commits they merge. When
// there is more output than 32 MiB the oldest commits are missing. Commits that were read before
// something failed are returned with the error. Those of a repository that Borrows count, too.
//
// A file that was moved counts under the name it has at HEAD from its beginning, also where it was changed
// on the way, unless the repository lacks some of what files once held (partial clones do).
func History(ctx context.Context, dir string, n int) ([]Commit, error) {
	if n <= 0 {
		return nil, nil
	}
	if head, err := Head(ctx, dir); err != nil || head == "" {
		return nil, err
	}
	commits, _, err := history(ctx, dir, "HEAD", n)
	return commits, err
}

// history is History of a range of commits, with what files that they moved are called at its end.
func history(ctx context.Context, dir, revisions string, n int) (commits []Commit, today map[string]string, err error) {
	var out []byte
	for _, moves := range [][]string{{"-M", "-l" + maxMoves}, {"-M100%"}} {
		out, err = run(ctx, dir, maxHistory, slices.Concat([]string{
			"-c", "log.follow=false", "-c", "log.showRoot=true",
			"log", "-n", strconv.Itoa(min(n, maxCommits)), "--no-merges", "--no-show-signature", "--no-color", "--encoding=UTF-8", "--format=%H %ct %s",
			"--raw", "-z", "--no-abbrev"}, moves, []string{"--no-ext-diff", "--no-textconv", "--ignore-submodules=all", "-O/dev/null", "--relative",
			revisions, "--"}, below(dir))...)
		if err == nil || errors.Is(err, errTooMuch) || ctx.Err() != nil {
			break
		}
	}
	commits, today = parseHistory(string(out))
	if err == nil {
		return commits, today, nil
	}
	if len(commits) > 0 {
		commits = commits[:len(commits)-1] // the last one may be cut
	}
	if errors.Is(err, errTooMuch) {
		err = nil
	}
	return commits, today, err
}

// below limits a log to what changed a folder. At the top of a repository all does, and git need not compare each commit with
// the one before it to find out.
func below(dir string) []string {
	real, err := filepath.EvalSymlinks(dir)
	if p, lost := find(dir); err == nil && lost == nil && p != nil && p.top == real {
		return nil
	}
	return []string{"."}
}

// parseHistory reads "HASH TIME SUBJECT\0" for each commit, followed by ":modes hashes status\0path\0" for each
// path, with the old path before the new one where the status is that of a move; git puts a newline before
// the first of them. The colon tells a change from the next commit whatever the paths are called, which
// --name-only would not. Besides the commits it gives what files are called now that had another name before them.
func parseHistory(out string) (commits []Commit, today map[string]string) {
	today = map[string]string{}
	moved := map[string]string{} // the same of those that the commit at hand moved
	once := map[string]string{}
	name := func(p string) string {
		if now, known := today[p]; known {
			return now
		}
		if _, known := once[p]; !known { // all of the output is not to stay for its names
			p = strings.Clone(p)
			once[p] = p
		}
		return once[p]
	}
	for out != "" {
		var field string
		field, out, _ = strings.Cut(out, "\x00")
		field = strings.TrimPrefix(field, "\n")
		if strings.HasPrefix(field, ":") {
			var path string
			var whole bool
			path, out, whole = strings.Cut(out, "\x00")
			if status := field[strings.LastIndexByte(field, ' ')+1:]; whole && strings.HasPrefix(status, "R") {
				old := path
				path, out, whole = strings.Cut(out, "\x00")
				if whole && path != "" {
					moved[strings.Clone(old)] = name(path)
				}
			}
			if whole && path != "" && len(commits) > 0 {
				c := &commits[len(commits)-1]
				c.Paths = append(c.Paths, name(path))
			}
			continue
		}
		maps.Copy(today, moved)
		clear(moved)
		hash, rest, _ := strings.Cut(field, " ")
		seconds, subject, _ := strings.Cut(rest, " ")
		if at, err := strconv.ParseInt(seconds, 10, 64); err == nil && hash != "" {
			commits = append(commits, Commit{Hash: strings.Clone(hash), Time: time.Unix(at, 0), Subject: strings.Clone(subject)})
		}
	}
	maps.Copy(today, moved)
	for i := range commits {
		slices.Sort(commits[i].Paths)
		commits[i].Paths = slices.Compact(commits[i].Paths)
	}
	return commits, today
}
