package debug

import "time"

// State is what the server is doing.
type State struct {
	Version  string
	Started  time.Time
	Folders  []Folder
	Facts    int // contents whose Facts are remembered
	Workers  Workers
	Requests []Request // the last ones, the newest first
	Problems []Problem // of the program itself, the one that happened last first
}

// Folder is a workspace folder.
type Folder struct {
	Root     string
	State    string
	Files    int
	Degraded []string
	Excluded []Count // by reason
	Snapshot string  // the ID of the present one
	Number   uint64  // how many snapshots were taken
	Packs    int     // that are kept for deltas
}

// Count is how often there is something.
type Count struct {
	Name  string
	Count int
}

// Workers are the parse workers.
type Workers struct{ Most, Alive, Busy, Lost int }

// Request is a request that was answered.
type Request struct {
	Time     time.Time // when it was done
	ID       string
	Method   string
	Took     time.Duration
	Stages   []Stage
	Snapshot string // "": none
	Bytes    int    // of the result
	Code     int    // of the error; 0: none
}

// Stage is how long a request spent on something.
type Stage struct {
	Name string
	Took time.Duration
}

// Problem is something that went wrong in the program itself.
type Problem struct {
	Message string
	Count   int
	Last    time.Time
}
