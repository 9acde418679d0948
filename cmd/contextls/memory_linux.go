package main

import (
	"os"
	"strconv"
	"strings"

	"golang.org/x/sys/unix"
)

// letGoOfProgram has the system take back the memory that the program's own code and tables are in: most of it was asked for at the start, or in
// work that is done. What is asked for next is brought again from what the system has of the file, a few pages at a time.
func letGoOfProgram() {
	program, err := os.Readlink("/proc/self/exe")
	if err != nil {
		return
	}
	maps, err := os.ReadFile("/proc/self/smaps")
	if err != nil {
		return
	}
	for _, m := range unchangedOf(program, string(maps)) {
		_, _, _ = unix.Syscall(unix.SYS_MADVISE, m.start, m.end-m.start, unix.MADV_DONTNEED) // else it stays
	}
}

// mapping is a part of memory, by its addresses.
type mapping struct{ start, end uintptr }

// unchangedOf are those mappings of a file that nobody can write to, and of which nothing was written before that was so: what is there is what
// the file has. The second is said of each by the system; where it is not, nothing is known.
func unchangedOf(file, smaps string) (all []mapping) {
	var m mapping
	for line := range strings.Lines(smaps) {
		fields := strings.Fields(line)
		if len(fields) == 0 {
			continue
		}
		if !strings.HasSuffix(fields[0], ":") { // START-END PERMISSIONS OFFSET DEVICE INODE FILE
			m = mapping{}
			if len(fields) > 5 && !strings.Contains(fields[1], "w") && strings.HasSuffix(strings.TrimSuffix(line, "\n"), " "+file) {
				start, end, _ := strings.Cut(fields[0], "-")
				m = mapping{address(start), address(end)}
			}
			continue
		}
		if m.start < m.end && fields[0] == "Anonymous:" && fields[1] == "0" {
			all = append(all, m)
		}
	}
	return all
}

// address reads one in hexadecimal, 0 where it is none.
func address(text string) uintptr {
	n, _ := strconv.ParseUint(text, 16, 64)
	return uintptr(n)
}
