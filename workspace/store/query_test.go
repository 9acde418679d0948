package store

import (
	"slices"
	"testing"
)

func TestRelative(t *testing.T) {
	for _, tt := range []struct{ scores, want []float64 }{{nil, nil}, {[]float64{4, 2, 0.1}, []float64{1, 0.5}}, {[]float64{0, 0}, []float64{1, 1}}} {
		var found []Match
		for _, score := range tt.scores {
			found = append(found, Match{Score: score})
		}
		var got []float64
		for _, m := range relative(found) {
			got = append(got, m.Score)
		}
		if !slices.Equal(got, tt.want) {
			t.Errorf("%v: got %v, want %v", tt.scores, got, tt.want)
		}
	}
}
