package engine

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/contextls/contextls/analysis"
	"github.com/contextls/contextls/budget"
	"github.com/contextls/contextls/rank"
)

// addTargets takes in the targets that ranking does not know, and completes the others.
func (g *gathering) addTargets(targets []target) {
	for _, t := range targets {
		if t.state == leftOut {
			g.refuse("target", t)
			continue
		}
		if !g.admit(t.path) {
			g.warn("the target %s is left out: outside_scope", t.path)
			continue
		}
		i, known := g.first[t.path]
		if !known {
			c := budget.Candidate{Path: t.path, Tier: budget.TierTarget, Score: 1, Relationship: "target",
				Reasons: []string{"is a target"}, Missing: t.state == missing}
			if c.Missing {
				c.Reasons = []string{"is a target that does not exist yet"}
				g.warn("the target %s does not exist yet", t.path)
			} else if f := g.snap.File(t.path); f != nil && f.Language == nil {
				c.Ranked = &rank.Ranked{Node: rank.NoNode, Path: t.path, Score: 1, Distance: 0, Relationship: rank.Target, Reasons: c.Reasons}
			}
			i = len(g.candidates)
			g.add(c)
		}
		if len(t.ranges) > 0 && t.state == present {
			g.candidates[i].Ranges = append(g.candidates[i].Ranges, t.ranges...)
		}
		g.warnUnresolved(t)
	}
}

// refuse leaves out what was asked for.
func (g *gathering) refuse(what string, t target) {
	g.excluded, g.refused = append(g.excluded, Excluded{Path: t.path, Reason: t.reason}), append(g.refused, t.path)
	g.warn("the %s %s is left out: %s", what, t.path, t.reason)
}

// warnUnresolved tells of a target's imports whose files are not known, or not for certain: what they
// bring may be missing.
func (g *gathering) warnUnresolved(t target) {
	if t.node < 0 {
		return
	}
	for _, kind := range []struct {
		status analysis.Status
		what   string
	}{{analysis.Unresolved, "lead nowhere"}, {analysis.Ambiguous, "may lead to several files"}} {
		var names []string
		for _, link := range g.Graph().Imports(t.node) {
			if link.Status == kind.status {
				names = append(names, fmt.Sprintf("%s (line %d)", link.Import().Specifier, link.Import().Line+1))
			}
		}
		if len(names) == 0 {
			continue
		}
		more := ""
		if n := len(names) - maxNamed; n > 0 {
			names, more = names[:maxNamed], fmt.Sprintf(" and %d more", n)
		}
		g.warn("%s has imports that %s: %s%s", t.path, kind.what, strings.Join(names, ", "), more)
	}
}

// addFiles takes in the files that a person attached.
func (g *gathering) addFiles(files []Attached) error {
	for i, f := range files {
		t, err := g.target(f.Path)
		if err != nil {
			return Bad("files["+strconv.Itoa(i)+"].path", "%v", err)
		}
		if t.state == missing {
			t.state, t.reason = leftOut, "not_found"
		}
		if t.state == leftOut {
			g.refuse("file", t)
			continue
		}
		if !g.admit(t.path) {
			continue
		}
		c := budget.Candidate{Path: t.path, Tier: budget.TierManual, Pinned: f.Pin, Relationship: "manual",
			Reasons: []string{"was attached by hand"}}
		if t.node >= 0 {
			facts := g.facts(t.node)
			c.Symbols, c.Generated = budget.SymbolsOf(facts.Symbols), facts.Generated
			c.Weights, c.Importance = g.SymbolWeights()[t.node], g.Importance()[t.node]
		}
		g.add(c)
	}
	return nil
}
