package lsp

import "time"

// clientPoll is how often the server looks whether the client's process lives.
const clientPoll = time.Second

// watchClient ends the session when the client's process ends. A process that was never there is not
// waited for: its number is one of another machine or container.
func (s *server) watchClient(pid int) {
	if pid <= 0 {
		return
	}
	if !alive(pid) {
		s.log.Warn("the client's process cannot be seen; it is not watched", "process", pid)
		return
	}
	s.background("watching the client", func() {
		tick := time.NewTicker(clientPoll)
		defer tick.Stop()
		for alive(pid) {
			select {
			case <-tick.C:
			case <-s.ctx.Done():
				return
			}
		}
		s.log.Error("the client's process is gone")
		s.stop()
	})
}
