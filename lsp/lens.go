package lsp

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	lsp "go.lsp.dev/protocol"

	"github.com/contextls/contextls/lsp/engine"
	"github.com/contextls/contextls/lsp/protocol"
	"github.com/contextls/contextls/lsp/rpc"
	"github.com/contextls/contextls/workspace"
)

// showImportance is the command of the code lenses: it shows why the file matters.
const showImportance = commandPrefix + "showImportance"

// lens is a code lens with its command: a client that has to resolve lenses one by one shows some of
// them late, or, when an edit comes between, never.
type lens struct {
	Range   lsp.Range   `json:"range"`
	Command lensCommand `json:"command"`
}

type lensCommand struct {
	Title     string           `json:"title"`
	Command   string           `json:"command"`
	Arguments []importanceArgs `json:"arguments"`
}

// importanceArgs is the argument of showImportance.
type importanceArgs struct {
	URI    string  `json:"uri"`
	Symbol *string `json:"symbol,omitzero"`
}

// codeLens answers textDocument/codeLens. Clients ask for every document they show, so what we know
// nothing about has no lenses; that is no error.
func (s *server) codeLens(params []byte) (rpc.Answer, error) {
	p, err := protocol.Decode[struct {
		TextDocument struct {
			URI *string `json:"uri"`
		} `json:"textDocument"`
	}](params)
	if err != nil {
		return nil, err
	}
	if p.TextDocument.URI == nil {
		return nil, protocol.Bad("textDocument.uri", "it is missing")
	}
	none := func(context.Context) (any, error) { return []lens{}, nil }
	path, err := protocol.Path(*p.TextDocument.URI)
	if err != nil {
		return none, nil
	}
	folder, rel, inside := s.current().FolderOf(path)
	if !inside || s.info.refresh && folder.Status().State == workspace.Indexing {
		return none, nil // when the index is ready, the client is asked to come again
	}
	c := capture(folder)
	return func(ctx context.Context) (any, error) {
		snap, err := c.settle(ctx)
		if err != nil {
			return nil, err
		}
		show := s.engine.Settings(folder.Root()).CodeLens
		standing, err := s.engine.Standing(ctx, snap, rel, show.TopPercent, show.MaxPerFile)
		if err != nil {
			return nil, err
		}
		return s.wire(folder).lenses(standing, show.File, show.Definitions), nil
	}, nil
}

// lenses are a file's code lenses, by position: one for the file, and those of its definitions.
func (w Wire) lenses(s *engine.Standing, file, definitions bool) []lens {
	lenses := []lens{}
	if s == nil {
		return lenses
	}
	add := func(at lsp.Position, title string, symbol *string) {
		lenses = append(lenses, lens{lsp.Range{Start: at, End: at},
			lensCommand{title, showImportance, []importanceArgs{{w.uri(s.Path), symbol}}}})
	}
	if file {
		add(lsp.Position{}, fmt.Sprintf("file %s · imported by %s · imports %s",
			place(s.Standing.Rank, s.Standing.Of, s.Standing.Top), files(s.Importers), files(s.Imports)), nil)
	}
	if definitions {
		m := protocol.NewMapper(s.Text, w.Encoding)
		for _, d := range s.Definitions {
			add(m.Position(int(d.Span.Start)), "definition "+place(d.Standing.Rank, d.Standing.Of, d.Standing.Top), &d.Name)
		}
	}
	return lenses
}

func place(rank, of, top int) string {
	return fmt.Sprintf("rank %s of %s · top %d %%", grouped(rank), grouped(of), top)
}

func files(n int) string {
	if n == 1 {
		return "1 file"
	}
	return grouped(n) + " files"
}

// grouped is a count with its digits in groups of three, as editors' views show it.
func grouped(n int) string {
	s := strconv.Itoa(n)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

// refreshLenses asks the client to ask again.
func (s *server) refreshLenses() {
	if s.info.refresh && s.ctx.Err() == nil {
		_, err := s.client.Call(s.ctx, "workspace/codeLens/refresh", nil)
		s.logFailure(err, "the client does not refresh its code lenses")
	}
}

// explainImportance answers the lenses' command as context/explain does, and shows the reasons to the
// person, for clients that do nothing with the answer.
func (s *server) explainImportance(ctx context.Context, q asked, p *protocol.ExplainParams) (any, error) {
	x, err := s.engine.Explain(ctx, q.snap, pathOf(p.URI), q.targets(ctx, p.Targets), p.Task)
	if err != nil {
		return nil, err
	}
	s.client.showMessage(infoMessage, fmt.Sprintf("%s: importance %.4f: %s", x.File.Path, x.File.Importance, strings.Join(x.File.Reasons, "; ")))
	return q.Explanation(x), nil
}
