package watch

// ordered says that all events of a watcher come in the order in which what they tell of happened. inotify has one queue
// for all watches.
const ordered = true
