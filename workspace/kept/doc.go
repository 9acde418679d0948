// Package kept keeps values on disk from one run of the program to the next: what was extracted from files, by
// content, and a few whole pages such as what a folder held. All of it can be made again, so that none of it needs
// to be right for long: what is damaged is dropped.
//
// A cache is a directory of the user's:
//
//	lock                who holds it (flock) may write
//	index               head, then an entry for each value: key, segment, offset, length, sum, and the entry's own sum
//	values-00000001     segment: the values themselves, one after the other, up to segmentBytes
//	page-<key>          head with length and sum, a sum for each block, then the page
//
// Numbers are little-endian, sums are CRC-32C. The index says what is there: bytes of a segment that no
// entry names are nothing, and the next writer's to use. So a writer appends values to the last segment, then
// their entries to the index; whatever ends it in between, what was there before still is. An entry that is not
// whole, and all after it, is as if it had not been written. A page is written beside its place, and then moved
// there. Nothing waits for the disk (fsync): what a loss of power leaves half written has another sum.
//
// Where there is more than fits, the segments that were not read for the longest time go, and the index is written
// anew without them.
//
// Invariants:
//
//   - Get and Load give what Put and Save were given under that key, or nothing. A Value or a Page that was found can be
//     read whatever becomes of the cache, unless the disk itself damages it.
//   - Nobody waits for another process for longer than lockPatience, and readers wait for nobody.
//   - What cannot be written, and a page larger than half of the room, is not kept, and damage drops the whole cache; each
//     is said once, in one line of the log. None is an error to anybody.
//   - The directory and its files are the user's alone (0700, 0600).
package kept
