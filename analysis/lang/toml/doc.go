// Package toml reads TOML as resolvers need it: the manifests of packages, often in the middle of an edit.
//
// Invariants:
//
//   - Reading ends, in time that grows with the text, whatever the text is. What is no TOML costs the line that
//     it stands on, or the value that nothing closes.
//   - There are no errors: a manifest that is half written still says what its other half says.
package toml
