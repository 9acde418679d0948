package parse

import (
	"bytes"
	"os/exec"
	"testing"
)

// A worker's threads have slack, those of who starts it do not.
func TestWorkersHaveSlack(t *testing.T) {
	slackOf := func(start func(*exec.Cmd) error) string {
		var out bytes.Buffer
		cmd := exec.Command("cat", "/proc/self/timerslack_ns")
		cmd.Stdout = &out
		if err := start(cmd); err != nil {
			t.Fatal(err)
		}
		if err := cmd.Wait(); err != nil {
			t.Fatal(err)
		}
		return out.String()
	}
	before := slackOf((*exec.Cmd).Start)
	if got := slackOf(startLax); got != "2000000\n" {
		t.Errorf("a worker has %s ns", got)
	}
	for range 10 { // on whatever thread
		if after := slackOf((*exec.Cmd).Start); after != before {
			t.Errorf("it was %s ns, then %s", before, after)
		}
	}
}
