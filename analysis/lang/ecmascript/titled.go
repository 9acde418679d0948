package ecmascript

import "strings"

// testCall is the test, or the group of tests, that a callee makes: it, of it.skip; it, of it.each([…]); describe, of test.describe; "" where it
// makes none. They are those of Mocha, Jasmine, Jest, Vitest, Playwright, AVA, tap, QUnit, Deno, Bun and Node.
func testCall(callee string) (call string) {
	if i := strings.IndexAny(callee, "(`<"); i >= 0 {
		callee = callee[:i]
	}
	names := strings.Split(callee, ".")
	switch names[0] {
	case "t", "QUnit", "Deno": // whose test it is
		names = names[1:]
	}
	for _, name := range names {
		switch name {
		case "describe", "it", "test", "suite", "context", "specify", "bench", "fdescribe", "fit", "xdescribe", "xit", "xtest":
			call = name
		case "only", "skip", "todo", "each", "for", "concurrent", "sequential", "serial", "parallel", "failing", "fails", "fixme", "slow", "runIf", "skipIf":
			if call == "" {
				return ""
			}
		default:
			return ""
		}
	}
	return call
}
