package disk

import (
	"bytes"
	"encoding/binary"
	"errors"
	"io/fs"
	"os"

	"golang.org/x/sys/unix"
)

// directory is one that is open, by its descriptor: what is in it is reached from there, without looking up all the directories
// above it each time. The zero directory is none.
type directory struct {
	fd   int
	open bool
}

func (d directory) close() {
	if d.open {
		_ = unix.Close(d.fd) // of which only was read
	}
}

// Lister lists directories. One goroutine at a time may use it.
type Lister struct{ buffer []byte }

// open opens a directory, through one that is open and that it is in, else through the folder. It follows no link there.
func (l *Lister) open(tree *Tree, in directory, dir string) (directory, error) {
	if in.open {
		return openIn(in.fd, (&item{path: dir}).name())
	}
	file, err := tree.Open(dir)
	if err != nil {
		return directory{}, err
	}
	defer file.Close()
	return openIn(int(file.Fd()), ".")
}

func openIn(in int, name string) (directory, error) {
	fd, err := unix.Openat(in, name, unix.O_RDONLY|unix.O_DIRECTORY|unix.O_NOFOLLOW|unix.O_CLOEXEC, 0)
	for err == unix.EINTR {
		fd, err = unix.Openat(in, name, unix.O_RDONLY|unix.O_DIRECTORY|unix.O_NOFOLLOW|unix.O_CLOEXEC, 0)
	}
	if err != nil {
		return directory{}, &fs.PathError{Op: "open", Path: name, Err: err}
	}
	return directory{fd, true}, nil
}

// Each calls f with all that is in a directory which is open.
func (l *Lister) Each(dir *os.File, f func(Named)) error {
	return l.each(directory{int(dir.Fd()), true}, f)
}

func (l *Lister) each(at directory, f func(Named)) error {
	if l.buffer == nil {
		l.buffer = make([]byte, 32<<10)
	}
	for {
		n, err := unix.ReadDirent(at.fd, l.buffer)
		switch {
		case err == unix.EINTR:
			continue
		case err != nil:
			return &fs.PathError{Op: "readdirent", Path: ".", Err: err}
		case n <= 0:
			return nil
		}
		for rest := l.buffer[:n]; len(rest) > 0; {
			name, kind := "", byte(0)
			if name, kind, rest, err = nextEntry(rest); err != nil {
				return err
			}
			if name != "." && name != ".." {
				f(look(at, name, kind))
			}
		}
	}
}

// direntName is where the name begins in an entry of a directory: after inode, offset (eight bytes each), length (two) and kind.
const direntName = 19

// nextEntry is the first of some entries of a directory, as the system writes them.
func nextEntry(data []byte) (name string, kind byte, rest []byte, err error) {
	length := 0
	if len(data) > direntName {
		length = int(binary.NativeEndian.Uint16(data[16:]))
	}
	if length <= direntName || length > len(data) {
		return "", 0, nil, errors.New("the system gave half an entry of a directory")
	}
	text := data[direntName:length]
	if end := bytes.IndexByte(text, 0); end >= 0 {
		text = text[:end]
	}
	return string(text), data[18], data[length:], nil
}

// look finds out what is there under a name. That of a directory need not be asked for.
func look(at directory, name string, kind byte) Named {
	is := modeOf(uint32(kind) << 12)
	if is.IsDir() {
		return Named{Name: name, Mode: is}
	}
	var s unix.Stat_t
	err := unix.Fstatat(at.fd, name, &s, unix.AT_SYMLINK_NOFOLLOW)
	for err == unix.EINTR {
		err = unix.Fstatat(at.fd, name, &s, unix.AT_SYMLINK_NOFOLLOW)
	}
	if err != nil {
		return Named{Name: name, Mode: is, Err: &fs.PathError{Op: "lstat", Path: name, Err: err}}
	}
	if is = modeOf(s.Mode); is.IsDir() { // the file system's entries are of no kind
		return Named{Name: name, Mode: is}
	}
	return Named{name, is, stampOf(&s), nil}
}

// modeOf are the type bits of a mode as the system has it, where they stand above the kinds of directory entries.
func modeOf(mode uint32) fs.FileMode {
	switch mode & unix.S_IFMT {
	case unix.S_IFREG:
		return 0
	case unix.S_IFDIR:
		return fs.ModeDir
	case unix.S_IFLNK:
		return fs.ModeSymlink
	case unix.S_IFIFO:
		return fs.ModeNamedPipe
	case unix.S_IFSOCK:
		return fs.ModeSocket
	case unix.S_IFBLK:
		return fs.ModeDevice
	case unix.S_IFCHR:
		return fs.ModeDevice | fs.ModeCharDevice
	}
	return fs.ModeIrregular
}
