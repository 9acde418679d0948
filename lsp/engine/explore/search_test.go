package explore

import (
	"context"
	"testing"
)

// A search that is out of time says how far it got.
func TestSearchOutOfTime(t *testing.T) {
	s := &search{limit: 10}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	s.file(ctx, "a.py", "x")
	if s.stopped != "the search ended at a.py after 5s" {
		t.Errorf("stopped: %q", s.stopped)
	}
}
