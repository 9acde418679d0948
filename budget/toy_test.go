package budget

import (
	"flag"
	"strings"
	"testing"

	"github.com/contextls/contextls/analysis"
)

var update = flag.Bool("update", false, "rewrite golden files")

// symbolsOf reads a toy language: `class X` and `def f(…)` lines open blocks that last as long as the
// lines below are indented more, NAME = … is a constant, and a """doc""" may follow a head.
func symbolsOf(text string) []analysis.Symbol {
	lines := strings.SplitAfter(text, "\n")
	type open struct {
		symbol, indent int
	}
	var symbols []analysis.Symbol
	var stack []open
	offset, end := 0, 0
	closeTo := func(indent int) {
		for len(stack) > 0 && stack[len(stack)-1].indent >= indent {
			symbols[stack[len(stack)-1].symbol].Range.End = uint32(end)
			stack = stack[:len(stack)-1]
		}
	}
	for n, line := range lines {
		code := strings.TrimSpace(line)
		if code == "" {
			offset += len(line)
			continue
		}
		indent := len(line) - len(strings.TrimLeft(line, " "))
		closeTo(indent)
		kind, rest := analysis.Constant, ""
		switch word, after, _ := strings.Cut(code, " "); {
		case word == "class":
			kind, rest = analysis.Class, after
		case word == "enum":
			kind, rest = analysis.Enum, after
		case word == "def":
			kind, rest = analysis.Function, after
		case word == strings.ToUpper(word) && strings.HasPrefix(after, "="):
			rest = word
		}
		if rest != "" {
			name := rest[:len(rest)-len(strings.TrimLeft(rest, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789"))]
			s := analysis.Symbol{Name: name, Kind: kind, Signature: strings.TrimSuffix(code, ":"), Exported: name[0] != '_',
				Range: analysis.Span{Start: uint32(offset + indent), End: uint32(offset + len(line))}, Line: uint32(n)}
			if len(stack) > 0 {
				s.Container = qualified(&symbols[stack[len(stack)-1].symbol])
				if kind == analysis.Function {
					s.Kind = analysis.Method
				}
			}
			symbols = append(symbols, s)
			if kind != analysis.Constant {
				stack = append(stack, open{len(symbols) - 1, indent})
			}
		} else if strings.HasPrefix(code, `"""`) && len(symbols) > 0 && symbols[len(symbols)-1].Line == uint32(n-1) {
			symbols[len(symbols)-1].Doc = strings.Trim(code, `"`)
		}
		offset += len(line)
		end = offset
	}
	closeTo(-1)
	return symbols
}

func heuristic(t testing.TB) *Counter { return counterFor(t, Heuristic) }

func counterFor(t testing.TB, name string) *Counter {
	t.Helper()
	counter, err := new(Tokenizers).Get(name)
	if err != nil {
		t.Fatal(err)
	}
	return counter
}
