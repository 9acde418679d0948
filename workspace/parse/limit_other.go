//go:build !linux && !windows

package parse

import (
	"fmt"
	"os"
	"syscall"
	"time"
)

// LimitMemory bounds the memory of this process, which is to be a worker. These systems enforce no
// limit on mapped memory, so that the process watches its own peak and ends itself.
func LimitMemory(bytes uint64) error {
	go func() {
		for range time.Tick(20 * time.Millisecond) {
			var usage syscall.Rusage
			if syscall.Getrusage(syscall.RUSAGE_SELF, &usage) == nil && uint64(usage.Maxrss) > bytes {
				fmt.Fprintln(os.Stderr, "out of memory: over the worker's limit")
				os.Exit(1)
			}
		}
	}()
	return nil
}
