package parse

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
)

// Self is the absolute path of this program, for a Command that starts it. The system tells; where it does not (a
// Linux container without /proc), it is found as the shell found it, by the name that it was started with.
func Self() (string, error) { return self(os.Executable, os.Args[0]) }

func self(executable func() (string, error), name string) (string, error) {
	path, err := executable()
	if err == nil {
		return path, nil
	}
	found, lookErr := exec.LookPath(name)
	if lookErr != nil {
		return "", fmt.Errorf("%w, and by its name: %w", err, lookErr)
	}
	return filepath.Abs(found)
}
