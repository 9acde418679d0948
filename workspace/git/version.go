package git

import (
	"context"
	"os/exec"
	"strings"
)

// Version is what git says of itself, such as "git version 2.51.0". The error says why git does not run.
func Version(ctx context.Context) (string, error) {
	out, err := run(ctx, "", maxLine, "version")
	if err != nil {
		return "", err
	}
	return strings.TrimSpace(string(out)), nil
}

// Program is the path of the git that is run, "" where there is none.
func Program() string {
	program, err := exec.LookPath("git")
	if err != nil {
		return ""
	}
	return program
}
