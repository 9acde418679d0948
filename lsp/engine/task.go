package engine

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"github.com/contextls/contextls/rank"
	"github.com/contextls/contextls/workspace"
)

const (
	maxKeywords = 64  // more say nothing more about a task
	surelyName  = 0.2 // the weight from which on a name of a task is one of code, known or not
)

// Task is what a text says about the folder's code.
type Task struct {
	Paths    []string
	Symbols  []string
	Keywords []string
	Domain   string // "" where it is not clear
	Action   string // likewise
	Files    []MentionedFile
}

// MentionedFile is a file of the folder that a task speaks of.
type MentionedFile struct {
	Path    string
	Line    *int // from 0; nil: none in particular
	Reasons []string
}

// AnalyzeTask reads a task. The files in it are those at which Pack with the same task begins.
func (e *Engine) AnalyzeTask(ctx context.Context, snap *workspace.Snapshot, text string) (*Task, error) {
	if strings.TrimSpace(text) == "" {
		return nil, Bad("task", "it is empty")
	}
	x, err := e.indexed(ctx, snap)
	if err != nil {
		return nil, err
	}
	task := rank.ReadTask(text)
	mentions := x.Mentions(task)
	domain, err := x.Domain(ctx, task, mentions)
	if err != nil {
		return nil, err
	}
	t := &Task{Domain: domain, Action: string(rank.ReadAction(text))}
	for _, m := range task.Paths {
		t.Paths = append(t.Paths, m.Path)
	}
	for _, m := range task.Symbols {
		if m.Weight >= surelyName || len(x.Graph().Definers(m.Name)) > 0 {
			t.Symbols = append(t.Symbols, strings.TrimPrefix(m.Qualifier+"."+m.Name, "."))
		}
	}
	for _, w := range task.Words[:min(len(task.Words), maxKeywords)] {
		t.Keywords = append(t.Keywords, w.Text)
	}
	slices.SortStableFunc(mentions, func(a, b rank.Mention) int { return cmp.Compare(b.Weight, a.Weight) })
	for _, m := range mentions {
		t.Files = append(t.Files, MentionedFile{x.Graph().Path(m.Node), x.mentionedLine(m), m.Reasons})
	}
	return t, nil
}

// mentionedLine is the line of a file that a task speaks of, 0-based: one that it gives, or that of the
// first definition that it names. It is nil where there is none.
func (x *indexed) mentionedLine(m rank.Mention) *int {
	lines := int(x.facts(m.Node).Lines)
	if line := m.Line - 1; m.Line > 0 && line < lines {
		return &line
	}
	symbols := x.facts(m.Node).Symbols
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
