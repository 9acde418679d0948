package git

import (
	"bytes"
	"context"
	"errors"
	"strconv"
	"strings"

	"github.com/contextls/contextls/analysis"
)

// Lines are the lines that commits wrote: by hash of the commit and by path, as it was called then, the
// hashes of lines as of analysis.HashLine.
type Lines map[string]map[string][]uint32

// LinesWritten lists what the last n commits (at most 1,000) on the way to HEAD wrote into the folder's text files.
// Merges are left out, and where there is more output than 32 MiB, the oldest commits. What was read before
// something failed is returned with the error.
func LinesWritten(ctx context.Context, dir string, n int) (Lines, error) {
	if n <= 0 {
		return nil, nil
	}
	return linesWritten(ctx, dir, "HEAD", n)
}

// linesWritten is LinesWritten of a range of commits.
func linesWritten(ctx context.Context, dir, revisions string, n int) (Lines, error) {
	out, err := run(ctx, dir, maxHistory, "-c", "log.follow=false", "-c", "log.showRoot=true", "-c", "core.quotePath=false",
		"log", "-n", strconv.Itoa(min(n, maxPatches)), "--no-merges", "--no-show-signature", "--no-color", "--format=%x00%H",
		"--patch", "--unified=0", "--inter-hunk-context=0", "--no-prefix", "-M", "-l"+maxMoves, "--no-ext-diff", "--no-textconv",
		"--ignore-submodules=all", "-O/dev/null", "--relative", revisions, "--", ".")
	if errors.Is(err, errTooMuch) {
		err = nil
	}
	return parseLines(out), err
}

// maxPatches is how many commits are read with what they wrote.
const maxPatches = 1000

// parseLines reads a "\0HASH" for each commit, then its patch. A hunk's head says how many lines follow, so that
// no line can pass for a head.
func parseLines(out []byte) Lines {
	all := Lines{}
	var files map[string][]uint32
	path, removed, added := "", 0, 0
	for line := range bytes.Lines(out) {
		text := strings.TrimSuffix(string(line), "\n")
		switch {
		case removed > 0 && strings.HasPrefix(text, "-"):
			removed--
		case added > 0 && strings.HasPrefix(text, "+"):
			added--
			if h := analysis.HashLine(text[1:]); h != 0 && files != nil && path != "" {
				files[path] = append(files[path], h)
			}
		case strings.HasPrefix(text, "\x00"):
			files = map[string][]uint32{}
			all[text[1:]] = files
			path = ""
		case strings.HasPrefix(text, "diff "):
			path = ""
		case strings.HasPrefix(text, "+++ "):
			path = strings.TrimSuffix(text[len("+++ "):], "\t") // which git puts behind a name with spaces
			if path == "/dev/null" || strings.HasPrefix(path, `"`) {
				path = "" // deleted, or of a name that git has to escape
			}
		case strings.HasPrefix(text, "@@ -"):
			removed, added = hunkLines(text)
		}
	}
	return all
}

// hunkLines are how many lines a hunk removes and adds, by its head "@@ -FROM,COUNT +FROM,COUNT @@"; a count
// of 1 is left out.
func hunkLines(head string) (removed, added int) {
	fields := strings.Fields(head)
	if len(fields) < 3 {
		return 0, 0
	}
	count := func(field string) int {
		_, n, has := strings.Cut(field, ",")
		if !has {
			return 1
		}
		lines, err := strconv.Atoi(n)
		if err != nil {
			return 0
		}
		return lines
	}
	return count(fields[1]), count(fields[2])
}
