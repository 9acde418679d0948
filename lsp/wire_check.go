package lsp

import (
	"slices"
	"strconv"
	"strings"

	"github.com/contextls/contextls/budget"
)

// The ranges of parameters. Budgets are checked where they are worked out, in package budget.

// maxDepth is the most import steps that can be asked for; few repositories have longer chains.
const maxDepth = 100

func (p *PackParams) check() error {
	return firstOf(
		checkTargets(p.Targets),
		checkFiles(p.Files),
		checkFolder(p.WorkspaceFolder),
		checkInt("maxImportDepth", p.MaxImportDepth, 1, maxDepth),
		checkInt("repoMapTokens", p.RepoMapTokens, 0, 0),
		checkOneOf("detail", p.Detail, "full", "summary"),
		checkOneOf("format", p.Format, "markdown", "xml", "plain", "json"),
		checkOneOf("order", p.Order, budget.OrderTier, budget.OrderCache),
		checkInt("deadlineMs", p.DeadlineMs, 1, 0),
		checkToken(p.WorkDoneToken),
	)
}

func (p *RepoMapParams) check() error {
	return firstOf(
		checkInt("tokens", p.Tokens, 1, 0),
		checkTargets(p.Targets),
		checkFolder(p.WorkspaceFolder),
		checkInt("deadlineMs", p.DeadlineMs, 1, 0),
	)
}

func (p *RankParams) check() error {
	return firstOf(
		checkTargets(p.Targets),
		checkInt("limit", p.Limit, 1, 0),
		checkInt("maxImportDepth", p.MaxImportDepth, 1, maxDepth),
		checkFolder(p.WorkspaceFolder),
	)
}

func (p *ExplainParams) check() error {
	return firstOf(checkURI("uri", p.URI), checkTargets(p.Targets))
}

func (p *SymbolsParams) check() error { return checkURI("uri", p.URI) }

func (p *ImportsParams) check() error {
	return firstOf(
		checkURI("uri", p.URI),
		checkOneOf("direction", p.Direction, "imports", "importedBy", "both"),
		checkInt("depth", p.Depth, 1, maxDepth),
	)
}

func (p *ImportChainParams) check() error {
	return firstOf(checkURI("from", p.From), checkURI("to", p.To))
}

func firstOf(errs ...error) error {
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}

// checkInt wants a number from least to most; most 0 means that there is no upper limit.
func checkInt(field string, v *int, least, most int) error {
	switch {
	case v == nil || *v >= least && (most == 0 || *v <= most):
		return nil
	case *v < least && least == 1:
		return bad(field, "%d is not positive", *v)
	case *v < least:
		return bad(field, "%d is negative", *v)
	}
	return bad(field, "%d is above %d", *v, most)
}

// checkOneOf wants one of some words, or nothing.
func checkOneOf(field, v string, words ...string) error {
	if v == "" || slices.Contains(words, v) {
		return nil
	}
	return bad(field, "%q is not one of %s", v, strings.Join(words, ", "))
}

func checkURI(field, raw string) error {
	if _, err := pathOf(raw); err != nil {
		return bad(field, "%q is %v", raw, err)
	}
	return nil
}

func checkFolder(raw string) error {
	if raw == "" {
		return nil
	}
	return checkURI("workspaceFolder", raw)
}

func checkFiles(files []ContextFile) error {
	for i, f := range files {
		if err := checkURI("files["+strconv.Itoa(i)+"].uri", f.URI); err != nil {
			return err
		}
	}
	return nil
}

func checkTargets(targets []Target) error {
	for i, t := range targets {
		field := "targets[" + strconv.Itoa(i) + "]"
		if err := checkURI(field+".uri", t.URI); err != nil {
			return err
		}
		for k, r := range t.Ranges {
			if r.End.Line < r.Start.Line || r.End.Line == r.Start.Line && r.End.Character < r.Start.Character {
				return bad(field+".ranges["+strconv.Itoa(k)+"]", "%d:%d to %d:%d ends before it starts", r.Start.Line, r.Start.Character, r.End.Line, r.End.Character)
			}
		}
	}
	return nil
}

func checkToken(token any) error {
	switch token.(type) {
	case nil, string, float64:
		return nil
	}
	return bad("workDoneToken", "%v is neither a string nor a number", token)
}
