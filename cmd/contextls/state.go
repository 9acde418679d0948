package main

import (
	"os"
	"path/filepath"
	"runtime"
)

// runsDir is where the user's past packs are kept, "" where there is no place for them. The XDG base
// directory specification names state, what is to survive a restart but matters to this machine alone;
// macOS and Windows have one place for that and other data.
func runsDir() string {
	state := stateDir()
	if state == "" {
		return ""
	}
	return filepath.Join(state, "contextls", "runs")
}

func stateDir() string {
	if dir := os.Getenv("XDG_STATE_HOME"); filepath.IsAbs(dir) {
		return dir
	}
	if runtime.GOOS == "windows" {
		return os.Getenv("LocalAppData")
	}
	home, err := os.UserHomeDir()
	if err != nil {
		return ""
	}
	if runtime.GOOS == "darwin" {
		return filepath.Join(home, "Library", "Application Support")
	}
	return filepath.Join(home, ".local", "state")
}
