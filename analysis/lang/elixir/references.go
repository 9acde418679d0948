package elixir

import "github.com/contextls/contextls/analysis/syntax"

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
			b.Refer("", c.name)
		}
	}
	for _, r := range o.remotes {
		b.Refer(r.qualifier, r.name)
	}
}

// isForm reports whether a name is one of the language's own forms.
func isForm(name string) bool {
	switch name {
	case "alias", "import", "use", "require", "case", "cond", "if", "unless", "for", "with", "fn", "quote", "unquote",
		"unquote_splicing", "receive", "try", "raise", "reraise", "throw", "super", "defstruct", "defexception",
		"defoverridable", "__MODULE__", "do", "end":
		return true
	}
	return false
}
