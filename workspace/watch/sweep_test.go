package watch

import (
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"os"
	"path"
	"path/filepath"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/fsnotify/fsnotify"

	"github.com/contextls/contextls/workspace/faulttest"
)

// A directory that is moved into one that is not watched yet brings its old watch along, which ends when
// the events of the move come.
func TestMovedBeforeWatched(t *testing.T) {
	var (
		blocked = make(chan struct{})
		free    = make(chan struct{})
		once    sync.Once
	)
	d := newLossyDesk(t, "watched", time.Hour, func(e fsnotify.Event) bool {
		if filepath.Base(e.Name) == "block" { // all events after it wait
			once.Do(func() { close(blocked) })
			<-free
		}
		return false
	})
	put := d.system.watch
	d.dirsMu.Lock()
	d.system.watch = func(dir string) error {
		switch rel, _ := filepath.Rel(d.root, dir); filepath.ToSlash(rel) {
		case "new":
			d.write("src/block", "")
			<-blocked
			d.rename("src/deep", "new/deep")
		case "new/deep":
			defer close(free)
		}
		return put(dir)
	}
	d.dirsMu.Unlock()
	d.must(os.Mkdir(d.abs("new"), 0o777))
	d.settled()
	d.until("the old path's end", func() bool { return d.seen["src/deep"] })
	d.write("new/deep/c.txt", "written where it was moved to")
	d.write("new/deep/more/x", "")
	d.settled()
}

// Whatever events are lost, the sweep finds what they would have told.
func TestLostEvents(t *testing.T) {
	for seed := range uint64(faulttest.Times(t, "a watcher that loses 1 % and 100 % of its events", "× 40 bursts of changes", 1, 8, 100)) {
		for _, percent := range []int{1, 100} {
			t.Run(fmt.Sprint(percent, " ", seed), func(t *testing.T) {
				var mu sync.Mutex
				rnd := rand.New(rand.NewPCG(1, seed))
				d := newLossyDesk(t, "watched", 200*time.Millisecond, func(fsnotify.Event) bool {
					mu.Lock()
					defer mu.Unlock()
					return rnd.IntN(100) < percent
				})
				d.changeAtRandom(seed, func() { d.settled() })
			})
		}
	}
}

// A watch that has ended unnoticed is put anew by the sweep.
func TestLostWatch(t *testing.T) {
	d := newLossyDesk(t, "watched", 200*time.Millisecond, nil)
	src := d.Watcher.abs("src")
	d.must(d.system.notify.Remove(src))
	d.write("src/b.txt", "not told by an event")
	d.settled()
	d.waitFor("src is watched again", func() bool { return slices.Contains(d.system.notify.WatchList(), src) })
}

// A directory that is gone when its watch is put anew, and there again when its parent is looked at, is found.
func TestGoneWhileWatchedAnew(t *testing.T) {
	d := newLossyDesk(t, "watched", 200*time.Millisecond, func(fsnotify.Event) bool { return true })
	put := d.system.watch
	var once sync.Once
	d.dirsMu.Lock()
	d.system.watch = func(dir string) (err error) {
		if dir != d.Watcher.abs("src") {
			return put(dir)
		}
		err = put(dir)
		once.Do(func() {
			d.remove("src")
			err = put(dir)
			d.write("src/new.txt", "in a directory that nobody saw go")
		})
		return err
	}
	d.dirsMu.Unlock()
	d.write("src/b.txt", "for the sweep to find")
	d.settled()
}

func TestRoundAfter(t *testing.T) {
	for _, c := range []struct{ rest, want time.Duration }{
		{0, 20 * time.Second},
		{5 * time.Minute, 20 * time.Second},
		{30 * time.Minute, 2 * time.Minute},
		{8 * time.Hour, 5 * time.Minute},
	} {
		if got := roundAfter(defaultRound, c.rest); got != c.want {
			t.Errorf("after %v: %v, want %v", c.rest, got, c.want)
		}
	}
}

// One look that took a second, for others had the processors, does not keep the next one away for half a minute.
func TestRestAfter(t *testing.T) {
	for _, c := range []struct{ took, want time.Duration }{
		{time.Millisecond, defaultPoll},
		{200 * time.Millisecond, 6 * time.Second},
		{time.Second, 4 * defaultPoll},
		{10 * time.Second, 4 * defaultPoll},
		{time.Minute, time.Minute},
	} {
		if got := restAfter(c.took, defaultPoll, 30); got != c.want {
			t.Errorf("after %v: %v, want %v", c.took, got, c.want)
		}
	}
}

// Where nothing has happened for long, the next part of a round is far off; use brings it near.
func TestUsed(t *testing.T) {
	w := &Watcher{hurry: make(chan struct{}, 1), timing: timing{round: defaultRound}}
	w.used.Store(time.Now().Add(-time.Hour).UnixNano())
	if got := w.tick(); got < 12*time.Second || got > 15*time.Second {
		t.Errorf("after an hour: %v", got)
	}
	w.Used()
	if got := w.tick(); got != time.Second {
		t.Errorf("in use: %v", got)
	}
	select {
	case <-w.hurry:
	default:
		t.Error("the timers are not set anew")
	}
	w.Used()
	if len(w.hurry) > 0 {
		t.Error("they are set anew at each use")
	}
}

// BenchmarkSweep is one round over 7,000 files in 1,400 directories. While something happens, there are
// three in a minute.
func BenchmarkSweep(b *testing.B) {
	dir := b.TempDir()
	dirs := []string{""}
	for i := range 1400 {
		name := fmt.Sprintf("d%d/e%d/f%d", i%14, i%140, i)
		if i < 14 {
			dirs = append(dirs, fmt.Sprintf("d%d", i))
		}
		if i < 140 {
			dirs = append(dirs, path.Dir(name))
		}
		for j := range 5 {
			if err := os.MkdirAll(filepath.Join(dir, name), 0o777); err != nil {
				b.Fatal(err)
			}
			if err := os.WriteFile(filepath.Join(dir, name, fmt.Sprintf("g%d.py", j)), []byte("x = 1\n"), 0o666); err != nil {
				b.Fatal(err)
			}
		}
		dirs = append(dirs, name)
	}
	w := New(dir, dirs, func(string) bool { return false }, 0, slog.New(slog.NewTextHandler(io.Discard, nil)))
	defer w.Close()
	for b.Loop() {
		for range ticks {
			w.sweep()
		}
	}
}
