// Package elixir is the Elixir language.
//
// Modules are known by their names everywhere, so a file depends on each module that it names, with a
// directive (alias, import, use, require) or without: the first mention of a module by its full name is
// an import of it as well. Names are expanded by the file's aliases, as the compiler does, before they
// leave it: Specifier is the full name, Local what the file calls it.
//
// Invariants:
//
//   - Facts.Package are the modules that the file defines, separated by spaces; the resolver finds a
//     module by that alone, and by the convention lib/my_app/cart.ex where a file could not be read.
//   - Modules of Elixir itself are imports only where a directive names them: every file uses Enum.
//   - What a macro's quote defines is no symbol.
package elixir
