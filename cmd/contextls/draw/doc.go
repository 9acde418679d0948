// Package draw draws who imports a file and what it imports, in formats that are shown by others: SVG and HTML, Mermaid and
// Graphviz' dot.
//
//	Links, Files ── Around, Overview ──▶ Graph ──▶ SVG, HTML, Mermaid, Dot
//
// Invariants:
//
//   - Whoever imports stands on the left of what he imports; a file that imports the one in the middle directly stands on
//     the left, even where the import is mutual.
//   - The same input gives the same bytes: everything is in order, and coordinates are whole numbers.
//   - No file is dropped in silence: those that there is no room for are groups by directory, which say how many they are.
//   - Names are visible (budget/render) and escaped as the format wants it: no name adds to a drawing, let alone a script.
package draw
