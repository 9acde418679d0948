package lsp
import ("testing";"strings";"context";"time")
func TestZZ(t *testing.T){
	root, _ := large(t)
	_, f := indexed(t, root)
	e, snap := NewEngine("bench", Settings{}), f.Snapshot()
	e.AnalyzeTask(context.Background(), snap, AnalyzeTaskParams{Task: "x"})
	n := 100<<10
	for name, s := range map[string]string{"dots": strings.Repeat("ab.", n/3)+"cd", "slashes": strings.Repeat("a/", n/2)+"b.py", "quotes": "E: Error: "+strings.Repeat("'", n), "q2": "KeyError: "+strings.Repeat("'a' ", n/4), "ticks": strings.Repeat("`", n), "ticks2": strings.Repeat("` ", n/2), "mix": strings.Repeat("`\"", n/2), "colons": strings.Repeat(":", n), "dotdot": strings.Repeat(".", n), "humps": strings.Repeat("aB", n/2), "fence": strings.Repeat("```\n", n/4), "fix": strings.Repeat("please ", n/7), "dots2": strings.Repeat(strings.Repeat("ab.", 300)+"cd ", n/900), "comment": strings.Repeat("<!-- ", n/5), "url": strings.Repeat("x://blob/", n/9), "m0": strings.Repeat("m0.f0 m1.f1 m2.f1 ", n/18), "err": strings.Repeat("a b c d Error: x\n", n/17)} {
		s0 := time.Now()
		_, err := e.AnalyzeTask(context.Background(), snap, AnalyzeTaskParams{Task: s})
		t.Log(name, time.Since(s0), err)
	}
}
