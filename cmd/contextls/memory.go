package main

import (
	"context"
	"runtime/debug"
	"runtime/metrics"
	"time"

	"github.com/contextls/contextls/analysis/lang"
)

const (
	// lookEvery is how long a process has to have been quiet before it gives memory back, at the least.
	lookEvery = 5 * time.Second

	// quiet is how many bytes a process allocates at most between two looks that does nothing to speak of, and quietPart how much of what is
	// alive: each folder is compared with the disk all the while, which takes some megabytes where it has thousands of files.
	quiet, quietPart = 4 << 20, 1.0 / 32

	// worthwhile is how many bytes of work are worth a collection at the least, and worthwhilePart how much
	// of what is alive: a collection takes time in proportion to that.
	worthwhile, worthwhilePart = 4 << 20, 0.125
)

// keeper gives memory back to the system after work. Go's collector runs when the heap has grown by
// gcPercent: whoever stops working before that would keep all that the work left behind, and the room that
// the heap once had besides.
type keeper struct {
	allocated uint64 // bytes, ever, at the last look
	given     uint64 // the same when memory was last given back
}

// keepSmall looks at the process' memory until ctx ends.
func keepSmall(ctx context.Context) {
	var k keeper
	tick := time.NewTicker(lookEvery)
	defer tick.Stop()
	for {
		select {
		case <-tick.C:
			k.look()
		case <-ctx.Done():
			return
		}
	}
}

// look gives memory back if it has been quiet since the last look and there was work before. It reports whether
// it did.
func (k *keeper) look() bool {
	sample := []metrics.Sample{{Name: "/gc/heap/allocs:bytes"}, {Name: "/gc/heap/live:bytes"}}
	metrics.Read(sample)
	allocated, live := sample[0].Value.Uint64(), sample[1].Value.Uint64()
	busy := allocated > k.allocated+max(quiet, uint64(quietPart*float64(live)))
	k.allocated = allocated
	if busy || allocated < k.given+max(worthwhile, uint64(worthwhilePart*float64(live))) {
		return false
	}
	k.given = allocated
	debug.FreeOSMemory()
	lang.GiveBack()
	letGoOfProgram()
	return true
}
