package main

import (
	"context"
	"errors"

	"github.com/contextls/contextls/cmd/contextls/daemon"
)

// daemon tells whether commands are answered by the daemon, and if not, why.
func (r *report) daemon(ctx context.Context) {
	r.section("Daemon")
	place, err := daemonPlace("")
	switch {
	case errors.Is(err, errOff), errors.Is(err, daemon.ErrUnsupported):
		r.line("state", "none, commands answer by themselves: %s", err)
		return
	case err != nil:
		r.noDaemon(err)
		return
	}
	running, err := place.Running(ctx)
	if err != nil {
		r.noDaemon(err)
		return
	}
	state := "does not run: the first command that needs it starts it"
	if running {
		state = "runs"
	}
	others, editors := place.Sockets()
	r.line("state", "%s", state)
	r.line("directory", "%s", r.anonymous.path(place.Dir))
	r.line("others", "%d, of other builds or environments", others)
	r.line("editors", "%d tell what is not saved", editors)
}

func (r *report) noDaemon(err error) {
	r.check("there can be no daemon, so that each command indexes the folder", err)
	r.line("state", "none, commands answer by themselves")
}
