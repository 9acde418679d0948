package watch

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// Limit is a limit of the operating system that watching may reach.
type Limit struct {
	Name  string
	Value string
}

// Limits are the limits of this system, none where it has none that is known.
func Limits() []Limit {
	if handles := handleBudget(); handles < unlimited {
		return []Limit{{"files open for watching", strconv.Itoa(handles)}}
	}
	const dir = "/proc/sys/fs/inotify" // Linux
	var limits []Limit
	for _, name := range []string{"max_user_watches", "max_user_instances"} {
		if text, err := os.ReadFile(filepath.Join(dir, name)); err == nil {
			limits = append(limits, Limit{"fs.inotify." + name, strings.TrimSpace(string(text))})
		}
	}
	return limits
}
