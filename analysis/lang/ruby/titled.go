package ruby

import (
	"strings"

	"github.com/contextls/contextls/analysis"
	"github.com/contextls/contextls/analysis/syntax"
)

// titled is a call that gives a block a title.
type titled struct {
	whole, args analysis.Span
	word        string
}

// readTest keeps a test, or a group of tests, that has a title and a block: of RSpec, Minitest, Rails and shoulda.
func (d *draft) readTest(b *syntax.Builder, whole, args analysis.Span, word string) {
	switch word {
	case "describe", "context", "it", "specify", "example", "feature", "scenario", "test", "should", "shared_examples", "shared_examples_for", "shared_context",
		"fdescribe", "fcontext", "fit", "xdescribe", "xcontext", "xit":
		if whole.End > args.End {
			d.tests = append(d.tests, titled{whole, args, word})
		}
	}
}

// addTests adds the tests. Of what a group is about, only what stands before any metadata is its title.
func (d *draft) addTests(b *syntax.Builder) {
	for _, t := range d.tests {
		title := strings.Trim(b.Text(t.args), "()")
		if i := strings.Index(title, ", "); i >= 0 && (strings.HasPrefix(title[i+2:], ":") || strings.Contains(title[i+2:], ": ")) {
			title = title[:i]
		}
		b.AddTest(t.word, strings.NewReplacer("'", "", `"`, "").Replace(title), t.word+" "+title, t.whole)
	}
}
