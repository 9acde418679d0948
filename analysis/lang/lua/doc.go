// Package lua is the Lua language: 5.1 to 5.4, LuaJIT, and Neovim's.
//
// A module is what its chunk returns, most often a table. What is put into that table is what the module
// offers: a symbol inside the table's name, and an Export, so that other files reach it.
//
// Invariants:
//
//   - Modules are found as package.path finds them ("?.lua" before "?/init.lua"). Which directories that
//     path begins with is not known: lua, src, lib, share/lua/5.x and the root are taken to be among
//     them, and what rockspecs say; a file that fits under another directory is Ambiguous.
//   - A definition inside a function is no symbol, but for functions right in the body of a long one; a require inside one is an import.
package lua
