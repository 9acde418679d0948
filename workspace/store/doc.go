// Package store is a team's store: what its repositories define and what they use of others' packages, published by scans
// into an OpenSearch of the team's and asked from there. It is the one room that speaks to OpenSearch.
//
//	scan of a repository → Publish → definitions, files, packages, uses ─┐
//	                                 repositories: what of them counts ──┴→ Reader: Search, Defined, Uses
//
// There are five indices, one for each kind of document (document.go), by the names <prefix>-<kind>-v<schema> and behind
// the aliases <prefix>-<kind>. All documents of a repository are in one shard (routing). A mapping says itself whose it is
// and of which schema (_meta); an index that does not, or has another schema, is refused, and nothing of it touched.
//
// What counts is decided as databases do it (multi-version concurrency control). Each scan of a repository is a generation,
// a number that the repository's document gives out. A document says from which generation on it is there, and until which. A
// scan writes what is new with its own number, marks what is to go with the same number, and all of that says nothing
// until, in one write, the repository's document says that the generation counts. Only then what went is
// deleted. So a reader sees the state before or the state after, never a mixture (Repository.Live), and:
//
//   - A scan that dies leaves the state before. Its generation is said to be void by the next scan, for ever: whatever of it
//     arrives late counts for nothing, and is cleared away.
//   - Of two scans at once the second one is refused while the first one's lease runs. A scan whose lease ran out and was taken
//     over cannot commit: that write is conditional (if_seq_no).
//   - A file's documents are compared, by a digest of them, with those that are there. What is the same is not sent.
//
// Who asks is not told of its own repository, by whatever name it was published (origin.go).
//
// A Reader answers within a limit or not at all: answers are kept for a minute, as long as no scan has counted since, and a store
// that fails three times is left alone for a while (breaker.go).
//
// Invariants:
//
//   - There is one network address, the user's. Plain HTTP is for this machine only, unless the user says so. Credentials are in
//     no error and no log.
//   - Documents hold what packs would show: nothing of files that are left out, and secrets replaced (package secret). The
//     room sends what it is given; lsp/engine makes it.
//   - Whatever comes back is checked before anybody sees it, and is other people's text.
//   - Paths are relative to their repository, with forward slashes; lines are from 0.
package store
