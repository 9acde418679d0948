package main

import (
	"io"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// Of a program's mappings those are let go of that are as the file has them.
func TestUnchangedMappings(t *testing.T) {
	const smaps = `00400000-00402000 r--p 00000000 fe:00 99  /opt/my tools/contextls
Rss:                   8 kB
Anonymous:             0 kB
VmFlags: rd mr mw me
00402000-0110c000 r-xp 00002000 fe:00 99  /opt/my tools/contextls
Rss:               11832 kB
Anonymous:             0 kB
03a50000-03a5f000 r--p 03650000 fe:00 99  /opt/my tools/contextls
Anonymous:             4 kB
03a5f000-03c40000 rw-p 0365f000 fe:00 99  /opt/my tools/contextls
Anonymous:             0 kB
03c40000-03c50000 r--p 0365f000 fe:00 98  /opt/my tools/contextls.old
Anonymous:             0 kB
c000000000-c000400000 rw-p 00000000 00:00 0 
Anonymous:             0 kB
7f0000000000-7f0000001000 r--p 00000000 fe:00 97  contextls
Anonymous:             0 kB
`
	if got := unchangedOf("/opt/my tools/contextls", smaps); !slices.Equal(got, []mapping{{0x400000, 0x402000}, {0x402000, 0x110c000}}) {
		t.Errorf("%x", got)
	}
}

// The program goes on without what it let go of, and has back what it needs.
func TestProgramIsLetGo(t *testing.T) {
	memory, err := os.Open("/proc/self/mem")
	if err != nil {
		t.Fatal(err)
	}
	defer memory.Close()
	maps, err := os.ReadFile("/proc/self/smaps")
	if err != nil {
		t.Fatal(err)
	}
	program, err := os.Readlink("/proc/self/exe")
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range unchangedOf(program, string(maps)) { // all of it is brought
		if _, err := io.Copy(io.Discard, io.NewSectionReader(memory, int64(m.start), int64(m.end-m.start))); err != nil {
			t.Fatal(err)
		}
	}
	before := residentOfFiles(t)
	letGoOfProgram()
	if after := residentOfFiles(t); after > before/2 {
		t.Errorf("%d KB of files are in memory, of %d", after, before)
	}
}

// residentOfFiles is how much is in memory of files that this process has mapped, in KB.
func residentOfFiles(t *testing.T) int {
	t.Helper()
	status, err := os.ReadFile("/proc/self/status")
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(status), "\nRssFile:")
	n, err := strconv.Atoi(strings.Fields(rest + " ?")[0])
	if err != nil {
		t.Fatal(err)
	}
	return n
}
