//go:build !unix

package watch

import "io/fs"

// fileID tells a directory from another that takes its path; here it cannot, and is zero always.
type fileID struct{}

func idOf(fs.FileInfo) fileID { return fileID{} }
