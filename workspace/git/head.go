package git

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
)

// HeadText is what decides Head and whether there is a repository, read off the files themselves: while
// it is the same, so is what Head answers. It is for comparing, and "" where only git can tell. A folder
// that lies in no repository has a text, too.
func HeadText(dir string) string {
	dir, err := filepath.EvalSymlinks(dir) // as git does
	if err != nil {
		return ""
	}
	for {
		place := filepath.Join(dir, ".git")
		if info, err := os.Stat(place); err == nil {
			if info.IsDir() {
				return headOf(place, place)
			}
			return headOfLinked(dir, place)
		} else if !os.IsNotExist(err) {
			return ""
		}
		above := filepath.Dir(dir)
		if above == dir {
			return "no repository"
		}
		dir = above
	}
}

// headOfLinked is headOf where .git is a file: in a worktree, whose branches are the repository's, or a
// submodule.
func headOfLinked(dir, file string) string {
	place, ok := strings.CutPrefix(line(file), "gitdir: ")
	if !ok {
		return ""
	}
	place = from(dir, place)
	if common := line(filepath.Join(place, "commondir")); common != "" {
		return headOf(place, from(place, common))
	}
	return headOf(place, place)
}

// headOf is the text for a HEAD in one directory and branches in another.
func headOf(place, common string) string {
	head := line(filepath.Join(place, "HEAD"))
	branch, ok := strings.CutPrefix(head, "ref: refs/heads/")
	switch {
	case !ok && isHash(head): // detached
		return place + " " + head
	case !ok || !filepath.IsLocal(filepath.FromSlash(branch)):
		return ""
	}
	hash := line(filepath.Join(common, "refs", "heads", filepath.FromSlash(branch)))
	if hash == "" {
		hash = packed(filepath.Join(common, "packed-refs"), "refs/heads/"+branch)
	}
	if !isHash(hash) { // no commits yet, a ref to a ref, or refs that are kept elsewhere
		return ""
	}
	return place + " " + branch + " " + hash
}

// packed is the hash that a file of packed refs has for one, "" where it has none in what is read of it.
func packed(file, ref string) string {
	before, _, found := bytes.Cut(readText(file), []byte(" "+ref+"\n"))
	if !found {
		return ""
	}
	return string(before[bytes.LastIndexByte(before, '\n')+1:])
}

// line is the text of a file of one line, "" where there is none.
func line(file string) string { return strings.TrimRight(string(readText(file)), "\r\n") }

// from is a path that a file in dir writes.
func from(dir, path string) string {
	path = filepath.FromSlash(path)
	if filepath.IsAbs(path) {
		return path
	}
	return filepath.Join(dir, path)
}

func isHash(s string) bool {
	return (len(s) == 40 || len(s) == 64) && strings.Trim(s, "0123456789abcdef") == ""
}
