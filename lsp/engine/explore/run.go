package explore

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/google/jsonschema-go/jsonschema"

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
			Provider: Provider{Name: name, Runs: true, Description: what + " The command is the user's; it takes no parameters. The answer is its exit code and the end of its output.",
				Schema: object(map[string]*jsonschema.Schema{})},
			off: func(_ context.Context, r *round) string { return r.forbids(name) },
			run: func(ctx context.Context, r *round, _ arguments) (finding, error) {
				return r.command(ctx, r.settings.Commands[name])
			},
		}
	}
	return []provider{
		make("run_tests", "Run the workspace's tests on the files as they are saved."),
		make("lint_check", "Run the workspace's linter on the files as they are saved."),
	}
}

// forbids says why a command cannot be run.
func (r *round) forbids(name string) string {
	switch {
	case len(r.settings.Commands[name]) == 0:
		return "the setting commands." + name + " names no command"
	case !r.Trusted && !r.settings.Trusted:
		return "the workspace is not trusted: neither initializationOptions.trusted nor the setting trusted says so"
	}
	return ""
}

func (r *round) command(ctx context.Context, argv []string) (finding, error) {
	ran, err := run.Command(ctx, r.snap.Folder().Root(), argv, run.Limits{Time: commandTime, Bytes: commandBytes})
	if err != nil {
		return finding{}, err
	}
	end := fmt.Sprintf("[exit code %d]", ran.ExitCode)
	if ran.TimedOut {
		end = fmt.Sprintf("[killed after %v]", commandTime)
	}
	out := ran.Output
	if out != "" && !strings.HasSuffix(out, "\n") {
		out += "\n"
	}
	f := finding{content: out + end + "\n", tail: true}
	if ran.Missing > 0 {
		f.missing = fmt.Sprintf("%d bytes before these were not kept", ran.Missing)
	}
	return f, nil
}
