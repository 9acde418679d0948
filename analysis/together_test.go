package analysis

import "testing"

// What panics does so where somebody can recover, when all others are done.
func TestTogether(t *testing.T) {
	var done [3]bool
	defer func() {
		if recover() != "as told" || done != [3]bool{true, false, true} {
			t.Errorf("done %v", done)
		}
	}()
	together([]func(){func() { done[0] = true }, func() { panic("as told") }, func() { done[2] = true }})
	t.Error("nothing panicked")
}
