package main

import (
	"encoding/binary"
	"fmt"
	"log/slog"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/google/go-cmp/cmp"

	"github.com/contextls/contextls/analysis/lang"
	"github.com/contextls/contextls/lsp/engine"
	"github.com/contextls/contextls/lsp/settings"
	"github.com/contextls/contextls/workspace"
)

// A file has the same definitions on the same lines, however it is encoded and whatever its lines end with, on disk and
// in the editor.
func TestEncodings(t *testing.T) {
	sources := map[string]string{
		"py":   "# Prices.\nimport os\n\nclass Price:\n    \"\"\"What it costs.\"\"\"\n    def of(self, x):  # é\n        return x\n\ndef total(a):\n    return a\n",
		"rb":   "# Prices.\nrequire 'set'\n\nclass Price\n  # Of one.\n  def of(x)\n    x # é\n  end\nend\n",
		"go":   "package p\n\n// Price is one.\ntype Price struct{ A int }\n\n// Of is é.\nfunc (p Price) Of() int { return p.A }\n",
		"js":   "// Prices.\nimport x from './x'\nexport class Price {\n  of(x) { return x } // é\n}\nexport const total = (a) => a\n",
		"sh":   "# Prices.\nof() {\n  echo \"$1\" # é\n}\ntotal() {\n  of 1\n}\n",
		"java": "package p;\n\n// é\nclass Price {\n  // Of one.\n  int of(int x) { return x; }\n}\n",
		"c":    "#include \"x.h\"\n#define MOST 1 // é\nint of(int x) { // one\n  return x;\n}\n",
		"rs":   "// é\nmod x;\n/// Price.\npub struct Price;\npub fn of() {} // one\npub fn total() {}\n",
		"lua":  "-- é\nlocal M = {}\n-- Of one.\nfunction M.of(x) return x end\nfunction M.total() end\nreturn M\n",
		"sql":  "-- é\nCREATE TABLE price (a int);\n-- one\nCREATE VIEW total AS SELECT a FROM price;\n",
		"tf":   "# é\nvariable \"price\" {\n  default = 1\n}\nvariable \"total\" {}\n",
		"md":   "# Price\n\né\n\n## Of\n\nText.\n\n## Total\n",
	}
	wide := func(order binary.AppendByteOrder, text string) string {
		var raw []byte
		for _, unit := range utf16.Encode([]rune("\ufeff" + text)) {
			raw = order.AppendUint16(raw, unit)
		}
		return string(raw)
	}
	cr := func(text string) string { return strings.ReplaceAll(text, "\n", "\r") }
	forms := map[string]func(string) string{
		"bom":  func(text string) string { return "\ufeff" + text },
		"crlf": func(text string) string { return strings.ReplaceAll(text, "\n", "\r\n") },
		"cr":   cr,
		"le":   func(text string) string { return wide(binary.LittleEndian, text) },
		"be":   func(text string) string { return wide(binary.BigEndian, cr(text)) },
		"open": cr,
	}
	root := t.TempDir()
	for ext, text := range sources {
		write(t, filepath.Join(root, "plain", "price."+ext), text)
		for form, encode := range forms {
			if form != "open" {
				write(t, filepath.Join(root, form, "price."+ext), encode(text))
			}
		}
	}
	session := workspace.NewSession(workspace.Options{Languages: lang.All(), Log: slog.New(slog.DiscardHandler)})
	defer session.Close()
	f, err := session.AddFolder(root)
	if err != nil {
		t.Fatal(err)
	}
	for ext, text := range sources {
		session.Open(f.Abs("open/price."+ext), "", 1, forms["open"](text))
	}
	if err := f.Ready(t.Context()); err != nil {
		t.Fatal(err)
	}
	e := engine.New(settings.Default())
	outline := func(path string) string {
		o, err := e.Symbols(t.Context(), f.Snapshot(), path)
		if err != nil {
			t.Fatal(err)
		}
		var b strings.Builder
		for _, imp := range o.Imports {
			fmt.Fprintf(&b, "%d: imports %s\n", imp.Line, imp.Specifier)
		}
		for _, d := range o.Symbols {
			fmt.Fprintf(&b, "%d: %s %s: %s: %s\n", d.Line, d.Kind, d.QualifiedName(), d.Signature, d.Doc)
		}
		return b.String()
	}
	for ext := range sources {
		want := outline("plain/price." + ext)
		if strings.Count(want, "\n") < 2 {
			t.Errorf("%s: only %q", ext, want)
		}
		for form := range forms {
			if diff := cmp.Diff(want, outline(form+"/price."+ext)); diff != "" {
				t.Errorf("%s, %s (-plain +got):\n%s", ext, form, diff)
			}
		}
	}
}
