package watch

import (
	"runtime"
	"strconv"
	"testing"
)

func TestLimits(t *testing.T) {
	limits := Limits()
	for _, l := range limits {
		if n, err := strconv.Atoi(l.Value); err != nil || n <= 0 || l.Name == "" {
			t.Errorf("%+v", l)
		}
	}
	if runtime.GOOS == "linux" && len(limits) != 2 {
		t.Errorf("Linux has the limits %v", limits)
	}
}
