// Package mcp answers agents over the Model Context Protocol: five tools that only read, and repository
// maps as resources. Like the language server it only carries: what a tool says is a method of the engine
// on a snapshot. Paths are relative to the folder, since that is what models read and write.
//
// Invariants:
//
//   - initialize is answered at once; folders are indexed in the background, and a call waits for that.
//   - No tool writes, runs a command, or shows what is left out of the workspace.
//   - What a tool says is text, or one structure where the answer is lists; never both.
//   - Every request that is read is answered once, also where the input ends right behind it; what is no message is
//     answered with an error, and costs no other one.
//   - A tool that panics fails that call; what a call took is logged, what it asked and answered is not.
package mcp
