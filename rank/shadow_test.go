//go:build cgo

package rank

import (
	"strings"
	"testing"
)

func TestBindsAt(t *testing.T) {
	for _, tt := range []struct {
		fences, text string // names that are bound are in capitals, and others that must not be begin with q
	}{
		{"java", "void f(String NAME, final List<String> ALL, int[] IDS) { for (Cart CART : all) { int N = qn(); } return qx; }"},
		{"java", "void f() throws qA, qB { if (a > qb) { throw qc; } list.map(IT -> x + qd); a = (Type) qe; q == qf; g(qg, qh); }"},
		{"cpp c", "int f(char *TEXT, const Cart& CART, std::vector<int> V) { auto N = a * qb; x = *qc; return qd; } // f(x && qe, y)"},
		{"csharp", "void Run(string? NAME, out int N) { foreach (var CART in qcarts) { x.Select(IT => qy); run(ref qz, out qa); } }"},
		{"swift", "func f(to REQUEST: Request, NAME: String) { let TASK = x; for ONE in qall { g(qlabel: qc) }; all.map { IT in qd } }"},
		{"kotlin", "fun f(NAME: String) { val ONE = 1; for (TWO in qall) { g(qb) }; all.map { IT -> qd }; if (qe in x) {} }"},
		{"rust", "fn f(NAME: &str) { let ONE = Cart { qa: 1, qb: 2 }; let mut qm = 1; v.map(|TWO| qc); v.fold(|A, B| qd); &mut qe }"},
		{"ruby", "def f(x)\n  NAME = qname(1)\n  self.qa = 1\n  v.each { |ONE| qb }\n  qc == 1\nend"},
		{"ruby", "def f(ONE, TWO = qa, *THREE)\n  g(qb, qc = 1)\nend"},
		{"ruby", "def f = g(qa, qb)"},
		{"elixir", "def f(ONE, TWO) do\n  g(qa, qb)\nend"},
		{"scala", "def f(NAME: Int) = { val ONE = 1; all.map(IT => qa); for (TWO <- qb) yield qc }"},
		{"swift", "func f(\r\n  NAME: String,\r\n  to OTHER: Int\r\n) {\r\n  g(\r\n    qa: 1)\r\n}"},
		{"lua", "function f() local NAME = 1; qa = 2; return qb:new(1) end"},
	} {
		for fence := range strings.FieldsSeq(tt.fences) {
			spelling := byFence(t, fence).Spelling
			eachIdentifier(tt.text, func(start, end int) {
				name := tt.text[start:end]
				capital := strings.ToUpper(name) == name && strings.Trim(name, "0123456789") != ""
				if bound := bindsAt(tt.text, start, end, &spelling); bound != capital && (capital || name[0] == 'q') {
					t.Errorf("%s: %s of %q: bound %t", fence, name, tt.text, bound)
				}
			})
		}
	}
}
