//go:build !linux && !darwin && !windows

package daemon

const supported = false

func peerUser(int) (uid int, err error) { return 0, ErrUnsupported }
