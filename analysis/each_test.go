package analysis

import "testing"

// What panics does so where somebody can recover, when all others are done.
func TestEachOf(t *testing.T) {
	var done [3]bool
	defer func() {
		if recover() != "as told" || done != [3]bool{true, false, true} {
			t.Errorf("done %v", done)
		}
	}()
	EachOf(3, func(i int) {
		if i == 1 {
			panic("as told")
		}
		done[i] = true
	})
	t.Error("nothing panicked")
}
