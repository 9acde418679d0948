//go:build !linux

package parse

// thread is the one that extracts. Here a priority is a process', and stays as it is.
type thread struct{}

func holdThread() *thread      { return nil }
func (t *thread) work(on bool) {}
func (t *thread) giveWay()     {}
func (t *thread) spent() bool  { return false }
