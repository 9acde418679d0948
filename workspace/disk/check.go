package disk

import (
	"errors"
	"io/fs"
	"path"
	"path/filepath"
	"syscall"
	"unicode/utf8"

	"github.com/contextls/contextls/workspace/ignore"
)

const notUTF8 = "unreadable: its name is not UTF-8" // it could not be told to a client

// Check says why a path is left out, "" when it is not. It need not exist: then its name decides, and
// what is known of the directories above it.
func (f *Folder) Check(p string) string {
	reason, _ := f.check(p)
	return reason
}

// check is Check, with what stands at the path; nil where that cannot be told.
func (f *Folder) check(p string) (reason string, there *item) {
	if !utf8.ValidString(p) {
		return notUTF8, nil
	}
	if _, err := filepath.Localize(p); err != nil || p == "." { // on Windows, a backslash or colon would mean more
		return "not a path in the folder", nil
	}
	r := f.current()
	d, reason := f.dirRules(r, parentOf(p))
	if reason != "" {
		return reason, nil
	}
	there, _ = f.lstat(p) // what cannot be looked at is judged by its name
	if there == nil || !there.mode.IsDir() {
		r.forget(p) // it may have been a directory
	}
	return f.verdict(r, d, p, there), there
}

// Skips reports whether a directory is one that a scan does not enter.
func (f *Folder) Skips(dir string) bool {
	_, reason := f.dirRules(f.current(), dir)
	return reason != ""
}

// dirRules gives the rules that hold in a directory, or why it is not entered. What is not known yet is
// looked up from the parent down.
func (f *Folder) dirRules(r *rules, dir string) (*ignore.Dir, string) {
	if d := r.get(dir); d != nil {
		return d, ""
	}
	if dir == "" {
		return f.enter(r, nil, "", ignore.RuleNames()), ""
	}
	parent, reason := f.dirRules(r, parentOf(dir))
	if reason != "" {
		return nil, reason
	}
	there, err := f.lstat(dir)
	if err != nil || !there.mode.IsDir() && there.mode&fs.ModeSymlink == 0 { // something may yet become a directory
		if reason := f.nameVerdict(parent, dir, true); reason != "" {
			return nil, reason
		}
		return parent.Enter(path.Base(dir)), ""
	}
	if reason := f.verdict(r, parent, dir, there); reason != "" {
		return nil, reason
	}
	return f.enter(r, parent, dir, ignore.RuleNames()), ""
}

// verdict says why an entry of a directory with these rules is left out. there is nil where there is
// nothing on disk.
func (f *Folder) verdict(r *rules, d *ignore.Dir, p string, there *item) string {
	if reason := f.nameVerdict(d, p, there != nil && there.mode.IsDir()); reason != "" || there == nil {
		return reason
	}
	switch mode := there.mode; {
	case mode&fs.ModeSymlink != 0:
		return f.linkReason(p)
	case mode.IsDir():
		if kind := r.virtual[p]; kind != "" {
			return "the system's own: " + kind
		}
		return ""
	case !mode.IsRegular():
		return ErrNotFile.Error()
	case there.stamp.Size > f.most(p) && (there.stamp.Size > MaxLong || !f.isLong(p)):
		return TooLarge
	}
	return ""
}

// nameVerdict is what can be said of a name alone.
func (f *Folder) nameVerdict(d *ignore.Dir, p string, dir bool) string {
	if !utf8.ValidString(p) {
		return notUTF8
	}
	if f.secret(p, dir) {
		return secretReason
	}
	return d.Ignored(path.Base(p), dir)
}

// linkReason says where a link leads.
func (f *Folder) linkReason(p string) string {
	tree, err := f.dir()
	if err != nil {
		return unreadable + cause(err)
	}
	_, err = tree.Stat(onDisk(p))
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return "broken link"
	case errors.Is(err, syscall.ELOOP):
		return "link that leads to itself"
	case err != nil:
		return "link outside the folder"
	}
	to, err := tree.Readlink(onDisk(p))
	if err != nil {
		return unreadable + cause(err)
	}
	return "link to " + path.Join(parentOf(p), to)
}
