package syntax

// #include <stdlib.h>
// #include "read.h"
import "C"

import (
	"runtime"
	"unsafe"

	"github.com/contextls/contextls/analysis"
)

// eachMatch parses a source and reads all matches of a grammar's query, in the order of the nodes that they begin with: the pattern of
// each, and what it captured, as long as the call lasts. All is one call into C, as each costs as much as to find some matches. Not ok
// says that there was not time for all, broken that the source has syntax errors.
func eachMatch(c *compiled, src []byte, match func(pattern int, captures []Capture)) (broken, ok bool) {
	// The first field of both is what they stand for.
	query := C.Query{language: *(*unsafe.Pointer)(unsafe.Pointer(c.language)), query: *(*unsafe.Pointer)(unsafe.Pointer(c.query))}
	if r := c.roots; r != nil {
		var pinned runtime.Pinner
		defer pinned.Unpin()
		pin := func(list []uint32) *C.uint32_t {
			pinned.Pin(unsafe.SliceData(list))
			return (*C.uint32_t)(unsafe.SliceData(list))
		}
		query.symbols, query.begins, query.needs, query.program = C.uint32_t(len(r.begins)), pin(r.begins), pin(r.needs), pin(r.program)
		if pinned.Pin(unsafe.SliceData(r.sets)); len(r.sets) > 0 {
			query.sets = (*C.bool)(unsafe.SliceData(r.sets))
		}
	}
	var matches C.Matches
	defer func() { C.free(unsafe.Pointer(matches.data)) }()
	whole := C.read_matches(query, (*C.char)(unsafe.Pointer(unsafe.SliceData(src))), C.uint32_t(len(src)), C.uint32_t(parseLimit.Seconds()), &matches)
	runtime.KeepAlive(c)
	if !whole {
		return false, false
	}
	var captures []Capture
	for read := unsafe.Slice((*uint32)(matches.data), matches.len); len(read) > 0; {
		pattern, n := int(read[0]), read[1]
		captures, read = captures[:0], read[2:]
		for range n {
			captures = append(captures, Capture{c.captures[read[0]], analysis.Span{Start: read[1], End: read[2]}})
			read = read[3:]
		}
		match(pattern, captures)
	}
	return bool(matches.broken), true
}
