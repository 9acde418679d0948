package analysis

import (
	"slices"
	"testing"
)

func TestFewest(t *testing.T) {
	all := &fileSet{[]int32{1, 2, 3, 4}, []int32{1}}
	part, other := &fileSet{[]int32{2, 3}, []int32{2}}, &fileSet{[]int32{5, 6}, []int32{5}}
	circle, again := &fileSet{[]int32{7, 8}, []int32{7}}, &fileSet{[]int32{7, 8}, []int32{8}}
	group, same := &fileSet{[]int32{2, 3}, nil}, &fileSet{[]int32{2, 3}, nil}
	for _, c := range []struct {
		name       string
		sets, want []*fileSet
	}{
		{"none", nil, nil},
		{"one", []*fileSet{part}, []*fileSet{part}},
		{"reached", []*fileSet{part, other, all}, []*fileSet{all, other}},
		{"twice", []*fileSet{part, all, part, all}, []*fileSet{all}},
		{"a circle", []*fileSet{again, circle}, []*fileSet{circle}},
		{"not reached", []*fileSet{group, all, same, group}, []*fileSet{all, group, same}},
	} {
		before := slices.Clone(c.sets)
		if got := fewest(c.sets); !slices.Equal(got, c.want) || !slices.Equal(c.sets, before) {
			t.Errorf("%s: %v", c.name, got)
		}
	}
}
