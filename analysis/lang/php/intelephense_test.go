package php

import (
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/contextls/contextls/analysis"
	"github.com/contextls/contextls/analysis/lang/langtest"
	"github.com/contextls/contextls/rank"
)

// BenchmarkUses measures the uses of definitions in other files, from definition to definition, by intelephense: those of
// the folder that CONTEXTLS_BENCH names. CONTEXTLS_INTELEPHENSE is the path of its lib/intelephense.js (npm install
// intelephense). -v lists what differs.
func BenchmarkUses(b *testing.B) {
	langtest.MeasureUses(b, []*analysis.Language{Language()}, "CONTEXTLS_INTELEPHENSE", find, askIntelephense)
}

// TestUsesAgreeWithIntelephense compares uses with those that intelephense found when the archives were made. To have it
// find them anew: CONTEXTLS_INTELEPHENSE=…/lib/intelephense.js go test ./analysis/lang/php -run Intelephense -update
func TestUsesAgreeWithIntelephense(t *testing.T) {
	var ask func(t *testing.T, o *langtest.Oracle, dir string)
	if program := os.Getenv("CONTEXTLS_INTELEPHENSE"); program != "" {
		ask = func(t *testing.T, o *langtest.Oracle, dir string) { askIntelephense(t, program, o, dir) }
	}
	langtest.Uses(t, []*analysis.Language{Language()}, "testdata/uses", find, ask)
}

func find(o *langtest.Oracle) {
	ix := rank.NewIndex(nil, o.Graph, nil)
	o.Find(func(of langtest.Definition, place func(int32, uint32)) {
		for _, u := range ix.Uses(rank.Definition(of), func(n int32) (string, error) { return o.Texts[n], nil }) {
			place(u.Node, u.Span.Start)
		}
	})
}

func askIntelephense(t testing.TB, program string, o *langtest.Oracle, dir string) {
	s := langtest.StartServer(t, exec.Command("node", program, "--stdio"), dir, map[string]any{"storagePath": t.TempDir(), "clearCache": true})
	defer s.Stop()
	s.Await("indexingEnded")
	for n := range int32(o.Graph.Len()) {
		if o.Checked[n] = o.Graph.File(n).Facts != nil; !o.Checked[n] {
			continue
		}
		text := o.Texts[n]
		uri := s.URI(o.Graph.Path(n))
		s.Send(map[string]any{"jsonrpc": "2.0", "method": "textDocument/didOpen", "params": map[string]any{
			"textDocument": map[string]any{"uri": uri, "languageId": "php", "version": 1, "text": text}}})
		for _, m := range names().FindAllStringSubmatchIndex(text, -1) {
			at, name := m[2], ""
			if at < 0 {
				continue // a string, a comment, a declaration of names
			}
			name = strings.TrimLeft(text[at:m[3]], "->:")
			at = m[3] - len(name)
			start := strings.LastIndexByte(text[:at], '\n') + 1
			var places []struct {
				URI   string
				Range struct{ Start struct{ Line uint32 } }
			}
			s.Call("textDocument/definition", map[string]any{"textDocument": map[string]any{"uri": uri},
				"position": map[string]any{"line": strings.Count(text[:at], "\n"), "character": len([]rune(text[start:at]))}}, &places)
			for _, place := range places {
				if m, ok := s.Node(o, place.URI); ok {
					name, line := definedThere(o, m, name, place.Range.Start.Line)
					o.Means(n, uint32(at), m, name, line)
				}
			}
		}
	}
}

// names finds the names that may be of other files: members, and what begins with a capital letter.
func names() *regexp.Regexp {
	return regexp.MustCompile(`(?s)/\*.*?\*/|//[^\n]*|#[^\[\n][^\n]*|"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|(?m:^(?:use|namespace) [^;]*;)` +
		`|\$\w+|((?:->|::)[a-zA-Z_]\w*|[A-Z]\w*)|\w+`)
}

// definedThere is the name of a definition that begins, with its comment, on a line, and the line of that name: under an alias a
// class has another.
func definedThere(o *langtest.Oracle, n int32, word string, line uint32) (name string, at uint32) {
	symbols := o.Graph.File(n).Facts.Get().Symbols
	i := slices.IndexFunc(symbols, func(s analysis.Symbol) bool { return s.Name == word && s.Line >= line })
	if i < 0 {
		i = slices.IndexFunc(symbols, func(s analysis.Symbol) bool { return isClass(s.Kind) && s.Line >= line })
	}
	if i < 0 {
		return word, line
	}
	return symbols[i].Name, symbols[i].Line
}
