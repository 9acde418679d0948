package analysis

import (
	"slices"
	"testing"
)

// A place counts once, however many definitions of one name a member has (overloads).
func TestPlacesCountOnce(t *testing.T) {
	c := collector{}
	m := mention{name: "invoke", container: "Context", count: 2, places: []uint32{10, 90}}
	for _, confidence := range []float64{0.1, 0.95, 0.1} {
		c.note(1, 0, m, confidence)
	}
	m.count, m.places = 1, []uint32{40}
	c.note(1, 0, m, 0.3)
	uses := new(chunks).sorted(c.uses)
	if len(uses) != 1 {
		t.Fatalf("%+v", uses)
	}
	if u := uses[0]; !slices.Equal(u.Places, []uint32{10, 40, 90}) || u.Count != 3 || u.Confidence != 0.95 {
		t.Errorf("%+v", u)
	}
}
