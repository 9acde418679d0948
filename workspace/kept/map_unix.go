//go:build unix

package kept

import (
	"os"
	"syscall"
)

// mapped is what a file has, mapped into memory until unmap.
func mapped(f *os.File, size int) (data []byte, unmap func([]byte), err error) {
	data, err = syscall.Mmap(int(f.Fd()), 0, size, syscall.PROT_READ, syscall.MAP_SHARED)
	return data, func(data []byte) { _ = syscall.Munmap(data) }, err
}
