package explore

import (
	"github.com/google/jsonschema-go/jsonschema"

	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/contextls/contextls/budget/render"
	"github.com/contextls/contextls/lsp/engine"
	"github.com/contextls/contextls/workspace/git"
	"github.com/contextls/contextls/workspace/secret"
)

// Bounds of a diff: what is compared is named on git's command line, and systems bound that.
const (
	diffFiles = 200
	diffNames = 24 << 10  // bytes of their names
	diffBytes = 256 << 10 // no budget of a round is so large
)

// The providers that read git's history. Nothing is written, fetched, or run that the repository names.
func gitProviders() []provider {
	off := func(ctx context.Context, r *round) string {
		if _, _, err := git.TopLevel(ctx, r.snap.Folder().Root()); err != nil {
			return err.Error()
		}
		return ""
	}
	return []provider{{
		Provider: Provider{Name: "git_log",
			Description: "List the last commits that changed the workspace or some files of it: hash, date, author and message, the newest first.",
			Schema: object(map[string]*jsonschema.Schema{
				"paths": listOf(50, "Only commits that changed these files or directories."),
				"count": numberFrom(1, 1000, 20, "How many commits to list."),
				"grep":  stringOf(1000, "Only commits with this text in their message, in any case of letters."),
			})},
		off: off, run: gitLog,
	}, {
		Provider: Provider{Name: "git_diff",
			Description: "Show what changed, as a unified diff: the saved files against the last commit, against another one, or one commit against another. " +
				"Files that git does not track are not in it.",
			Schema: object(map[string]*jsonschema.Schema{
				"range": stringOf(1000, "A revision to compare the saved files with, or two as in \"main..HEAD\", \"main...HEAD\" (since they parted), \"abc123^..abc123\". Without it: HEAD."),
				"paths": listOf(50, "Only these files or directories."),
			})},
		off: off, run: gitDiff,
	}}
}

func gitLog(ctx context.Context, r *round, a arguments) (finding, error) {
	paths, err := r.allAllowed("paths", a.list("paths"))
	if err != nil {
		return finding{}, err
	}
	n := a.number("count")
	entries, err := git.Log(ctx, r.snap.Folder().Root(), git.LogQuery{Count: n + 1, Grep: a.text("grep"), Paths: paths})
	if err != nil {
		return finding{}, err
	}
	var f finding
	if len(entries) > n {
		entries, f.missing = entries[:n], "there are older commits"
	}
	var b strings.Builder
	for _, e := range entries {
		subject, body, _ := strings.Cut(e.Message, "\n")
		fmt.Fprintf(&b, "%.10s %s %s: %s\n", e.Hash, e.Time.UTC().Format("2006-01-02"), e.Author, subject)
		for line := range strings.SplitSeq(strings.Trim(body, "\n"), "\n") {
			if line != "" {
				b.WriteString("    " + line + "\n")
			}
		}
	}
	if f.content = b.String(); f.content == "" {
		f.content = "no commits\n"
	}
	return f, nil
}

func gitDiff(ctx context.Context, r *round, a arguments) (finding, error) {
	root := r.snap.Folder().Root()
	paths, err := r.allAllowed("paths", a.list("paths"))
	if err != nil {
		return finding{}, err
	}
	between, err := git.Resolve(ctx, root, a.text("range"))
	if errors.Is(err, git.ErrRevision) {
		return finding{}, engine.Bad("range", "%v", err)
	}
	if err != nil {
		return finding{}, err
	}
	changed, err := git.Changed(ctx, root, between, paths)
	if err != nil {
		return finding{}, err
	}
	if len(changed) == 0 {
		return finding{content: "no changes\n"}, nil
	}
	files, header := r.mayShow(changed)
	var missing []string
	if n := fitting(files); n < len(files) {
		missing = append(missing, fmt.Sprintf("%d more files changed: name paths", len(files)-n))
		files = files[:n]
	}
	if len(files) == 0 {
		return finding{content: header}, nil
	}
	text, whole, err := git.Diff(ctx, root, between, files, diffBytes)
	if err != nil {
		return finding{}, err
	}
	if !whole {
		missing = append(missing, fmt.Sprintf("the diff has more than %d KiB: name paths", diffBytes>>10))
	}
	if slices.ContainsFunc(files, func(p string) bool { return r.holdsKey(ctx, p) }) {
		text = secret.HideKeyLines(text)
	}
	return finding{content: header + text, missing: strings.Join(missing, "; ")}, nil
}

// holdsKey reports whether a private key stands in the text of a file.
func (r *round) holdsKey(ctx context.Context, p string) bool {
	text, err := r.snap.Shown(ctx, p)
	return ctx.Err() != nil || err == nil && text.HasKey()
}

// mayShow takes from the files that changed those that may not be shown, and says why.
func (r *round) mayShow(changed []string) (files []string, header string) {
	var hidden []string
	for _, p := range changed {
		if reason := r.snap.Refusal(p); reason != "" {
			hidden = append(hidden, p)
			header += fmt.Sprintf("%s is left out: %s\n", render.Path(p), reason)
		} else {
			files = append(files, p)
		}
	}
	// To git, a file's name stands for what is below a directory of that name, too.
	files = slices.DeleteFunc(files, func(p string) bool {
		return slices.ContainsFunc(hidden, func(h string) bool { return strings.HasPrefix(h, p+"/") })
	})
	return files, header
}

// fitting is how many of some files git can be asked about at once.
func fitting(files []string) int {
	bytes := 0
	for i, p := range files {
		if bytes += len(p) + 1; i == diffFiles || bytes > diffNames {
			return i
		}
	}
	return len(files)
}
