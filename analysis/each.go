package analysis

import (
	"runtime"
	"sync"
	"sync/atomic"
)

// EachOf calls f with 0 to n-1, on all processors. What panics is called again by the caller's goroutine when all others are done, so
// that the panic is the caller's to recover, with the place that it comes from.
func EachOf(n int, f func(int)) {
	var all sync.WaitGroup
	var next atomic.Int64
	processors := min(n, runtime.GOMAXPROCS(0))
	var mu sync.Mutex
	var panicked []int
	one := func(i int) {
		defer func() {
			if recover() != nil {
				mu.Lock()
				defer mu.Unlock()
				panicked = append(panicked, i)
			}
		}()
		f(i)
	}
	for range processors {
		all.Go(func() {
			for i := int(next.Add(1) - 1); i < n; i = int(next.Add(1) - 1) {
				one(i)
			}
		})
	}
	all.Wait()
	for _, i := range panicked {
		f(i)
	}
}
