// Package ignore decides which paths of a folder are ignored, as git would, and says by which file.
// It reads nothing from disk: its callers hand it the text of the ignore files.
//
// An ignore file is compiled once into patterns (pattern.go, glob.go, class.go), which match exactly
// as git's do; a test compares the two over thousands of generated cases. Its patterns apply to the
// directory that holds it and everything below. What an ignored directory holds is ignored with it.
//
// A path is asked for layer by layer, and the first layer that answers "ignored" wins:
//
//  1. The directories that are never entered: .git always, then the skip list (DefaultSkip). The three
//     names build, dist and target mean build output in most projects and source in some (go/build,
//     cmd/dist); git knows which: such a directory is entered when git tracks a file below it. vendor
//     and node_modules stay out even when tracked: they hold other people's code.
//  2. The globs of the user's settings.
//  3. .ignore, and where it is silent the rules of git: .gitignore from the deepest directory up, then
//     .git/info/exclude, then core.excludesFile. Git's rules hide nothing that git tracks: a directory
//     that they ignore is entered for the tracked files below it alone. Like in ripgrep, which introduced .ignore, a "!" in
//     it shows again what .gitignore ignores: that is what people write such a file for.
//  4. Each kind of AI-ignore file (.aiignore, .cursorignore, …) by itself. These files exist to keep
//     something from a model. So they can only hide: a "!" in one takes back an earlier pattern of the
//     same kind of file and nothing that any other layer hides.
//
// Invariants:
//
//   - A Set, a Dir and Globs are immutable and safe for concurrent use.
//   - Matching one pattern costs at most (length of pattern) × (length of path) steps, and lines longer
//     than 4096 bytes are dropped, so no ignore file can stall a scan.
//   - Case is folded only where asked for (git's core.ignoreCase), and then for ASCII letters alone.
package ignore
