package main

import (
	"context"
	"runtime"
	"runtime/debug"
	"testing"
	"time"
)

// Memory is given back once after work, when it is quiet.
func TestMemoryIsGivenBackAfterWork(t *testing.T) {
	var k keeper
	k.look()
	for range 3 { // whatever tests before this one left to be done
		k.look()
	}
	held := func() uint64 {
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		return m.HeapSys - m.HeapReleased
	}
	before := held()
	work := make([][]byte, 64)
	for i := range work {
		work[i] = make([]byte, 1<<20)
		work[i][0] = 1
	}
	if k.look() {
		t.Error("memory is given back in the midst of work")
	}
	if full := held(); full < before+32<<20 {
		t.Fatalf("64 MB take %d bytes", full-before)
	}
	runtime.KeepAlive(work)
	work = nil
	if !k.look() {
		t.Error("nothing is given back after work")
	}
	if after := held(); after > before+16<<20 {
		t.Errorf("%d bytes are kept of 64 MB", after-before)
	}
	if k.look() {
		t.Error("memory is given back again without work")
	}
}

// The more is alive, the smaller is the part by which the heap grows, and the more it is in bytes.
func TestHeapGrowth(t *testing.T) {
	room := func(megabytes int) int { return megabytes * heapGrowth(uint64(megabytes)<<20) }
	for megabytes := 5; megabytes < 10_000; megabytes++ {
		if heapGrowth(uint64(megabytes+1)<<20) > heapGrowth(uint64(megabytes)<<20) || room(2*megabytes) <= room(megabytes) {
			t.Errorf("at %d MB", megabytes)
		}
	}
	if heapGrowth(usualHeap) != gcPercent || heapGrowth(0) != heapGrowth(1<<20) || heapGrowth(8<<30) != leastPercent {
		t.Error(heapGrowth(usualHeap), heapGrowth(0), heapGrowth(8<<30))
	}
}

// After a collection the heap grows by what then is alive.
func TestPace(t *testing.T) {
	was := debug.SetGCPercent(gcPercent)
	defer debug.SetGCPercent(was)
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	percent := func() int {
		now := debug.SetGCPercent(1000)
		debug.SetGCPercent(now)
		return now
	}
	pace(ctx)
	held := allocate(300)
	for end := time.Now().Add(time.Minute); ; time.Sleep(time.Millisecond) {
		runtime.GC()
		_, live := heap()
		if now := percent(); live > 300<<20 && now < gcPercent && now <= heapGrowth(300<<20) {
			break
		}
		if time.Now().After(end) {
			t.Fatal("it grows by", percent())
		}
	}
	runtime.KeepAlive(held)
}

func allocate(megabytes int) [][]byte {
	all := make([][]byte, megabytes)
	for i := range all {
		all[i] = make([]byte, 1<<20)
		all[i][0] = 1
	}
	return all
}

// To compare a folder with the disk now and then is not work, however little is in memory.
func TestMemoryIsGivenBackDespiteLooksAtTheDisk(t *testing.T) {
	runtime.GC()
	var k keeper
	for range 3 {
		k.look()
	}
	allocate(64)
	if k.look() {
		t.Error("memory is given back in the midst of work")
	}
	allocate(3)
	if !k.look() {
		t.Error("nothing is given back while the disk is looked at")
	}
}

// What a process does all the while, in proportion to what it holds, does not keep it from giving memory back.
func TestMemoryIsGivenBackDespiteLittleWork(t *testing.T) {
	held := allocate(96) // of which a 32nd may be allocated between two looks
	runtime.GC()
	var k keeper
	for range 3 {
		k.look()
	}
	allocate(64)
	if k.look() {
		t.Error("memory is given back in the midst of work")
	}
	allocate(2)
	if !k.look() {
		t.Error("nothing is given back while little is done")
	}
	runtime.KeepAlive(held)
}
