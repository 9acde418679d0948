package shell

import (
	"os"

	"golang.org/x/sys/windows"
)

// understood has a console take what Text writes for colours. It reports whether it does: old ones do not.
func understood(console *os.File) bool {
	handle := windows.Handle(console.Fd())
	var mode uint32
	if windows.GetConsoleMode(handle, &mode) != nil {
		return false
	}
	return windows.SetConsoleMode(handle, mode|windows.ENABLE_VIRTUAL_TERMINAL_PROCESSING) == nil
}
