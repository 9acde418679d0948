//go:build !linux

package watch

// ordered says that all events of a watcher come in the order in which what they tell of happened: nobody promises it.
const ordered = false
