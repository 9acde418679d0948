package disk

import (
	"io/fs"
	"time"
)

// Stamp tells states of a file apart without reading it: a file whose stamp is the same was not changed, unless that
// happened so soon after the first that the file system gave both the same time (see Content.Settled).
type Stamp struct {
	Size     int64  // in bytes
	Modified int64  // Unix time in nanoseconds
	Changed  int64  // the same of the last change of any kind, which no program can set; 0 where the system does not say
	Inode    uint64 // 0 where the system does not say
}

// DefaultSettle is how far apart two changes have to be for any file system to give them different times: FAT has
// one for two seconds.
const DefaultSettle = 2 * time.Second

// settledAt reports whether a file that has this stamp cannot be changed after a time without getting another
// one. A time in the future proves nothing.
func (s Stamp) settledAt(t time.Time, settle time.Duration) bool {
	return max(s.Modified, s.Changed) < t.Add(-settle).UnixNano()
}

// StampOf is the stamp that a file has.
func StampOf(info fs.FileInfo) Stamp {
	s := Stamp{Size: info.Size(), Modified: info.ModTime().UnixNano()}
	s.Changed, s.Inode = systemStamp(info)
	return s
}
