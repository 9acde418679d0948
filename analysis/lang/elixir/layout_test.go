package elixir

import (
	"fmt"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/contextls/contextls/analysis"
)

func TestLayout(t *testing.T) {
	folder := fstest.MapFS{}
	for p, text := range map[string]string{
		"tea/hex_metadata.config":       "{<<\"app\">>,<<\"tea\">>}.\n{<<\"version\">>,<<\"1.4.0\">>}.\n",
		"tea/lib/tea.ex":                ``,
		"tea/lib/tea/green_leaf.ex":     ``,
		"tea_sql/mix.exs":               "defmodule TeaSQL.MixProject do\n  @version \"3.11.1\"\n  def project, do: [version: @version]\nend\n",
		"tea_sql/lib/tea/store/sql.ex":  ``,
		"tea_html/lib/tea_html/form.ex": ``,
		"other/private.ex":              ``,
	} {
		folder["umbrella/deps/"+p] = &fstest.MapFile{Data: []byte(text)}
	}
	l := layout()
	for _, tt := range []struct{ from, module, dependency, want string }{
		{"umbrella/apps/a/lib/x.ex", "Tea", "tea", "tea 1.4.0 [tea/lib/tea.ex]"},
		{"umbrella/apps/a/lib/x.ex", "Tea.GreenLeaf", "tea", "tea 1.4.0 [tea/lib/tea/green_leaf.ex]"},
		{"umbrella/apps/a/lib/x.ex", "Tea.Store.SQL", "tea", "tea_sql 3.11.1 [tea_sql/lib/tea/store/sql.ex]"},
		{"umbrella/apps/a/lib/x.ex", "Tea.HTML.Form", "tea_html", "tea_html 1.0 [tea_html/lib/tea_html/form.ex]"},
		{"umbrella/apps/a/lib/x.ex", "Tea.GreenLeaf.Dry", "tea", "tea 1.4.0 [tea/lib/tea/green_leaf.ex]"},
		{"umbrella/apps/a/lib/x.ex", "Tea.Cup", "tea_cup", "  []"}, // which is not installed
		{"umbrella/apps/a/lib/x.ex", "Coffee", "coffee", "  []"},
		{"x.ex", "Tea", "tea", "  []"},
	} {
		m := l.Find(folder, false, tt.from, &analysis.Import{Specifier: tt.module}, analysis.Package{Name: tt.dependency, Version: "1.0"})
		got := fmt.Sprintf("%s %s %s", m.Package.Name, m.Package.Version, strings.ReplaceAll(fmt.Sprint(m.Files), "umbrella/deps/", ""))
		if got != tt.want || !m.Loose {
			t.Errorf("%s of %s: %q, want %q", tt.module, tt.from, got, tt.want)
		}
	}
}

// An import knows its dependency, and the version that the lock says.
func TestPackageOfImport(t *testing.T) {
	r := newResolver(analysis.NewTree([]analysis.File{
		{Path: "lib/a.ex"},
		{Path: "mix.exs", Manifest: []byte("defp deps, do: [{:tea, \"~> 1.0\"}, {:tea_sql, \"~> 3.0\"}, {:git_tea, git: \"x\"}]")},
		{Path: "mix.lock", Manifest: []byte("%{\n  \"git_tea\": {:git, \"x\", \"0a\", []},\n  \"tea\": {:hex, :tea, \"1.4.0\", \"0a\", [:mix], [], \"hexpm\", \"0b\"},\n}\n")},
	}))
	for module, want := range map[string]string{
		"Tea.GreenLeaf": "{hex tea 1.4.0 }", "TeaSQL": "{hex tea_sql  }", "Tea.SQL.Query": "{hex tea_sql  }", "GitTea": "{hex git_tea  }", "GenServer": "<nil>", "Unknown": "<nil>",
	} {
		got := "<nil>"
		if p := r.Resolve("lib/a.ex", &analysis.Import{Specifier: module, Local: "X"}).Package; p != nil {
			got = fmt.Sprintf("{%s %s %s %s}", p.Ecosystem, p.Name, p.Version, p.As)
		}
		if got != want {
			t.Errorf("%s is of %s, want %s", module, got, want)
		}
	}
}
