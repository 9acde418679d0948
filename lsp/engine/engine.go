package engine

import (
	"sync"

	"github.com/contextls/contextls/budget"
	"github.com/contextls/contextls/lsp/settings"
	"github.com/contextls/contextls/rank"
	"github.com/contextls/contextls/workspace/problem"
)

// Engine answers questions about snapshots. It is safe for concurrent use.
type Engine struct {
	// Problems takes the invariants that did not hold; nil: nobody does. Not to be changed in use.
	Problems *problem.List

	// Untrusted says that the client does not trust its workspaces: nothing is read outside of them. It is written
	// before the first request.
	Untrusted bool

	tokenizers budget.Tokenizers
	texts      *rank.Texts
	stores     readers

	mu       sync.Mutex
	settings settings.Values
	folders  map[string]settings.Values // of folders that have their own, by root
}

// New makes an engine.
func New(s settings.Values) *Engine {
	return &Engine{texts: rank.NewTexts(), settings: s}
}

// Configure replaces the settings, for answers that are asked for from now on: those of workspace folders
// by their roots, and those of all others.
func (e *Engine) Configure(s settings.Values, folders map[string]settings.Values) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.settings, e.folders = s, folders
}

// Settings are the settings in use for the workspace folder at a root.
func (e *Engine) Settings(root string) settings.Values {
	e.mu.Lock()
	defer e.mu.Unlock()
	if own, has := e.folders[root]; has {
		return own
	}
	return e.settings
}

// Counter counts tokens as a tokenizer does; "" is the heuristic. The error is a *ParamError.
func (e *Engine) Counter(tokenizer string) (*budget.Counter, error) {
	counter, err := e.tokenizers.Get(tokenizer)
	return counter, paramError(err)
}
