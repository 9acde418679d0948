// Package sfc teaches Vue's and Svelte's single-file components. Their scripts are read by the ECMAScript
// room as TypeScript or JavaScript, and so they are of its family: modules and components import each
// other.
//
// Invariants:
//
//   - What is no script is blanked out for reading, byte for byte, so that offsets and lines are the
//     file's own.
//   - Every component has a default export, which its own code declares or which is the file.
//   - Of the template, components and what the script binds are references; all other words are none.
package sfc
