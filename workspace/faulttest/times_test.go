package faulttest

import "testing"

func TestGrouped(t *testing.T) {
	for n, want := range map[int]string{0: "0", 999: "999", 1000: "1,000", 12_345_678: "12,345,678"} {
		if got := grouped(n); got != want {
			t.Errorf("%d is %s, want %s", n, got, want)
		}
	}
}

func TestTimes(t *testing.T) {
	for scale, want := range map[string]int{"": 1, "small": 1, "default": 2, "full": 3} {
		t.Setenv("CONTEXTLS_STRESS", scale)
		if got := Times(t, "none", "times", 1, 2, 3); got != want {
			t.Errorf("at scale %q: %d, want %d", scale, got, want)
		}
	}
}
