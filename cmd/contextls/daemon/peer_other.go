//go:build !linux && !darwin

package daemon

const supported = false

func peerUser(int) (uid int, err error) { return 0, ErrUnsupported }
