package langtest

import (
	"io/fs"
	"slices"
	"strings"
	"testing"

	"github.com/contextls/contextls/analysis"
)

// Use says that one definition, or a file outside of any, uses a definition of another file.
type Use struct{ By, Of Definition }

// Definition is a symbol of a file, by its number; -1 stands for the file outside of all.
type Definition struct {
	Node   int32
	Symbol int
}

// Oracle compares the uses between the files of a folder that were found with those that a compiler finds.
type Oracle struct {
	Graph   *analysis.Graph
	Texts   []string // by node
	Checked []bool   // by node: the compiler has read it
	Truth   map[Use]bool
	Found   map[Use]bool
	told    []string          // what was said, as a table has it
	lines   map[string]string // where a use was seen first
}

// NewOracle links the files of a folder that are of some languages.
func NewOracle(t testing.TB, fsys fs.FS, langs ...*analysis.Language) *Oracle {
	t.Helper()
	o := &Oracle{Graph: analysis.Link(nil, Tree(t, fsys, langs)), Truth: map[Use]bool{}, Found: map[Use]bool{}, lines: map[string]string{}}
	for n := range int32(o.Graph.Len()) {
		text, err := fs.ReadFile(fsys, o.Graph.Path(n))
		if err != nil {
			t.Fatal(err)
		}
		o.Texts = append(o.Texts, string(text))
	}
	o.Checked = make([]bool, len(o.Texts))
	return o
}

// Means notes that the compiler takes the name at an offset of a file for the one that is defined on a line of
// another. What has no symbol there does not count.
func (o *Oracle) Means(n int32, offset uint32, definer int32, name string, line uint32) {
	s := slices.IndexFunc(o.symbols(definer), func(s analysis.Symbol) bool { return s.Name == name && s.Line == line })
	if definer != n && s >= 0 {
		o.note(o.Truth, n, offset, Definition{definer, s})
		o.told = append(o.told, o.tell(n, offset, definer, name, line))
	}
}

// Find notes the places that are said to use each definition: of all of the checked files in these.
func (o *Oracle) Find(uses func(of Definition, place func(n int32, offset uint32))) {
	for u := range o.Truth {
		if !o.Checked[u.Of.Node] {
			delete(o.Truth, u)
		}
	}
	for n := range int32(len(o.Texts)) {
		for s := range o.symbols(n) {
			if of := (Definition{n, s}); o.Checked[n] {
				uses(of, func(by int32, offset uint32) {
					if by != n && o.Checked[by] {
						o.note(o.Found, by, offset, of)
					}
				})
			}
		}
	}
}

func (o *Oracle) symbols(n int32) []analysis.Symbol {
	if facts := o.Graph.File(n).Facts.Get(); facts != nil {
		return facts.Symbols
	}
	return nil
}

func (o *Oracle) note(in map[Use]bool, n int32, offset uint32, of Definition) {
	u := Use{Definition{n, -1}, of}
	for i, s := range o.symbols(n) {
		if s.Range.Contains(analysis.Span{Start: offset, End: offset + 1}) {
			u.By.Symbol = i // the innermost
		}
	}
	in[u] = true
	if at := o.text(u); o.lines[at] == "" {
		start := strings.LastIndexByte(o.Texts[n][:offset], '\n') + 1
		line, _, _ := strings.Cut(o.Texts[n][start:], "\n")
		o.lines[at] = strings.TrimSpace(line)
	}
}

func (o *Oracle) name(d Definition) string {
	if d.Symbol < 0 {
		return o.Graph.Path(d.Node)
	}
	return o.Graph.Path(d.Node) + ":" + o.symbols(d.Node)[d.Symbol].QualifiedName()
}

func (o *Oracle) text(u Use) string { return o.name(u.By) + " → " + o.name(u.Of) }

// Members reports whether a use is of a member.
func (o *Oracle) Members(u Use) bool { return o.symbols(u.Of.Node)[u.Of.Symbol].Container != "" }

// All passes every use.
func (o *Oracle) All(Use) bool { return true }

// Figures are the precision and recall of the uses that pass a filter, and how many there are.
func (o *Oracle) Figures(pass func(Use) bool) (precision, recall float64, truth int) {
	found, right := 0, 0
	for u := range o.Found {
		if pass(u) {
			found++
			if o.Truth[u] {
				right++
			}
		}
	}
	for u := range o.Truth {
		if pass(u) {
			truth++
		}
	}
	return float64(right) / float64(max(found, 1)), float64(right) / float64(max(truth, 1)), truth
}

// FileFigures are the precision and recall of the graph's edges: of the files that use something of another.
func (o *Oracle) FileFigures() (precision, recall float64, truth int) {
	uses := map[[2]int32]bool{}
	for u := range o.Truth {
		uses[[2]int32{u.By.Node, u.Of.Node}] = true
	}
	found, right := 0, 0
	for n := range int32(o.Graph.Len()) {
		for _, e := range o.Graph.Out(n) {
			if o.Checked[n] && o.Checked[e.To] {
				found++
				if uses[[2]int32{n, e.To}] {
					right++
				}
			}
		}
	}
	return float64(right) / float64(max(found, 1)), float64(right) / float64(max(len(uses), 1)), len(uses)
}

// Differences lists the uses that were missed, and those that are wrong, each with the line where it is.
func (o *Oracle) Differences() (missed, wrong []string) {
	list := func(a, b map[Use]bool) (out []string) {
		for u := range a {
			if !b[u] {
				out = append(out, o.text(u)+"   "+o.lines[o.text(u)])
			}
		}
		slices.Sort(out)
		return out
	}
	return list(o.Truth, o.Found), list(o.Found, o.Truth)
}

// Report reports the figures as metrics of a benchmark.
func (o *Oracle) Report(b *testing.B) {
	for name, pass := range map[string]func(Use) bool{"all": o.All, "members": o.Members} {
		precision, recall, truth := o.Figures(pass)
		b.ReportMetric(100*precision, name+"-precision-%")
		b.ReportMetric(100*recall, name+"-recall-%")
		b.ReportMetric(float64(truth), name)
	}
	precision, recall, truth := o.FileFigures()
	b.ReportMetric(100*precision, "edges-precision-%")
	b.ReportMetric(100*recall, "edges-recall-%")
	b.ReportMetric(float64(truth), "edges")
}
