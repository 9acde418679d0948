package main

import (
	"context"
	"errors"

	"github.com/contextls/contextls/cmd/contextls/daemon"
)

// daemon tells whether commands and editors are answered by the daemon, and if not, why.
func (r *report) daemon(ctx context.Context) {
	r.section("Daemon")
	place, err := daemonPlace("")
	switch {
	case errors.Is(err, errOff), errors.Is(err, daemon.ErrUnsupported):
		r.line("state", "none, commands and editors' servers work by themselves: %s", err)
		return
	case err != nil:
		r.noDaemon(err)
		return
	}
	running, err := place.Running(ctx)
	state := "does not run: the first command or editor that needs it starts it"
	switch {
	case errors.Is(err, daemon.ErrSilent):
		r.broken("%s: while it is there, each command and editor's server waits for it and then works by itself", err)
		state = "does not answer"
	case err != nil:
		r.noDaemon(err)
		return
	case running:
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
	r.line("state", "none, commands and editors' servers work by themselves")
}
