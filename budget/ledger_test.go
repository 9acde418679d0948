package budget

import "testing"

func TestLedger(t *testing.T) {
	l := ledger{total: amount{100, 50}}
	for _, step := range []struct {
		name string
		do   func()
		want amount // left
	}{
		{"nothing", func() {}, amount{100, 50}},
		{"spend", func() { l.spend(amount{30, 20}) }, amount{70, 30}},
		{"give back", func() { l.spend(amount{-10, -5}) }, amount{80, 35}},
		{"reserve", func() { l.reserve(25) }, amount{55, 35}},
		{"limited", func() {
			l.limited(l.fraction(5), func() {
				if got := l.left(); got != (amount{11, 35}) {
					t.Errorf("limited to a fifth, %v is left", got)
				}
				l.limited(4, func() { l.spend(amount{3, 1}) })
				if l.affords(amount{9, 0}) || !l.affords(amount{8, 34}) || l.affords(amount{8, 35}) {
					t.Errorf("%v is left, and affords something else", l.left())
				}
			})
		}, amount{52, 34}},
		{"release", func() { l.release(25) }, amount{77, 34}},
		{"round up", func() { l.roundUp(30) }, amount{70, 34}},
		{"round up again", func() { l.roundUp(30) }, amount{70, 34}},
		{"round up to all", func() { l.roundUp(1000) }, amount{0, 34}},
	} {
		if step.do(); l.left() != step.want {
			t.Errorf("%s: %v is left, want %v", step.name, l.left(), step.want)
		}
	}
}

// Without a cap, no number of bytes is too much, and giving bytes back does not overflow.
func TestLedgerWithoutCap(t *testing.T) {
	l := ledger{total: amount{10, unlimited}}
	l.spend(amount{1, 1 << 30})
	if !l.affords(amount{9, 1 << 30}) || l.affords(amount{10, 0}) {
		t.Errorf("%v is left", l.left())
	}
	if l.spend(amount{-1, -1 << 30}); l.left() != l.total {
		t.Errorf("%v is left of %v", l.left(), l.total)
	}
}
