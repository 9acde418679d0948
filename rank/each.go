package rank

import (
	"runtime"
	"sync"
	"sync/atomic"
)

// eachOf calls f with 0 to n-1, on all processors. A panic of f's is the caller's to recover.
func eachOf(n int, f func(int)) {
	var all sync.WaitGroup
	var next atomic.Int64
	processors := min(n, runtime.GOMAXPROCS(0))
	panics := make(chan any, processors)
	for range processors {
		all.Go(func() {
			defer func() {
				if value := recover(); value != nil {
					panics <- value
				}
			}()
			for i := int(next.Add(1) - 1); i < n; i = int(next.Add(1) - 1) {
				f(i)
			}
		})
	}
	all.Wait()
	select {
	case value := <-panics:
		panic(value)
	default:
	}
}
