package parse

import "syscall"

// LimitMemory bounds the memory of this process, which is to be a worker: an allocation beyond it
// fails, and the process with it. It limits data, not address space, since Go reserves far more of
// that than it uses.
func LimitMemory(bytes uint64) error {
	const rlimitData = 2 // RLIMIT_DATA
	return syscall.Setrlimit(rlimitData, &syscall.Rlimit{Cur: bytes, Max: bytes})
}
