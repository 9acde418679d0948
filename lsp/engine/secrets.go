package engine

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/contextls/contextls/budget"
	"github.com/contextls/contextls/workspace/secret"
)

// Notice is what a warning is about, for programs.
type Notice struct {
	Kind string // "secret": something that must not be shown was replaced
	Path string
	Line int // from 0
}

// secrets are the texts that were made ready to be shown, by path.
type secrets struct {
	mu    sync.Mutex
	texts map[string]secret.Text
}

// redactor makes the text of a file ready to be shown, and remembers what was found in it.
func (g *gathering) redactor(path string) func(ctx context.Context, text string) (string, error) {
	return func(ctx context.Context, text string) (string, error) {
		read, err := g.snap.Secrets(ctx, path, text)
		if len(read.Found) > 0 {
			g.secrets.mu.Lock()
			defer g.secrets.mu.Unlock()
			if g.secrets.texts == nil {
				g.secrets.texts = map[string]secret.Text{}
			}
			g.secrets.texts[path] = read
		}
		return read.Shown(), err
	}
}

// place is where a secret was replaced.
type place struct {
	path string
	line int // from 0
	kind string
}

// warnOfTask warns of secrets in a task, which is given as it was and as it is shown.
func (p *Pack) warnOfTask(task, shown string) {
	if task != shown {
		p.Warnings = append(p.Warnings, "the task holds what looks like secrets, which are not shown: "+strings.Join(secret.Marks(shown), ", "))
	}
}

// tellSecrets warns of the secrets that were replaced in a pack.
func (g *gathering) tellSecrets(p *Pack, packed *budget.Result) {
	var places []place
	for i := range packed.Items {
		places = append(places, g.replaced(&packed.Items[i])...)
	}
	if packed.Map != nil {
		for _, f := range packed.Map.Files {
			if f.Representation == budget.Signatures {
				places = append(places, g.replacedInSymbols(f.Path, packed.Map.Content)...)
			}
		}
	}
	slices.SortFunc(places, func(a, b place) int {
		return cmp.Or(strings.Compare(a.path, b.path), cmp.Compare(a.line, b.line), strings.Compare(a.kind, b.kind))
	})
	places = slices.Compact(places)
	for len(places) > 0 {
		n := 1
		for n < len(places) && places[n].path == places[0].path {
			n++
		}
		var named []string
		for i, found := range places[:n] {
			p.Notices = append(p.Notices, Notice{Kind: "secret", Path: found.path, Line: found.line})
			if i < maxNamed {
				named = append(named, fmt.Sprintf("%s (line %d)", found.kind, found.line+1))
			}
		}
		if n > maxNamed {
			named = append(named, fmt.Sprintf("%d more", n-maxNamed))
		}
		p.Warnings = append(p.Warnings, fmt.Sprintf("%s holds what looks like secrets, which are not shown: %s", places[0].path, strings.Join(named, ", ")))
		places = places[n:]
	}
}

// replaced are the secrets of what an item shows.
func (g *gathering) replaced(item *budget.Item) (places []place) {
	if len(item.Ranges) == 0 {
		return g.replacedInSymbols(item.Path, item.Content)
	}
	for _, r := range item.Ranges {
		for _, f := range g.secrets.texts[item.Path].In(int(r.Span.Start), int(r.Span.End)) {
			places = append(places, place{item.Path, f.Line, f.Kind})
		}
	}
	return places
}

// replacedInSymbols are the secrets of a file's signatures and documentation that stand in a text.
func (g *gathering) replacedInSymbols(path, text string) (places []place) {
	n, known := g.Graph().Node(path)
	if !known || !secret.Marked(text) {
		return nil
	}
	symbols := g.facts(n).Symbols
	for i := range symbols {
		s := &symbols[i]
		for _, kind := range secret.Marks(s.Signature + "\n" + s.Doc) {
			if strings.Contains(text, secret.Mark(kind)) {
				places = append(places, place{path, int(s.Line), kind})
			}
		}
	}
	return places
}
