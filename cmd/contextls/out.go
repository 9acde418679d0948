package main

import (
	"io"
	"os"

	"github.com/contextls/contextls/budget/render"
	"github.com/contextls/contextls/cmd/contextls/shell"
)

// stdout and stderr are the way out for whatever commands say: unseen characters are written by their numbers. Names
// and texts of a workspace may hold them, to hide or reorder text, or to speak to a terminal.
func stdout() io.Writer { return visible{os.Stdout} }
func stderr() io.Writer { return visible{os.Stderr} }

// screen is what standard output leads to.
func screen() shell.Screen { return shell.ScreenOf(os.Stdout, os.Getenv) }

// visible writes each text that it is given, which is a whole one.
type visible struct{ to io.Writer }

func (v visible) Write(text []byte) (int, error) {
	if _, err := io.WriteString(v.to, render.Visible(string(text))); err != nil {
		return 0, err
	}
	return len(text), nil
}

// asItIs is the way out for what is visible already: what the daemon says, and JSON.
func asItIs(w io.Writer) io.Writer {
	if v, ok := w.(visible); ok {
		return v.to
	}
	return w
}
