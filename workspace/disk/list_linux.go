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

// lister lists directories. One goroutine at a time may use it.
type lister struct{ buffer []byte }

// open opens a directory, through one that is open and that it is in, else through the folder. It follows no link there.
func (l *lister) open(root *os.Root, in directory, dir string) (directory, error) {
	if in.open {
		return openIn(in.fd, (&item{path: dir}).name())
	}
	file, err := root.Open(onDisk(dir))
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

// list lists a directory, and by path what in it cannot be looked at. What vanishes meanwhile is not in it.
func (l *lister) list(at directory, dir string) (items []item, closed map[string]error, err error) {
	if l.buffer == nil {
		l.buffer = make([]byte, 32<<10)
	}
	for {
		n, err := unix.ReadDirent(at.fd, l.buffer)
		switch {
		case err == unix.EINTR:
			continue
		case err != nil:
			return nil, nil, &fs.PathError{Op: "readdirent", Path: dir, Err: err}
		case n <= 0:
			return items, closed, nil
		}
		for rest := l.buffer[:n]; len(rest) > 0; {
			name, kind := "", byte(0)
			if name, kind, rest, err = nextEntry(rest); err != nil {
				return nil, nil, err
			}
			if name == "." || name == ".." {
				continue
			}
			one, err := look(at, inDir(dir, name), name, kind)
			if err == nil {
				items = append(items, one)
			} else if !Gone(err) {
				if closed == nil {
					closed = map[string]error{}
				}
				closed[inDir(dir, name)] = err
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
func look(at directory, path, name string, kind byte) (item, error) {
	if kind == unix.DT_DIR {
		return item{path: path, mode: fs.ModeDir}, nil
	}
	var s unix.Stat_t
	err := unix.Fstatat(at.fd, name, &s, unix.AT_SYMLINK_NOFOLLOW)
	for err == unix.EINTR {
		err = unix.Fstatat(at.fd, name, &s, unix.AT_SYMLINK_NOFOLLOW)
	}
	if err != nil {
		return item{}, &fs.PathError{Op: "lstat", Path: path, Err: err}
	}
	one := item{path: path, stamp: Stamp{Size: s.Size, Modified: s.Mtim.Nano(), Changed: s.Ctim.Nano(), Inode: s.Ino}}
	switch s.Mode & unix.S_IFMT {
	case unix.S_IFREG:
	case unix.S_IFDIR:
		one.mode = fs.ModeDir
	case unix.S_IFLNK:
		one.mode = fs.ModeSymlink
	default:
		one.mode = fs.ModeIrregular
	}
	return one, nil
}
