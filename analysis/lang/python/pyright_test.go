package python

import (
	"maps"
	"os"
	"os/exec"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/contextls/contextls/analysis"
	"github.com/contextls/contextls/analysis/lang/langtest"
	"github.com/contextls/contextls/rank"
)

// BenchmarkUses measures the uses of definitions in other files, from definition to definition, by pyright: those of
// the folder that CONTEXTLS_BENCH names. CONTEXTLS_PYRIGHT is the path of pyright-langserver (npm install pyright).
// -v lists what differs.
func BenchmarkUses(b *testing.B) {
	langtest.MeasureUses(b, []*analysis.Language{Language()}, "CONTEXTLS_PYRIGHT", find, askPyright)
}

// TestUsesAgreeWithPyright compares uses with those that pyright found when the archives were made. To have it find them
// anew: CONTEXTLS_PYRIGHT=…/pyright-langserver go test ./analysis/lang/python -run Pyright -update
func TestUsesAgreeWithPyright(t *testing.T) {
	var ask func(t *testing.T, o *langtest.Oracle, dir string)
	if program := os.Getenv("CONTEXTLS_PYRIGHT"); program != "" {
		ask = func(t *testing.T, o *langtest.Oracle, dir string) { askPyright(t, program, o, dir) }
	}
	langtest.Uses(t, []*analysis.Language{Language()}, "testdata/uses", find, ask)
}

func find(o *langtest.Oracle) {
	ix := rank.NewIndex(nil, o.Graph, nil)
	o.Find(func(of langtest.Definition, place func(n int32, offset uint32)) {
		for _, u := range ix.Uses(rank.Definition(of), func(n int32) (string, error) { return o.Texts[n], nil }) {
			if !inString(o.Texts[u.Node], int(u.Span.Start)) { // pyright was not asked
				place(u.Node, u.Span.Start)
			}
		}
	})
}

func askPyright(t testing.TB, program string, o *langtest.Oracle, dir string) {
	p := langtest.StartServer(t, exec.Command(program, "--stdio"), dir, nil)
	told := make([]telling, o.Graph.Len())
	for n := range int32(o.Graph.Len()) {
		o.Checked[n] = o.Graph.File(n).Facts != nil
		told[n] = tell(o, n)
		p.Send(map[string]any{"jsonrpc": "2.0", "method": "textDocument/didOpen", "params": map[string]any{
			"textDocument": map[string]any{"uri": p.URI(o.Graph.Path(n)), "languageId": "python", "version": 1, "text": told[n].text}}})
	}
	for n := range int32(o.Graph.Len()) {
		ask(p, o, n, told[n])
	}
	p.Stop()
}

// inString reports whether an offset lies in a string.
func inString(text string, at int) bool {
	return slices.ContainsFunc(lexemes(text, 0, len(text)), func(l lexeme) bool { return l.kind == '"' && l.start <= at && at < l.end })
}

// ask asks for the definition of each name of a file that is not imported there.
func ask(p *langtest.Server, o *langtest.Oracle, n int32, told telling) {
	text := o.Texts[n]
	tokens := lexemes(text, 0, len(text))
	importing := false
	for i, t := range tokens {
		word := text[t.start:t.end]
		if i == 0 || tokens[i-1].kind == '\n' {
			importing = word == "import" || word == "from"
		}
		if t.kind != 'n' || importing {
			continue
		}
		if f := slices.IndexFunc(told.fixtures, func(f fixture) bool { return f.at == t.end }); f >= 0 {
			o.Means(n, uint32(t.start), told.fixtures[f].definer, word, told.fixtures[f].line)
			continue
		}
		start := strings.LastIndexByte(text[:t.start], '\n') + 1
		var places []struct {
			URI   string `json:"uri"`
			Range struct {
				Start struct {
					Line, Character uint32
				} `json:"start"`
			} `json:"range"`
		}
		p.Call("textDocument/definition", map[string]any{"textDocument": map[string]any{"uri": p.URI(o.Graph.Path(n))},
			"position": map[string]any{"line": strings.Count(text[:t.start], "\n"), "character": len([]rune(text[start:t.start])) + told.added(text, t.start)}}, &places)
		for _, place := range places {
			if m, ok := p.Node(o, place.URI); ok {
				o.Means(n, uint32(t.start), m, definedThere(o, m, word, place.Range.Start.Line), place.Range.Start.Line)
			}
		}
	}
}

