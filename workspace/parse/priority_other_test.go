//go:build !linux

package parse

const leastPriority = 0

func threadPriority() uint32 { return 0 }
