package ecmascript

import (
	"bytes"
	"strings"
)

// wraps reports whether what a function is given to calls it once, for what it defines: a module's function in AMD, or what waits for the
// document. What calls a function expression with another has the module made by it (UMD). A callee may be long: it has all calls of a chain before it.
func wraps(callee []byte) bool {
	switch string(callee) {
	case "define", "require", "requirejs", "$", "jQuery", "document.addEventListener", "window.addEventListener":
		return true
	}
	return bytes.HasSuffix(callee, []byte(".ready")) || bytes.HasPrefix(callee, []byte("(function"))
}

// bareBlocks notes blocks that stand for themselves, as scripts have them for what others are not to see.
func (r *reader) bareBlocks() {
	bodies := map[uint32]bool{} // of functions, where they start: one may stand behind a type in braces
	for _, d := range r.definitions {
		bodies[d.body.Start] = d.body.End > 0
	}
	for _, l := range r.lambdas {
		bodies[l.body.Start] = true
	}
	end := uint32(0) // of what hides all in it
	for _, block := range r.blocks {
		if block.Start < end {
			continue
		}
		if !bodies[block.Start] && r.b.Src()[block.Start] == '{' {
			if before := r.b.Before(block.Start); len(before) == 0 || strings.IndexByte(";}", before[len(before)-1]) >= 0 {
				r.wrappers[block.Start] = true
			}
		}
		if !r.wrappers[block.Start] {
			end = block.End
		}
	}
}
