package main

import (
	"context"
	"math"
	"os"
	"runtime"
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

const (
	// usualHeap is what has to be alive for the heap to grow by gcPercent. Where less is it grows further, where more is not as far, but by
	// leastPercent.
	usualHeap    = 30 << 20
	leastPercent = 60
)

// heapGrowth is by how many percent a heap grows until it is collected again. The time that collections take and the memory that they save are
// in balance where the room is in proportion to the square root of what is alive (Kirisame, Shenoy, Panchekha: Optimal Heap Limits for
// Reducing Browser Memory Use, 2022).
func heapGrowth(live uint64) int {
	const smallest = 4 << 20
	return max(leastPercent, int(gcPercent*math.Sqrt(usualHeap/float64(max(live, smallest)))))
}

// pace sets after each collection when the next one comes, until ctx ends, unless the user has said it.
func pace(ctx context.Context) {
	if os.Getenv("GOGC") != "" || ctx.Err() != nil {
		return
	}
	_, live := heap()
	debug.SetGCPercent(heapGrowth(live))
	unused := new(*int) // the next collection finds it; without a pointer it could share its memory with what is in use
	runtime.AddCleanup(unused, pace, ctx)
}

// heap is how many bytes were ever allocated, and how many the last collection found alive.
func heap() (allocated, live uint64) {
	sample := []metrics.Sample{{Name: "/gc/heap/allocs:bytes"}, {Name: "/gc/heap/live:bytes"}}
	metrics.Read(sample)
	return sample[0].Value.Uint64(), sample[1].Value.Uint64()
}

// keeper gives memory back to the system after work. Go's collector runs when the heap has grown by
// gcPercent: whoever stops working before that would keep all that the work left behind, and the room that
// the heap once had besides.
type keeper struct {
	allocated uint64 // bytes, ever, at the last look
	given     uint64 // the same when memory was last given back
}

// keepSmall has a process that stays take no more memory than it needs, until ctx ends.
func keepSmall(ctx context.Context) {
	pace(ctx)
	giveBack(ctx)
}

// giveBack looks at the process' memory until ctx ends.
func giveBack(ctx context.Context) {
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
	allocated, live := heap()
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
