//go:build unix

package kept

import (
	"os"

	"golang.org/x/sys/unix"
)

// mapped is what a file has, mapped into memory until unmap.
func mapped(f *os.File, size int) (data []byte, unmap func([]byte), err error) {
	data, err = unix.Mmap(int(f.Fd()), 0, size, unix.PROT_READ, unix.MAP_SHARED)
	return data, func(data []byte) { _ = unix.Munmap(data) }, err
}

// letGo tells the system that what is mapped need not stay in memory.
func letGo(data []byte) { _ = unix.Madvise(data, unix.MADV_DONTNEED) } // else it stays
