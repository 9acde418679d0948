//go:build !unix

package disk

// nonblock is nothing where directories hold no devices.
const nonblock = 0
