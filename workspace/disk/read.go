package disk

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strings"
	"time"
	"unicode/utf8"
)

const unreadable = "unreadable: "

// Forbidden is the reason for leaving out what the system does not let us read. Readable tells when it does.
const Forbidden = unreadable + "permission denied"

const (
	tooLarge      = "too_large"
	binary        = "binary"
	binaryProbe   = 8 << 10 // bytes in which a NUL makes a file binary
	lossyWarning  = "not valid UTF-8: read with replacement characters"
	byteOrderMark = "\ufeff"
)

// Content is the text of a file, as an editor would show it: without a byte order mark, and with U+FFFD
// for each byte that is not UTF-8.
type Content struct {
	Text    string
	Size    int64     // of the file, in bytes
	ModTime time.Time // of the file, before it was read
	Warning string    // what is odd about it; ""
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
	root, err := f.dir()
	if err != nil {
		return false
	}
	file, err := root.OpenFile(onDisk(strings.TrimSuffix(path, "/")), os.O_RDONLY|nonblock, 0)
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

// Read reads a file that Check has nothing against.
func (f *Folder) Read(path string) (Content, error) {
	if reason := f.Check(path); reason != "" {
		return Content{}, &Refused{path, reason}
	}
	root, err := f.dir()
	if err != nil {
		return Content{}, err
	}
	text, info, err := read(root, path, f.max+1)
	switch {
	case err != nil:
		return Content{}, err
	case int64(len(text)) > f.max: // it grew since
		return Content{}, &Refused{path, tooLarge}
	case strings.IndexByte(text[:min(len(text), binaryProbe)], 0) >= 0:
		return Content{}, &Refused{path, binary}
	}
	c := Content{Text: strings.TrimPrefix(text, byteOrderMark), Size: info.Size(), ModTime: info.ModTime(), Warning: f.Warning(path)}
	if !utf8.ValidString(c.Text) {
		c.Text = string([]rune(c.Text))
		c.Warning = strings.TrimPrefix(c.Warning+"; "+lossyWarning, "; ")
	}
	return c, nil
}

// read reads at most max bytes of a regular file. Opening a FIFO or a device would hang or worse; so it
// is opened without waiting, and what it is, is looked at before it is read.
func read(root *os.Root, path string, max int64) (string, fs.FileInfo, error) {
	file, err := root.OpenFile(onDisk(path), os.O_RDONLY|nonblock, 0)
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
	var text strings.Builder
	text.Grow(int(min(info.Size(), max)))
	if _, err := io.Copy(&text, io.LimitReader(file, max)); err != nil {
		return "", nil, err
	}
	return text.String(), info, nil
}
