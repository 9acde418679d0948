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

// LinesWritten lists what the last n commits (at most 1,000) on the way to a commit wrote into the folder's text files.
// Left out are merges, files of more than 1 MiB and, where there is more output than 32 MiB, the oldest commits. What was read before
// something failed is returned with the error.
func LinesWritten(ctx context.Context, dir, hash string, n int) (Lines, error) {
	if n <= 0 || !isHash(hash) {
		return nil, nil
	}
	return linesWritten(ctx, dir, hash, n)
}

// linesWritten is LinesWritten of a range of commits.
func linesWritten(ctx context.Context, dir, revisions string, n int) (Lines, error) {
	read := patchReader{all: Lines{}}
	err := runTo(ctx, dir, &limited{max: maxHistory, then: errTooMuch, to: read.write}, append([]string{"-c", "log.follow=false", "-c", "log.showRoot=true",
		"-c", "core.quotePath=false", "-c", "core.bigFileThreshold=" + largeFile,
		"log", "-n", strconv.Itoa(min(n, maxPatches)), "--no-merges", "--no-show-signature", "--no-color", "--format=%x00%H",
		"--patch", "--unified=0", "--inter-hunk-context=0", "--no-prefix", "-M", "-l" + maxMoves, "--no-ext-diff", "--no-textconv",
		"--ignore-submodules=all", "-O/dev/null", "--relative", revisions, "--"}, below(dir)...)...)
	if errors.Is(err, errTooMuch) {
		err = nil
	}
	read.end()
	return read.all, err
}

// maxPatches is how many commits are read with what they wrote.
const maxPatches = 1000

// largeFile is the size above which git takes a file for a binary one. Nothing is extracted from such a file unless the settings ask for it,
// and one lock file that each update of a dependency changes can take git ten times as long as all the rest.
const largeFile = "1m"

// largeCommit is from how many files on a commit's lines are not kept: one that renames, reformats or imports says nothing of
// what belongs together, and may have as many lines as all others.
const largeCommit = 100

// patchReader reads a "\0HASH" for each commit, then its patch, as they come. A hunk's head says how many lines follow, so that
// no line can pass for a head.
type patchReader struct {
	all            Lines
	rest           []byte // of a line whose end has not come yet
	commit, path   string
	files          map[string][]uint32 // of the commit; nil where they are not kept
	removed, added int
}

func (r *patchReader) write(p []byte) {
	for {
		i := bytes.IndexByte(p, '\n')
		if i < 0 {
			r.rest = append(r.rest, p...)
			return
		}
		line := p[:i]
		if len(r.rest) > 0 {
			r.rest = append(r.rest, line...)
			line = r.rest
		}
		r.line(line)
		r.rest, p = r.rest[:0], p[i+1:]
	}
}

// end reads what git was stopped at.
func (r *patchReader) end() {
	if len(r.rest) > 0 {
		r.line(r.rest)
	}
}

func (r *patchReader) line(line []byte) {
	is := func(prefix string) bool { return len(line) >= len(prefix) && string(line[:len(prefix)]) == prefix }
	switch {
	case r.removed > 0 && is("-"):
		r.removed--
	case r.added > 0 && is("+"):
		r.added--
		if r.files == nil || r.path == "" {
			return
		}
		if h := analysis.HashLine(string(line[1:])); h != 0 {
			r.files[r.path] = append(r.files[r.path], h)
		}
	case is("\x00"):
		r.commit, r.files, r.path = string(line[1:]), map[string][]uint32{}, ""
		r.all[r.commit] = r.files
	case is("diff "):
		r.path = ""
	case is("+++ "):
		r.path = strings.TrimSuffix(string(line[len("+++ "):]), "\t") // which git puts behind a name with spaces
		if r.path == "/dev/null" || strings.HasPrefix(r.path, `"`) {
			r.path = "" // deleted, or of a name that git has to escape
		}
		if len(r.files) >= largeCommit {
			r.files = nil
			r.all[r.commit] = map[string][]uint32{}
		}
	case is("@@ -"):
		r.removed, r.added = hunkLines(string(line))
	}
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
