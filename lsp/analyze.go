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
		r.Resolved = append(r.Resolved, ResolvedMention{URI: v.uri(path), Path: path, Line: v.mentionedLine(m), Reasons: m.Reasons})
	}
	return r, nil
}

// mentionedLine is the line of a file that a task speaks of, 0-based: one that it gives, or that of the
// first definition that it names. It is nil where there is none.
func (v *view) mentionedLine(m rank.Mention) *int {
	lines := int(v.facts(m.Node).Lines)
	if line := m.Line - 1; m.Line > 0 && line < lines {
		return &line
	}
	symbols := v.facts(m.Node).Symbols
	for _, name := range m.Names {
		qualifier, last := "", name
		if dot := strings.LastIndexByte(name, '.'); dot >= 0 {
			qualifier, last = name[:dot], name[dot+1:]
		}
		best := -1
		for i := range symbols {
			if symbols[i].Name != last {
				continue
			}
			if fits := symbols[i].Container != "" && (qualifier == symbols[i].Container || strings.HasSuffix(qualifier, "."+symbols[i].Container)); fits {
				best = i
				break
			} else if best < 0 {
				best = i
			}
		}
		if best >= 0 {
			line := int(symbols[best].Line)
			return &line
		}
	}
	return nil
}
