package budget

import "testing"

func TestCountCache(t *testing.T) {
	c := newCountCache()
	for i := range keptCounts + 5 {
		key := countKey{uint64(i), 100}
		if _, known := c.get(key); known {
			t.Fatalf("%v is counted before it was", key)
		}
		c.put(key, i)
		if n, known := c.get(key); !known || n != i {
			t.Fatalf("%v has the count %d, %v", key, n, known)
		}
	}
	if _, known := c.get(countKey{0, 100}); known {
		t.Error("the oldest count is not forgotten")
	}
}
