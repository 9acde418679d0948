package faulttest

import (
	"os"
	"strconv"
	"testing"
)

// Times is how often the test does harm, by the scale: "small", which is the default, "default" or "full". It notes the fault and the
// number among the test's attributes, where .ci/stress finds them; unit is what is counted.
func Times(t testing.TB, fault, unit string, small, usual, full int) int {
	t.Helper()
	n := small
	switch scale := os.Getenv("CONTEXTLS_STRESS"); scale {
	case "", "small":
	case "default":
		n = usual
	case "full":
		n = full
	default:
		t.Fatalf("CONTEXTLS_STRESS=%s is not one of small, default, full", scale)
	}
	t.Attr("fault", fault)
	t.Attr("times", grouped(n)+" "+unit)
	return n
}

// grouped is a number with its digits in groups of three.
func grouped(n int) string {
	s := strconv.Itoa(n)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}
