package ecmascript

import (
	"strings"

	"github.com/contextls/contextls/analysis"
)

// titled is a call that gives a function a title: it("adds", () => {…}).
type titled struct{ whole, callee, title analysis.Span }

// tests adds tests and groups of tests.
func (r *reader) tests() {
	for _, c := range r.titled {
		if call, ok := testCall(r.b.Text(c.callee)); ok {
			title := r.b.Text(c.title)
			r.b.AddTest(call, unquote(title), call+"("+title+")", c.whole)
		}
	}
}

// testCall is what a callee makes: it, of it.skip; it, of it.each([…]); describe, of test.describe. They are those of Mocha, Jasmine, Jest, Vitest,
// Playwright, AVA, tap, QUnit, Deno, Bun and Node.
func testCall(callee string) (call string, ok bool) {
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
				return "", false
			}
		default:
			return "", false
		}
	}
	return call, call != ""
}
