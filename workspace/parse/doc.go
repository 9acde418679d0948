// Package parse extracts Facts in worker processes, so that no file can take the server down.
//
// A worker is this same program started as `contextls parse-worker`: it reads sources on its standard
// input and answers with encoded Facts. It has a limit on its memory, and one on the processor time for each
// file; one that explodes or crashes is replaced, and the file it died of is tried once more and then
// reported with its reason, as is at once a file that takes too long. A worker that was dead before it was sent the whole file, or that somebody else killed,
// says nothing of the file: the next one gets it, and where there is none, who asked is to ask again later.
//
// On the pipe, a request is the language's ID, the limit and the source, an answer a status byte and Facts (or
// the text of an error), after another status byte when it is slow. A worker begins with one that says that it runs.
// What is of any length is preceded by it as an unsigned varint. A worker has one request at a time.
//
// The worker that was used last is used next; the others end soon when they have no work, and it a while later. So a person who
// types is served by one warm process, and one who does not has none.
//
// A file that takes long is told to be slow, and one such file at a time holds up no other: it is none of those
// that are counted. The thread that is at it gives way to whatever else wants to run, where the system has priorities of threads.
//
// Invariants: a Pool never has more than its number of workers, and that of one slow file; Extract returns by
// its context's end; no worker outlives its Pool by more than the moment it takes to notice that its input was closed.
package parse
