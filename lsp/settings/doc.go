// Package settings knows what can be set, by whom, and what holds where several sources disagree.
//
// One table (table.go) has a row for every key: its type and range, its default, who may set it, how the
// sources are merged, and its documentation. Everything else follows from it: reading and checking, the
// names of the environment's variables, what `contextls config` prints, the table in README.md and the
// settings of the VS Code extension. A new setting is a row there and a field of Values; `go generate`
// rewrites what is derived.
//
// Invariants:
//
//   - A value that cannot be used, or may not be set by who sets it, changes nothing and is reported by
//     name. What a weaker source says is then in force.
//   - A workspace's file comes with the repository and is not trusted: it cannot run anything, read more
//     than the person at the machine allows, or make answers cost more.
//   - There is no JSON, no URI and no client here: what a client sets arrives as a map[string]any.
package settings

//go:generate go test . -run ^TestGenerated$ -update
