//go:build !linux

package parse

func threadPriority() uint32 { return 0 }
