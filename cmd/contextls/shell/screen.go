package shell

import (
	"os"

	"golang.org/x/term"
)

// Screen is what somebody sees an answer on. A program or a file is none: the zero Screen.
type Screen struct {
	Width  int  // in columns; 0: this is no terminal
	Colour bool // it may be used
}

// usualWidth is that of a terminal that does not tell its own.
const usualWidth = 80

// ScreenOf is the screen that an output leads to. look is a variable of the environment.
func ScreenOf(out *os.File, look func(string) string) Screen {
	if !IsTerminal(out) {
		return Screen{}
	}
	width, _, err := term.GetSize(int(out.Fd()))
	if err != nil || width <= 0 {
		width = usualWidth
	}
	return Screen{Width: width, Colour: look("NO_COLOR") == "" && look("TERM") != "dumb" && understood(out)}
}

// IsTerminal reports whether somebody sits at the other end of a file.
func IsTerminal(f *os.File) bool { return term.IsTerminal(int(f.Fd())) }
