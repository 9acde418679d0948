//go:build race

package budget

// racing says that the race detector is on, which makes everything some ten times slower.
const racing = true
