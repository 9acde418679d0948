package disk

import (
	"os"

	"golang.org/x/sys/unix"
)

// openTop opens a directory so that what is in it can be had in one step, where os.Root opens each directory on the way.
func openTop(root *os.Root) *os.File {
	top, err := root.Open(".")
	if err != nil {
		return nil
	}
	return top
}

// openAtOnce opens what a path leads to without any link; nil where that cannot be, of which os.Root tells why.
func (t *Tree) openAtOnce(path string) (file *os.File) {
	t.atOnce(path, unix.O_RDONLY|unix.O_NONBLOCK, func(fd int) { file = os.NewFile(uintptr(fd), path) })
	return file
}

// lookAtOnce looks at what a path leads to without any link on the way; nil where that cannot be.
func (t *Tree) lookAtOnce(path string) (there *item) {
	t.atOnce(path, unix.O_PATH|unix.O_NOFOLLOW, func(fd int) {
		defer unix.Close(fd)
		var s unix.Stat_t
		if unix.Fstat(fd, &s) == nil {
			there = &item{path, modeOf(s.Mode), stampOf(&s)}
		}
	})
	return there
}

// atOnce calls use with a descriptor of what a path leads to, which it is to close. Systems before 5.6, and sandboxes, do not have this.
func (t *Tree) atOnce(path string, flags uint64, use func(fd int)) {
	if t.top == nil {
		return
	}
	top, err := t.top.SyscallConn()
	if err != nil {
		return
	}
	_ = top.Control(func(at uintptr) { // fails where it is closed
		how := unix.OpenHow{Flags: flags | unix.O_CLOEXEC, Resolve: unix.RESOLVE_BENEATH | unix.RESOLVE_NO_SYMLINKS}
		fd, err := unix.Openat2(int(at), onDisk(path), &how)
		for err == unix.EINTR {
			fd, err = unix.Openat2(int(at), onDisk(path), &how)
		}
		if err == nil {
			use(fd)
		}
	})
}

func stampOf(s *unix.Stat_t) Stamp {
	return Stamp{Size: s.Size, Modified: s.Mtim.Nano(), Changed: s.Ctim.Nano(), Inode: s.Ino}
}
