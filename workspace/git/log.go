package git

import (
	"context"
	"errors"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Entry is one commit as a log shows it.
type Entry struct {
	Hash    string
	Time    time.Time // of the commit, in whole seconds
	Author  string
	Message string // subject and body, without the newlines at its end
}

// LogQuery says which commits a log is to list.
type LogQuery struct {
	Count int      // at most so many, at most 10,000
	Grep  string   // only those with this text in their message, in any case of letters; "": all
	Paths []string // only those that changed something at or below one of these; empty: in the folder
}

const (
	maxLog  = 4 << 20 // bytes of git's output
	perItem = 4       // fields of an entry
)

// Log lists commits on the way to HEAD that changed something in the folder, the newest first, merges
// left out. Where there is more output than 4 MiB the oldest are missing.
func Log(ctx context.Context, dir string, q LogQuery) ([]Entry, error) {
	if head, err := Head(ctx, dir); err != nil || head == "" || q.Count <= 0 {
		return nil, err
	}
	if err := Borrows(dir); err != nil {
		return nil, err
	}
	args := []string{"-c", "log.follow=false",
		"log", "-n", strconv.Itoa(min(q.Count, maxCommits)), "--no-merges", "--no-show-signature", "--no-color", "--encoding=UTF-8",
		"-z", "--format=%H%x00%ct%x00%an%x00%B"}
	if q.Grep != "" {
		args = append(args, "--fixed-strings", "--regexp-ignore-case", "--grep="+q.Grep)
	}
	out, err := run(ctx, dir, maxLog, append(args, append([]string{"HEAD", "--"}, here(q.Paths)...)...)...)
	if err != nil && !errors.Is(err, errTooMuch) {
		return nil, err
	}
	return parseLog(string(out)), nil
}

// here are pathspecs for paths relative to the folder; none means the folder.
func here(paths []string) []string {
	if len(paths) == 0 {
		return []string{"."}
	}
	return slices.Clone(paths)
}

// parseLog reads entries of four fields, each of which ends with a NUL. A message has none: git ends it
// there. An entry that is cut is dropped.
func parseLog(out string) []Entry {
	fields := strings.Split(out, "\x00")
	fields = fields[:len(fields)-1] // what follows the last NUL is nothing, or cut
	var entries []Entry
	for e := range slices.Chunk(fields, perItem) {
		if len(e) < perItem {
			break
		}
		at, err := strconv.ParseInt(e[1], 10, 64)
		if err != nil {
			break
		}
		entries = append(entries, Entry{e[0], time.Unix(at, 0), e[2], strings.TrimRight(e[3], "\n")})
	}
	return entries
}
