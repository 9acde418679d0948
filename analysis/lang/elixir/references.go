package elixir

import (
	"cmp"
	"slices"
	"strings"

	"github.com/contextls/contextls/analysis"
	"github.com/contextls/contextls/analysis/syntax"
)

// mark tells a reference from an export, among which it stands until takeReferences.
const mark = "\x00"

// readReferences notes calls by bare and by qualified names. They are the query's, not read off the
// bytes, for names end in ? and ! here, and what stands before a dot is a module or says nothing. Calls of
// the file's own functions are left out: linking knows them as members, and would look elsewhere first.
func readReferences(b *syntax.Builder, o *outline) {
	own := map[string]bool{}
	for _, s := range b.Facts().Symbols {
		own[s.Name] = true
	}
	for _, c := range o.order {
		if _, _, defines := definer(c.name); !defines && !own[c.name] && !isForm(c.name) && !o.annotations[c.callee.Start] {
			b.Export(analysis.Export{Name: c.name, Local: mark})
		}
	}
	for _, r := range o.remotes {
		b.Export(analysis.Export{Name: r.name, Local: mark + r.qualifier})
	}
}

// takeReferences moves what readReferences noted to where it belongs.
func takeReferences(f *analysis.Facts) {
	counts := map[analysis.Reference]uint32{}
	f.Exports = slices.DeleteFunc(f.Exports, func(e analysis.Export) bool {
		qualifier, noted := strings.CutPrefix(e.Local, mark)
		if noted {
			counts[analysis.Reference{Qualifier: qualifier, Name: e.Name}]++
		}
		return noted
	})
	if len(f.Exports) == 0 {
		f.Exports = nil
	}
	f.References = nil
	for r, n := range counts {
		r.Count = n
		f.References = append(f.References, r)
	}
	slices.SortFunc(f.References, func(x, y analysis.Reference) int {
		return cmp.Or(strings.Compare(x.Qualifier, y.Qualifier), strings.Compare(x.Name, y.Name))
	})
}

// isForm says whether a name is one of the language's own forms.
func isForm(name string) bool {
	switch name {
	case "alias", "import", "use", "require", "case", "cond", "if", "unless", "for", "with", "fn", "quote", "unquote",
		"unquote_splicing", "receive", "try", "raise", "reraise", "throw", "super", "defstruct", "defexception",
		"defoverridable", "__MODULE__", "do", "end":
		return true
	}
	return false
}
