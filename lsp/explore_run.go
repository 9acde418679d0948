package lsp

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/contextls/contextls/lsp/settings"
	"github.com/contextls/contextls/workspace/run"
)

// Bounds of a command that a model has run.
const (
	commandTime  = 5 * time.Minute
	commandBytes = 256 << 10 // of its output that are kept; no budget of a round is so large
)

// The providers that run a command. It is the user's own, word for word: a model can only say that it
// is to be run.
func commandProviders() []provider {
	make := func(name, what string) provider {
		return provider{
			name:        name,
			description: what + " The command is the user's; it takes no parameters. The answer is its exit code and the end of its output.",
			schema:      object(map[string]Property{}),
			off:         func(_ context.Context, x *exploring) string { return x.forbids(name) },
			run: func(ctx context.Context, x *exploring, _ arguments) (finding, error) {
				return x.command(ctx, x.settings.Commands[name])
			},
		}
	}
	return []provider{
		make("run_tests", "Run the workspace's tests on the files as they are saved."),
		make("lint_check", "Run the workspace's linter on the files as they are saved."),
	}
}

// forbids says why a command cannot be run.
func (x *exploring) forbids(name string) string {
	switch {
	case len(x.settings.Commands[name]) == 0:
		return "the setting commands." + name + " names no command"
	case !x.engine.trusts(x.settings):
		return "the workspace is not trusted: neither initializationOptions.trusted nor the setting trusted says so"
	}
	return ""
}

// trusts says whether commands may be run in a workspace with these settings.
func (e *Engine) trusts(s settings.Values) bool { return e.trusted || s.Trusted }

func (x *exploring) command(ctx context.Context, argv []string) (finding, error) {
	r, err := run.Command(ctx, x.snap.Folder().Root(), argv, run.Limits{Time: commandTime, Bytes: commandBytes})
	if err != nil {
		return finding{}, err
	}
	end := fmt.Sprintf("[exit code %d]", r.ExitCode)
	if r.TimedOut {
		end = fmt.Sprintf("[killed after %v]", commandTime)
	}
	out := r.Output
	if out != "" && !strings.HasSuffix(out, "\n") {
		out += "\n"
	}
	f := finding{content: out + end + "\n", tail: true}
	if r.Missing > 0 {
		f.missing = fmt.Sprintf("%d bytes before these were not kept", r.Missing)
	}
	return f, nil
}
