package workspace

import "time"

// Status is how far a folder is.
type Status struct {
	State    State
	Done     int       // files read in the present round of indexing…
	Total    int       // …of so many
	Degraded []string  // what does not work as it should, for a person to read
	Updated  time.Time // of the last change
}

// State is what a folder is doing.
type State uint8

// The states of a folder. A degraded one is ready, but something is missing.
const (
	Indexing State = iota
	Ready
	Degraded
)

func (s State) String() string { return [...]string{"indexing", "ready", "degraded"}[s] }
