package git

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// HeadText is what decides Head and History and whether there is a repository, read off the files themselves: while
// it is the same, so is what those answer. It ends in the hash of the commit. It is for comparing, and "" where only git can tell. A folder
// that lies in no repository has a text, too.
func HeadText(dir string) string {
	real, err := filepath.EvalSymlinks(dir)
	if err != nil {
		return ""
	}
	p, err := find(real)
	switch {
	case err != nil || p != nil && p.check() != nil: // git is not asked
		return ""
	case p != nil:
		return headOf(p.gitDir, p.common)
	}
	for top := real; ; top = filepath.Dir(top) {
		if _, err := os.Lstat(filepath.Join(top, ".git")); err == nil { // of which git knows what to think
			return ""
		}
		if top == filepath.Dir(top) {
			return "no repository"
		}
	}
}

// headOf is the text for a HEAD in one directory and branches in another.
func headOf(place, common string) string {
	head := line(filepath.Join(place, "HEAD"))
	branch, ok := strings.CutPrefix(head, "ref: refs/heads/")
	switch {
	case !ok && isHash(head): // detached
		return place + boundary(common) + " " + head
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
	return place + boundary(common) + " " + branch + " " + hash
}

// boundary tells states of a repository apart in which the same commits have other parents: as it is made deeper or
// shallower.
func boundary(common string) (text string) {
	for _, name := range []string{"shallow", "info/grafts"} {
		if info, err := os.Stat(filepath.Join(common, name)); err == nil {
			text += fmt.Sprintf(" %s %d %d", name, info.Size(), info.ModTime().UnixNano())
		}
	}
	return text
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

func isHash(s string) bool {
	return (len(s) == 40 || len(s) == 64) && strings.Trim(s, "0123456789abcdef") == ""
}
