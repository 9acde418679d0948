package daemon

import "os"

// Start starts nothing: there is no daemon on this system.
func (p Place) Start(string, ...string) error { return ErrUnsupported }

func takeLock(string) (*os.File, error) { return nil, ErrUnsupported }

func ownedByUser(os.FileInfo) bool { return false }
