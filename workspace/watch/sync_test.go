package watch

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// What happened before Sync is in what it gives, however soon, and whatever was told before.
func TestSync(t *testing.T) {
	for _, mode := range modes {
		t.Run(mode, func(t *testing.T) {
			d := newDesk(t, mode)
			d.settled()
			if _, ok := d.Sync(); ok != (ordered && mode == "watched") {
				t.Fatalf("ok is %v", ok)
			} else if !ok {
				return
			}
			random := rand.New(rand.NewPCG(1, 2))
			name := func() string { return fmt.Sprintf("d%d/e%d/f%d", random.IntN(3), random.IntN(3), random.IntN(3)) }
			for i := range 300 {
				for range random.IntN(4) {
					switch p := name(); random.IntN(5) {
					case 0:
						d.remove(p)
					case 1:
						d.remove(parentOf(p))
					case 2:
						d.remove("other")
						d.write("other", "moved")
						d.write(p, "")
						d.rename("other", p)
					default:
						d.write(p, fmt.Sprint(i))
					}
				}
				select { // some batches come by themselves
				case b := <-d.Batches():
					d.take(b)
				case <-time.After(time.Duration(random.IntN(10)) * time.Millisecond):
				}
				b, ok := d.Sync()
				if !ok {
					t.Fatalf("step %d: not in sync", i)
				}
				d.take(b)
				if want := d.scan(); !maps.Equal(d.index, want) {
					t.Fatalf("step %d: the index is not what a scan gives (-scan +index):\n%s\nafter %q", i, cmp.Diff(want, d.index), b.Paths)
				}
			}
		})
	}
}

// A mark that is not told of is waited for once.
func TestSyncOfADeafSystem(t *testing.T) {
	d := newDesk(t, "watched")
	d.settled()
	if _, ok := d.Sync(); !ok {
		return // on this system it never is
	}
	d.must(d.system.notify.Remove(d.marker.Load().Name()))
	d.lost(fmt.Errorf("a test"))
	for range 2 {
		if _, ok := d.Sync(); ok {
			t.Error("in sync")
		}
	}
}
