package budget

import (
	"strings"
	"testing"
)

// Of very many symbols, only so many are written as it takes to know how many fit.
func TestLargestWritesFew(t *testing.T) {
	for _, n := range []int{0, 1, 100, 5000, 100_000} {
		for _, limit := range []int{0, 1, 99, 1024, 1500, 4096, 100_000} {
			most := 0
			k, content := largest(n, func(k int) string { most = max(most, k); return strings.Repeat("x", k) },
				func(s string) bool { return len(s) <= limit })
			if want := min(n, limit); k != want || len(content) != want {
				t.Errorf("%d of %d that fit %d, in %d bytes", k, n, limit, len(content))
			}
			if n > 10*limit && most > max(manySymbols, 4*limit) && n > 2*manySymbols {
				t.Errorf("wrote %d of %d to find the %d that fit", most, n, limit)
			}
		}
	}
}
