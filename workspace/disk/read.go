package disk

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"strings"
	"time"
)

const unreadable = "unreadable: "

// Forbidden is the reason for leaving out what the system does not let us read. Readable tells when it does.
const Forbidden = unreadable + "permission denied"

// TooLarge is the reason for leaving out what is larger than MaxBytes.
const TooLarge = "too_large"

const noText = "binary"

// Content is the text of a file, as an editor would show it: without a byte order mark, with U+FFFD for what is no
// character, and with lines that end as EndLines says.
type Content struct {
	Text    string
	Stamp   Stamp  // of the file, before it was read
	Settled bool   // no later change can leave the stamp as it is
	Warning string // what is odd about it; ""
	Long    bool   // too large to be shown: see ReadLong
}

// Refused is why a file is not read: a reason as Check gives it, "too_large" or "binary".
type Refused struct{ Path, Reason string }

func (r *Refused) Error() string { return fmt.Sprintf("%s: %s", r.Path, r.Reason) }

// Reason is an error of Read or Stat as the reason for leaving a file out.
func Reason(err error) string {
	var refused *Refused
	if errors.As(err, &refused) {
		return refused.Reason
	}
	if errors.Is(err, ErrNotFile) {
		return ErrNotFile.Error()
	}
	return unreadable + cause(err)
}

// Readable reports whether a path can be opened, or is not there any more.
func (f *Folder) Readable(path string) bool {
	tree, err := f.dir()
	if err != nil {
		return false
	}
	file, err := tree.Open(strings.TrimSuffix(path, "/"))
	if err == nil {
		file.Close()
	}
	return err == nil || Gone(err)
}

// cause is an error without the path it names.
func cause(err error) string {
	if errors.Is(err, fs.ErrPermission) {
		return fs.ErrPermission.Error() // whatever the system calls it
	}
	var where *fs.PathError
	if errors.As(err, &where) {
		err = where.Err
	}
	return err.Error()
}

// Read reads a file that Check has nothing against. What it refuses for what is in it has a stamp, too.
func (f *Folder) Read(path string) (Content, error) { return f.read(path, false) }

// most is the size, in bytes, of the largest file at a path that may be read.
func (f *Folder) most(path string) int64 {
	if f.handwritten != nil && f.isSource(path) {
		return max(f.max, MaxHandwritten)
	}
	return f.max
}

// ReadLong is Read, also of what is long: its text is to be shown to nobody.
func (f *Folder) ReadLong(path string) (Content, error) {
	return f.read(path, f.isLong(path))
}

// Unchanged reports whether Read would give again what it gave of a file, without opening it: where the system says when files
// were changed, and nothing against the file.
func (f *Folder) Unchanged(path string, since Content) bool {
	reason, there := f.check(path)
	return reason == "" && there != nil && since.Settled && since.Stamp.Changed != 0 && there.stamp == since.Stamp
}

func (f *Folder) read(path string, long bool) (Content, error) {
	if reason := f.Check(path); reason != "" {
		return Content{}, &Refused{path, reason}
	}
	tree, err := f.dir()
	if err != nil {
		return Content{}, err
	}
	most := f.most(path)
	if long {
		most = max(most, MaxLong)
	}
	begun := time.Now()
	raw, info, err := tree.read(path, most+1)
	if err != nil {
		return Content{}, err
	}
	c := Content{Stamp: StampOf(info), Warning: f.Warning(path)}
	c.Settled = c.Stamp.settledAt(begun, f.settle)
	if int64(len(raw)) > most { // it grew since
		return c, &Refused{path, TooLarge}
	}
	text, warning, isText := decode(raw)
	if !isText {
		return c, &Refused{path, noText}
	}
	if c.Long = int64(len(raw)) > f.max && !(f.handwritten != nil && f.handwritten(path, []byte(text))); c.Long && !long {
		return c, &Refused{path, TooLarge}
	}
	c.Text = EndLines(text)
	if warning != "" {
		c.Warning = strings.TrimPrefix(c.Warning+"; "+warning, "; ")
	}
	return c, nil
}

// patience is how long a file may keep us waiting that says it has no more yet: none on a disk ever does.
const patience = 10 * time.Second

// read reads at most max bytes of a regular file. Opening a FIFO or a device would hang or worse; so it
// is opened without waiting, and what it is, is looked at before it is read.
func (t *Tree) read(path string, max int64) (string, fs.FileInfo, error) {
	file, err := t.Open(path)
	if err != nil {
		return "", nil, err
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return "", nil, err
	}
	if !info.Mode().IsRegular() {
		return "", nil, ErrNotFile
	}
	_ = file.SetReadDeadline(time.Now().Add(patience)) // fails where nothing waits
	text := bytes.NewBuffer(make([]byte, 0, min(info.Size(), max)+bytes.MinRead))
	if _, err := text.ReadFrom(io.LimitReader(file, max)); err != nil {
		return "", nil, err
	}
	return text.String(), info, nil
}
