//go:build !linux && !darwin

package disk

import "io/fs"

func systemStamp(fs.FileInfo) (changed int64, inode uint64) { return 0, 0 }
