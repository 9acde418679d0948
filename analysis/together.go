package analysis

import "sync"

// together does some things at the same time. What panics is done again by the caller, so that the panic is the caller's to recover,
// with the place that it comes from.
func together(things []func()) {
	panicked := make([]bool, len(things))
	var all sync.WaitGroup
	for i, do := range things {
		all.Go(func() {
			defer func() { panicked[i] = recover() != nil }()
			do()
		})
	}
	all.Wait()
	for i, do := range things {
		if panicked[i] {
			do()
		}
	}
}
