package lsp

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"github.com/contextls/contextls/rank"
	"github.com/contextls/contextls/rank/task"
	"github.com/contextls/contextls/workspace"
)

// AnalyzeTaskParams are the parameters of context/analyzeTask.
type AnalyzeTaskParams struct {
	Task            string `json:"task"`
	WorkspaceFolder string `json:"workspaceFolder,omitzero"`
}

// AnalyzeTaskResult is the answer to context/analyzeTask.
type AnalyzeTaskResult struct {
	FilePaths   []string          `json:"filePaths"`
	SymbolNames []string          `json:"symbolNames"`
	Keywords    []string          `json:"keywords"`
	Domain      *string           `json:"domain"`
	Action      *string           `json:"action"`
	Resolved    []ResolvedMention `json:"resolved"`
}

// ResolvedMention is a file of the folder that a task speaks of.
type ResolvedMention struct {
	URI     string   `json:"uri"`
	Path    string   `json:"path"`
	Line    *int     `json:"line,omitzero"`
	Reasons []string `json:"reasons"`
}

func (p *AnalyzeTaskParams) check() error {
	if strings.TrimSpace(p.Task) == "" {
		return bad("task", "it is empty")
	}
	return checkFolder(p.WorkspaceFolder)
}

func (p *AnalyzeTaskParams) places() (string, []string, []string) { return p.WorkspaceFolder, nil, nil }

// maxKeywords bounds the words of an answer: more say nothing more about a task.
const maxKeywords = 64

// AnalyzeTask answers context/analyzeTask: what a text says about the folder's code. The files in it are
// those at which context/pack with the same task begins.
func (e *Engine) AnalyzeTask(ctx context.Context, snap *workspace.Snapshot, p AnalyzeTaskParams) (AnalyzeTaskResult, error) {
	if err := p.check(); err != nil {
		return AnalyzeTaskResult{}, err
	}
	v, err := e.view(ctx, snap)
	if err != nil {
		return AnalyzeTaskResult{}, err
	}
	t := task.Read(p.Task)
	mentions := v.Mentions(t)
	domain, err := v.Domain(ctx, t, mentions)
	if err != nil {
		return AnalyzeTaskResult{}, err
	}
	r := AnalyzeTaskResult{FilePaths: []string{}, SymbolNames: []string{}, Keywords: []string{}, Resolved: []ResolvedMention{},
		Domain: orNull(domain), Action: orNull(string(task.ReadAction(p.Task)))}
	for _, m := range t.Paths {
		r.FilePaths = append(r.FilePaths, m.Path)
	}
	for _, m := range t.Symbols {
		if m.Certain() || len(v.Graph().Definers(m.Name)) > 0 {
			r.SymbolNames = append(r.SymbolNames, m.FullName())
		}
	}
	for _, w := range t.Words[:min(len(t.Words), maxKeywords)] {
		r.Keywords = append(r.Keywords, w.Text)
	}
	slices.SortStableFunc(mentions, func(a, b rank.Mention) int { return cmp.Compare(b.Weight, a.Weight) })
	for _, m := range mentions {
		path := v.Graph().Path(m.Node)
		resolved := ResolvedMention{URI: v.uri(path), Path: path, Reasons: m.Reasons}
		if line, known := v.MentionedLine(m); known {
			resolved.Line = &line
		}
		r.Resolved = append(r.Resolved, resolved)
	}
	return r, nil
}
