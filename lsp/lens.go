package lsp

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"go.lsp.dev/protocol"

	"github.com/contextls/contextls/workspace"
)

// showImportance is the command of the code lenses: it shows why the file matters.
const showImportance = commandPrefix + "showImportance"

// The defaults of LensSettings.
const (
	defaultTopPercent = 20
	defaultMaxPerFile = 12
)

// lens is a code lens with its command: a client that has to resolve lenses one by one shows some of
// them late, or, when an edit comes between, never.
type lens struct {
	Range   protocol.Range `json:"range"`
	Command lensCommand    `json:"command"`
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
func (s *server) codeLens(params []byte) (answer, error) {
	p, err := decode[struct {
		TextDocument textDocument `json:"textDocument"`
	}](params)
	if err != nil {
		return nil, err
	}
	none := func(context.Context) (any, error) { return encode([]lens{}) }
	path, err := pathOf(p.TextDocument.URI)
	if err != nil {
		return none, nil
	}
	folder, rel, inside := s.current().FolderOf(path)
	if !inside || s.info.refresh && folder.Status().State == workspace.Indexing {
		return none, nil // when the index is ready, the client is asked to come again
	}
	m := meet(folder)
	return func(ctx context.Context) (any, error) {
		snap, err := m.settle(ctx)
		if err != nil {
			return nil, err
		}
		return encoded(s.engine.lenses(ctx, snap, rel))
	}, nil
}

// lenses are a file's code lenses, by position.
func (e *Engine) lenses(ctx context.Context, snap *workspace.Snapshot, rel string) ([]lens, error) {
	v, err := e.view(ctx, snap)
	if err != nil {
		return nil, err
	}
	n, ok := v.Graph().Node(rel)
	if !ok {
		return []lens{}, nil
	}
	text, err := snap.Text(rel)
	if err != nil {
		return []lens{}, nil // it is gone from disk
	}
	lenses := []lens{}
	if or(v.settings.CodeLens.File, true) {
		lenses = append(lenses, v.lens(rel, protocol.Range{}, v.fileTitle(n), nil))
	}
	if or(v.settings.CodeLens.Definitions, true) {
		m := newMapper(text, v.encoding)
		lenses = append(lenses, v.definitionLenses(n, rel, m)...)
	}
	return lenses, nil
}

func (v *view) lens(rel string, at protocol.Range, title string, symbol *string) lens {
	return lens{at, lensCommand{title, showImportance, []importanceArgs{{v.uri(rel), symbol}}}}
}

// fileTitle says how important a file is.
func (v *view) fileTitle(n int32) string {
	standing := v.FileStanding(n)
	importers, imports := 0, 0
	for _, e := range v.Graph().In(n) {
		if e.Import {
			importers++
		}
	}
	for _, e := range v.Graph().Out(n) {
		if e.Import {
			imports++
		}
	}
	return fmt.Sprintf("rank %d of %d · top %d %% · imported by %d · imports %d", standing.Rank, standing.Of, standing.Top, importers, imports)
}

// definitionLenses are those of a file's most important definitions.
func (v *view) definitionLenses(n int32, rel string, m *mapper) []lens {
	importance, standings, symbols := v.SymbolImportance(n), v.SymbolStandings(n), v.facts(n).Symbols
	var best []int
	for i := range symbols {
		if importance[i] > 0 && standings[i].Top <= or(v.settings.CodeLens.TopPercent, defaultTopPercent) {
			best = append(best, i)
		}
	}
	slices.SortStableFunc(best, func(a, b int) int { return cmp.Compare(importance[b], importance[a]) })
	best = best[:min(len(best), or(v.settings.CodeLens.MaxPerFile, defaultMaxPerFile))]
	slices.Sort(best) // symbols are sorted by position
	var lenses []lens
	for _, i := range best {
		start := m.Position(int(symbols[i].Range.Start))
		title := fmt.Sprintf("rank %d of %d · top %d %%", standings[i].Rank, standings[i].Of, standings[i].Top)
		lenses = append(lenses, v.lens(rel, protocol.Range{Start: start, End: start}, title, &symbols[i].Name))
	}
	return lenses
}

// refreshLenses asks the client to ask again.
func (s *server) refreshLenses() {
	if s.info.refresh && s.ctx.Err() == nil {
		_, err := s.client.call(s.ctx, "workspace/codeLens/refresh", nil)
		s.client.report(err, "the client does not refresh its code lenses")
	}
}

// showImportance answers the lenses' command as context/explain does, and shows the reasons to the
// person, for clients that do nothing with the answer.
func (s *server) showImportance(argument []byte) (answer, error) {
	p, err := decode[ExplainParams](argument)
	if err != nil {
		return nil, withPrefix(err, "arguments[0]")
	}
	folder, err := s.folderFor(&p)
	if err != nil {
		return nil, withPrefix(err, "arguments[0]")
	}
	m := meet(folder)
	return func(ctx context.Context) (any, error) {
		snap, err := m.settle(ctx)
		if err != nil {
			return nil, err
		}
		result, err := s.engine.Explain(ctx, snap, p)
		if err == nil {
			s.client.showMessage(infoMessage, fmt.Sprintf("%s: importance %.4f: %s", result.File.Path, result.File.Importance, strings.Join(result.File.Reasons, "; ")))
		}
		return encoded(result, err)
	}, nil
}
