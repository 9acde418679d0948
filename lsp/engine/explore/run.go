package explore

import (
	"context"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/google/jsonschema-go/jsonschema"

	"github.com/contextls/contextls/lsp/engine"
	"github.com/contextls/contextls/lsp/settings"
	"github.com/contextls/contextls/workspace/run"
)

// Bounds of a command that a model has run.
const (
	commandTime  = 5 * time.Minute
	commandBytes = 256 << 10 // of its output that are kept; no budget of a round is so large
)

// The providers that run a command. It is the user's own: a model can only say that it is to be run, and where
// its words have places for them, on what.
func commandProviders() []provider {
	make := func(name, what string, properties map[string]*jsonschema.Schema) provider {
		properties["path"] = pathOfFile("A file or directory to do it for, relative to the workspace folder; if the command takes one.")
		properties["files"] = listOf(100, "Several of them.")
		return provider{
			Provider: Provider{Name: name, Runs: true, Description: what + " The command is the user's. The answer is its exit code and the end of its output.",
				Schema: object(properties)},
			off: func(_ context.Context, r *round) string { return r.forbids(name) },
			run: func(ctx context.Context, r *round, a arguments) (finding, error) {
				argv, err := r.aimed(name, a)
				if err != nil {
					return finding{}, err
				}
				return r.command(ctx, argv)
			},
		}
	}
	return []provider{
		make("run_tests", "Run the workspace's tests on the files as they are saved.", map[string]*jsonschema.Schema{
			"marker": stringOf(1000, "Which tests to run, as the test runner marks or names them; if the command and the setting markerPattern take it."),
		}),
		make("lint_check", "Run the workspace's linter on the files as they are saved.", map[string]*jsonschema.Schema{}),
	}
}

// aimed is a command with what the model names in its places.
func (r *round) aimed(name string, a arguments) ([]string, error) {
	argv := r.settings.Commands[name]
	has := func(place string) bool {
		return slices.ContainsFunc(argv, func(word string) bool { return strings.Contains(word, place) })
	}
	var paths []string
	for i, raw := range slices.Concat(a.list("files"), optional(a.text("path"))) {
		field := fmt.Sprintf("files[%d]", i)
		if i == len(a.list("files")) {
			field = "path"
		}
		if !has(settings.PathsPlace) {
			return nil, engine.Bad(field, "the setting commands.%s has no word with %s: it runs on everything", name, settings.PathsPlace)
		}
		p, err := r.workedOn(field, raw)
		if err != nil {
			return nil, err
		}
		paths = append(paths, p)
	}
	marker := a.text("marker")
	if marker != "" {
		if !has(settings.MarkerPlace) {
			return nil, engine.Bad("marker", "the setting commands.%s has no word with %s", name, settings.MarkerPlace)
		}
		if err := checkMarker(marker, r.settings.MarkerPattern); err != nil {
			return nil, err
		}
	}
	var words []string
	for _, word := range argv {
		if strings.Contains(word, settings.MarkerPlace) && marker == "" {
			continue
		}
		targets := []string{""}
		if strings.Contains(word, settings.PathsPlace) {
			targets = paths
		}
		for _, p := range targets { // in one go: what is filled in has no places
			words = append(words, strings.NewReplacer(settings.MarkerPlace, marker, settings.PathsPlace, p).Replace(word))
		}
	}
	return words, nil
}

// optional is a list of a text, of nothing for "".
func optional(text string) []string {
	if text == "" {
		return nil
	}
	return []string{text}
}

// workedOn reads a parameter that is a file or directory to run a command on: one that there is in the folder, and
// that may be shown. It is no option of a program.
func (r *round) workedOn(field, raw string) (string, error) {
	if p := path.Clean(raw); !filepath.IsLocal(filepath.FromSlash(p)) || strings.HasPrefix(p, "-") {
		return "", engine.Bad(field, "%q is no path relative to the workspace folder", raw)
	}
	p, err := r.allowed(field, raw)
	if err != nil || p == "." {
		return p, err
	}
	folder := r.snap.Folder()
	file := filepath.Join(folder.Root(), filepath.FromSlash(p))
	if info, err := os.Stat(file); err != nil || !info.IsDir() && !info.Mode().IsRegular() {
		return "", engine.Bad(field, "%s is no file or directory", raw)
	}
	if real, inside, err := folder.ThroughLinks(file); err != nil || !inside {
		return "", engine.Bad(field, "%s leads out of the workspace folder", raw)
	} else if reason := r.snap.Refusal(real); reason != "" {
		return "", engine.Bad(field, "%s is left out: %s", raw, reason)
	}
	return p, nil
}

// checkMarker holds a marker to the user's pattern.
func checkMarker(marker, pattern string) error {
	if pattern == "" {
		return engine.Bad("marker", "the setting markerPattern allows none")
	}
	if whole, err := regexp.Compile(`\A(?:` + pattern + `)\z`); err != nil || !whole.MatchString(marker) || strings.HasPrefix(marker, "-") {
		return engine.Bad("marker", "%q is not what the setting markerPattern allows: %s", marker, pattern)
	}
	return nil
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
	ran, err := run.Command(ctx, r.snap.Folder().Root(), r.snap.Folder().Environment(), argv, run.Limits{Time: commandTime, Bytes: commandBytes})
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