// telling is a file's text as pyright is told it. It does not know what pytest gives to tests: each parameter that is a
// fixture's gets a default value, the fixture called, which the first line imports.
type telling struct {
	text     string
	first    int // columns added before the first line
	fixtures []fixture
}

// fixture is a parameter that pytest gives what a function returns.
type fixture struct {
	at      int    // where its name ends
	value   string // what is written there
	definer int32
	line    uint32
}

// added are the columns added to a line before a place in it.
func (t *telling) added(text string, at int) (columns int) {
	if !strings.Contains(text[:at], "\n") {
		columns = t.first
	}
	for _, f := range t.fixtures {
		if f.at < at && !strings.Contains(text[f.at:at], "\n") {
			columns += len(f.value)
		}
	}
	return columns
}

func tell(o *langtest.Oracle, n int32) telling {
	var all []fixture
	text, at := "", 0
	imports := map[string]bool{}
	heads := regexp.MustCompile(`(?m)^\s*(?:async )?def (test\w*)\(([^()]*)\)|^@pytest.fixture.*\n(?:async )?def (\w+)\(([^()]*)\)`)
	params := regexp.MustCompile(`(?:^|,)\s*(\w+)\s*(?:,|$)`)
	for _, head := range heads.FindAllStringSubmatchIndex(o.Texts[n], -1) {
		from, to := max(head[4], head[8]), max(head[5], head[9])
		for from < to {
			p := params.FindStringSubmatchIndex(o.Texts[n][from:to])
			if p == nil {
				break
			}
			name := o.Texts[n][from+p[2] : from+p[3]]
			if f, module := definedFixture(o, n, name); module != "" {
				f.at = from + p[3]
				imports["from "+module+" import "+name+" as _fixture_"+name+"; "] = true
				text, at = text+o.Texts[n][at:f.at]+f.value, f.at
				all = append(all, f)
			}
			from += p[3]
		}
	}
	before := strings.Join(slices.Sorted(maps.Keys(imports)), "")
	text = before + regexp.MustCompile(`(?m)^@(pytest\.fixture(?:\(.*\))?)$`).ReplaceAllString(text+o.Texts[n][at:], "#$1")
	return telling{text, len(before), all}
}

// definedFixture finds a fixture in a test or in the conftest.py of its directory or of one above.
func definedFixture(o *langtest.Oracle, n int32, name string) (fixture, string) {
	defined := regexp.MustCompile(`(?m)^@pytest\.fixture.*\n(?:async )?def ` + name + `\(.*\n(?:    .*\n|\n)*`)
	for file, module := o.Graph.Path(n), "."; ; module += "." {
		dir := analysis.Dir(file)
		for _, p := range []string{o.Graph.Path(n), path.Join(dir, "conftest.py")} {
			definer, ok := o.Graph.Node(p)
			if !ok {
				continue
			}
			if at := defined.FindStringIndex(o.Texts[definer]); at != nil {
				value := "=_fixture_" + name + "(*[])"
				if strings.Contains(o.Texts[definer][at[0]:at[1]], "yield ") {
					value = "=next(_fixture_" + name + "(*[]))"
				}
				line := strings.Count(o.Texts[definer][:at[0]], "\n") + 1
				return fixture{value: value, definer: definer, line: uint32(line)}, module + strings.TrimSuffix(path.Base(p), ".py")
			}
		}
		if file = dir; dir == "" {
			return fixture{}, ""
		}
	}
}

// definedThere is the name of the symbol on a line that a name stands for: under an alias it has another.
func definedThere(o *langtest.Oracle, n int32, word string, line uint32) string {
	for _, s := range o.Graph.File(n).Facts.Get().Symbols {
		if s.Line == line && (s.Name == word || s.Kind != analysis.Field && !strings.HasPrefix(s.Name, "__")) {
			return s.Name
		}
	}
	return word
}
