package kotlin

import (
	"bytes"
	"regexp"
)

// guarded is the beginning of a branch that has a guard, up to its arrow: the condition, and the if. A lambda's arrow stands behind a brace.
var guarded = regexp.MustCompile(`^[ \t]*(?:(else)|!?(?:is|in) [^{}"/]*?|[\pL_][\pL\pN_.]*) (if) [^{}]*$`)

// withoutGuards has the guards of a when's branches (is A if a.b ->), which Kotlin has since 2.1 and the grammar does not know, be
// conditions beside the others (is A, a.b ->), byte for byte: the grammar would make nothing of all members behind them.
func withoutGuards(src []byte) []byte {
	own := false
	for at := 0; ; {
		next := bytes.Index(src[at:], []byte("->"))
		if next < 0 {
			return src
		}
		arrow := at + next
		begin := bytes.LastIndexByte(src[:arrow], '\n') + 1
		head := src[begin:arrow]
		if end := bytes.IndexByte(src[arrow:], '\n'); end >= 0 { // a line's first arrow is that of its branch
			at = arrow + end
		} else {
			at = len(src)
		}
		if !bytes.Contains(head, []byte(" if ")) {
			continue
		}
		m := guarded.FindSubmatchIndex(head)
		if m == nil || m[2] < 0 && isKeyword(string(bytes.TrimSpace(head[:m[4]]))) {
			continue
		}
		if !own {
			src, own = bytes.Clone(src), true
			head = src[begin:arrow]
		}
		if m[2] >= 0 {
			copy(head[m[2]:m[5]], bytes.Repeat([]byte(" "), m[5]-m[2])) // else if: the condition stands alone
		} else {
			copy(head[m[4]:m[5]], ", ")
		}
	}
}
