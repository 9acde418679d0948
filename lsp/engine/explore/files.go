package explore

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"strings"

	"github.com/google/jsonschema-go/jsonschema"

	"github.com/contextls/contextls/budget/render"
	"github.com/contextls/contextls/lsp/engine"
	"github.com/contextls/contextls/workspace"
	"github.com/contextls/contextls/workspace/secret"
)

// The providers that read files. They see what is open in the editor as it is typed, and nothing that
// is left out of the workspace.
func fileProviders() []provider {
	return []provider{{
		Provider: Provider{Name: "read_file",
			Description: "Read a text file of the workspace, or some of its lines, with unsaved edits. " +
				"The first line of the answer says which lines follow and how many the file has.",
			Schema: object(map[string]*jsonschema.Schema{
				"path":       pathOfFile("The file's path relative to the workspace folder, with forward slashes."),
				"start_line": numberFrom(1, maxLine, 1, "The first line to read; the file's first line is 1."),
				"end_line":   numberFrom(1, maxLine, -1, "The last line to read. Without it, the file is read to its end."),
			}, "path")},
		run: readFile,
	}, {
		Provider: Provider{Name: "search_code",
			Description: "Search the workspace's files, with unsaved edits, line by line for a regular expression. " +
				"Matches are `path:line: text`, lines around them `path-line- text`.",
			Schema: object(map[string]*jsonschema.Schema{
				"pattern":     stringOf(1000, "A regular expression in RE2 syntax: no look-around, no back-references."),
				"glob":        stringOf(1000, "Only files that this glob matches, in gitignore syntax: \"*.go\", \"src/\", \"/cmd/**/main.go\"."),
				"ignore_case": boolean("Whether letters match in any case."),
				"context":     numberFrom(0, 20, 0, "How many lines to show before and after each match."),
				"limit":       numberFrom(1, 1000, 100, "End the search after so many matching lines."),
			}, "pattern")},
		run: searchCode,
	}}
}

// maxLine is more lines than any file that is read has.
const maxLine = 1_000_000_000

func readFile(ctx context.Context, r *round, a arguments) (finding, error) {
	p, err := r.allowed("path", a.text("path"))
	if err != nil {
		return finding{}, err
	}
	from, to := a.number("start_line"), a.number("end_line")
	if to == 0 {
		to = maxLine
	}
	if to < from {
		return finding{}, engine.Bad("end_line", "%d is before start_line, %d", to, from)
	}
	text, err := r.snap.Shown(ctx, p)
	if err != nil {
		return finding{}, engine.Bad("path", "%s", r.problem(p, err))
	}
	lines := linesOf(text.Shown())
	if from > len(lines) && from > 1 {
		return finding{}, engine.Bad("start_line", "%d is behind the last line, %d", from, len(lines))
	}
	to = min(to, len(lines))
	header := fmt.Sprintf("%s, lines %d-%d of %d", render.Path(p), from, to, len(lines))
	if len(lines) == 0 {
		header = render.Path(p) + ", empty"
	}
	if f := r.snap.File(p); f != nil && f.Document != nil {
		header += fmt.Sprintf(", open in the editor, version %d", f.Document.Version)
	}
	return finding{content: header + "\n" + strings.Join(lines[from-1:to], "")}, nil
}

// linesOf are a text's lines, each with its line break.
func linesOf(text string) []string {
	lines := strings.SplitAfter(text, "\n")
	if lines[len(lines)-1] == "" {
		lines = lines[:len(lines)-1]
	}
	return lines
}

// maxSimilar is how many files of the same name are named where one does not exist.
const maxSimilar = 5

// problem says why a file cannot be read; where there is none, it names files of the same name.
func (r *round) problem(p string, err error) string {
	if !errors.Is(err, fs.ErrNotExist) {
		if text := err.Error(); strings.HasPrefix(text, p+": ") { // a reason for leaving it out
			return p + " is left out: " + strings.TrimPrefix(text, p+": ")
		}
		return p + " cannot be read: " + pathless(err)
	}
	var same []string
	for _, f := range r.snap.Files() {
		if path.Base(f.Path) == path.Base(p) && len(same) < maxSimilar {
			same = append(same, f.Path)
		}
	}
	if len(same) > 0 {
		return p + " does not exist; there is " + strings.Join(same, ", ")
	}
	return p + " does not exist"
}

// pathless is an error without the path that the system names.
func pathless(err error) string {
	var where *fs.PathError
	if errors.As(err, &where) {
		return where.Err.Error()
	}
	return err.Error()
}

// readable reads the files of a folder that pass a filter, by path, until yield returns false. Those that
// are no text are counted.
func readable(ctx context.Context, snap *workspace.Snapshot, wanted func(string) bool, yield func(path string, text secret.Text) bool) (searched, unread int) {
	for _, f := range snap.Files() {
		if !wanted(f.Path) {
			continue
		}
		text, err := snap.Shown(ctx, f.Path)
		if err != nil && ctx.Err() == nil { // else yield sees to the end
			unread++
			continue
		}
		if !yield(f.Path, text) {
			return searched, unread
		}
		searched++
	}
	return searched, unread
}
