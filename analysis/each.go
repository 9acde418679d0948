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

// mostParts is in how many parts nodes are worked on at a time at most. Each part remembers by itself what it found out of lists that nodes
// share, which takes memory.
const mostParts = 4

// nodeRange is some of a graph's nodes: from begin up to, but not including, end.
type nodeRange struct{ begin, end int }

// parts are those in which n nodes are worked on at a time.
func parts(n int) []nodeRange {
	all := make([]nodeRange, min(mostParts, runtime.GOMAXPROCS(0), n))
	for i := range all {
		all[i] = nodeRange{i * n / len(all), (i + 1) * n / len(all)}
	}
	return all
}

// inParts works on all parts of n nodes at a time.
func inParts(n int, work func(nodeRange)) {
	all := parts(n)
	EachOf(len(all), func(i int) { work(all[i]) })
}
