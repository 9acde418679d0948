package engine

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"github.com/contextls/contextls/rank"
	"github.com/contextls/contextls/rank/task"
	"github.com/contextls/contextls/workspace"
)

// maxKeywords bounds the words of an answer: more say nothing more about a task.
const maxKeywords = 64

// Task is what a text says about the folder's code.
type Task struct {
	Paths    []string
	Symbols  []string
	Keywords []string
	Domain   string // "" where it is not clear
	Action   string // likewise
	Files    []MentionedFile
}

// IsTalk reports whether a message to an agent says nothing of what it is about, as task.IsTalk does.
func IsTalk(message string) bool { return task.IsTalk(message) }

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
	text = snap.Redact(text)
	read := x.Read(text)
	mentions := x.Mentions(read)
	domain, err := x.Domain(ctx, read, mentions)
	if err != nil {
		return nil, err
	}
	t := &Task{Domain: domain, Action: string(task.ReadAction(text))}
	for _, m := range read.Paths {
		t.Paths = append(t.Paths, m.Path)
	}
	for _, m := range read.Symbols {
		if m.Certain() || len(x.Graph().Definers(m.Name)) > 0 {
			t.Symbols = append(t.Symbols, m.FullName())
		}
	}
	said := read.Said()
	for _, w := range said[:min(len(said), maxKeywords)] {
		t.Keywords = append(t.Keywords, w.Text)
	}
	slices.SortStableFunc(mentions, func(a, b rank.Mention) int { return cmp.Compare(b.Weight, a.Weight) })
	for _, m := range mentions {
		file := MentionedFile{Path: x.Graph().Path(m.Node), Reasons: m.Reasons}
		if line, known := x.MentionedLine(m); known {
			file.Line = &line
		}
		t.Files = append(t.Files, file)
	}
	return t, nil
}
