package daemon

import (
	"os"
	"os/exec"
	"path/filepath"
)

// Start starts a program as the daemon of a place: away from this process' terminal and directory, with its errors in
// the place's log. It does not wait until somebody can connect. See [Starter].
func (p Place) Start(program string, args ...string) (ended <-chan struct{}, err error) {
	if err := p.own(); err != nil {
		return nil, err
	}
	log, err := os.OpenFile(p.Log(), os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o600)
	if err != nil {
		return nil, err
	}
	defer log.Close()
	for _, how := range detached() {
		cmd := exec.Command(program, args...)
		cmd.Dir = filepath.VolumeName(p.Dir) + string(filepath.Separator)
		cmd.Stdout, cmd.Stderr = log, log
		cmd.SysProcAttr = how
		if err = cmd.Start(); err == nil {
			done := make(chan struct{})
			go func() {
				defer close(done)
				_ = cmd.Wait() // while this process lives, so that none is left dead
			}()
			return done, nil
		}
	}
	return nil, err
}
