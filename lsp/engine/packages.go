package engine

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/contextls/contextls/analysis"
	"github.com/contextls/contextls/budget"
	"github.com/contextls/contextls/lsp/settings"
	"github.com/contextls/contextls/workspace"
	"github.com/contextls/contextls/workspace/packages"
	"github.com/contextls/contextls/workspace/store"
)

// Package is a package of which files use something: installed, or defined by another repository.
type Package struct {
	Ecosystem, Name, Version string
	Repository               string        // of the store, that defines it; "": it is installed
	Names                    []PackageName // the most used first

	spare []PackageName // definitions that an installed copy may have names of
}

// ID names a package where others have a path.
func (p *Package) ID() string {
	id := "package:" + p.Ecosystem + "/" + p.Name
	if p.Version != "" {
		id += "@" + p.Version
	}
	return id
}

// title is a package for a person to read.
func (p *Package) title() string { return strings.TrimSpace(p.Name + " " + p.Version) }

// PackageName is a definition of a package.
type PackageName struct {
	Symbol *analysis.Symbol
	Path   string // of the file that has it: absolute, or in the Package's Repository if it has one
	Count  int    // how often it is used
	fence  string
}

// reach is where installed packages are looked for.
func (e *Engine) reach(s *settings.Values) packages.Reach {
	switch {
	case s.Dependencies == settings.DependenciesOff:
		return packages.Nowhere
	case s.Dependencies == settings.DependenciesInFolder || e.Untrusted && !s.Trusted:
		return packages.InFolder
	}
	return packages.Everywhere
}

// count is how often a package is used.
func (p *Package) count() (count int) {
	for _, name := range p.Names {
		count += name.Count
	}
	return count
}

// addPackages takes in what the targets use of packages: of installed ones, and of those that repositories of the store define,
// where there is one to be asked. The error is ctx's, when it was cancelled.
func (g *gathering) addPackages(ctx context.Context, reach packages.Reach, inquiry *inquiry) error {
	r := g.readPackages(reach)
	var uses []store.Use
	for _, n := range g.query.Targets {
		if g.scope.allows(g.Graph().Path(n)) {
			r.add(ctx, n, nil)
			if inquiry != nil {
				uses = append(uses, r.wants(n, nil)...)
			}
		}
	}
	list := r.list()
	if inquiry != nil {
		var err error
		end := Begin(ctx, StageStore)
		list, err = r.addFromStore(ctx, inquiry, list, uses)
		if end(); err != nil {
			return err
		}
		for _, why := range inquiry.said {
			g.lack(why)
		}
	}
	for _, p := range list {
		if len(p.Names) == 0 { // no more is known than that it is there
			continue
		}
		c := budget.Candidate{Path: p.ID(), Package: p.title(), Repository: p.Repository, Tier: budget.TierRelated, Score: float64(p.count()) / float64(list[0].count()),
			Relationship: "none", Reasons: []string{fmt.Sprintf("targets use it %d times", p.count())}}
		if p.count() == 1 {
			c.Reasons[0] = "targets use it once"
		}
		if p.Repository != "" {
			c.Reasons[0] += ", as " + p.Repository + " defines it"
		}
		symbols := make([]analysis.Symbol, 0, len(p.Names))
		for _, name := range p.Names {
			c.Fence = cmp.Or(c.Fence, name.fence)
			symbols = append(symbols, *name.Symbol)
			c.Weights = append(c.Weights, float64(name.Count))
		}
		c.Symbols = budget.SymbolsOf(symbols)
		g.candidates = append(g.candidates, c)
	}
	slices.Sort(r.unknown)
	unknown := slices.Compact(r.unknown)
	for _, text := range unknown[:min(len(unknown), maxNamed)] {
		g.warn("%s", text)
	}
	if n := len(unknown) - maxNamed; n > 0 {
		g.warn("%d more names are not in the installed packages", n)
	}
	slices.Sort(r.refused)
	refused := slices.Compact(r.refused)
	for _, p := range refused[:min(len(refused), maxNamed)] {
		g.warn("the package at %s is not read: it leads out of the package managers' directories", p)
	}
	if n := len(refused) - maxNamed; n > 0 {
		g.warn("%d more packages are not read: they lead out of the package managers' directories", n)
	}
	return nil
}

// inquireFor begins to ask the store for packages, if the settings name one and packages are looked for everywhere; else it is nil.
func (e *Engine) inquireFor(snap *workspace.Snapshot, s *settings.Values, reach packages.Reach) *inquiry {
	if s.Store.URL == "" || reach != packages.Everywhere {
		return nil
	}
	return e.inquire(snap, s)
}
