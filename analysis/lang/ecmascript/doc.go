// Package ecmascript teaches TypeScript, TSX, JavaScript and JSX: one query with the additions of each
// grammar, and one resolver for all four, since they import each other's files.
//
// Invariants:
//
//   - Facts hold what a module declares at its top level and inside its namespaces and classes; what
//     stands in a function's body is no symbol, unless it is called where it stands, or stands for the whole script: (function () {…})(),
//     define(…), $(document).ready(…) and a bare block hide nothing from the file itself. Functions that stand directly in a long one are its
//     local functions, and tests and groups of tests are symbols wherever they stand, by their titles.
//   - What a package declares for all of its files (scripts named *.d.ts, declare global) these see without an import. What nobody
//     declares is the language's.
//   - A syntax error costs what it stands in, not what is around it: in a file with errors, declarations
//     at the left margin that the tree has lost are read off their first lines.
//   - A specifier is resolved by paths, package.json, tsconfig*.json, jsconfig*.json and
//     pnpm-workspace.yaml alone: node_modules is not indexed and build output mostly is not there, so a
//     dependency is known by being declared, and a build product is traced back to its source.
package ecmascript
