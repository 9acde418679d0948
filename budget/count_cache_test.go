package budget

import "testing"

func TestCountCache(t *testing.T) {
	c := newCountCache()
	for i := range 3*generationMax + 5 {
		key := countKey{uint64(i), 100}
		if _, ok := c.get(key); ok {
			t.Fatalf("%v is counted before it was", key)
		}
		if c.put(key, i); i >= generationMax {
			key.hash -= generationMax - 1
		}
		if n, ok := c.get(key); !ok || n != int(key.hash) {
			t.Fatalf("%v has the count %d, %v", key, n, ok)
		}
	}
	if n := len(c.young) + len(c.old); n > 2*generationMax {
		t.Errorf("%d counts are kept", n)
	}
	if _, ok := c.get(countKey{0, 100}); ok {
		t.Error("the oldest count is not forgotten")
	}
}
