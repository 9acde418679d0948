package main

import (
	"runtime"
	"testing"
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
