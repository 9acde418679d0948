package engine

import (
	"context"
	"fmt"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"

	"github.com/contextls/contextls/analysis"
	"github.com/contextls/contextls/workspace"
)

// SplitTarget takes apart a target as people write it: FILE, FILE:LINE, FILE:FIRST-LAST or FILE:SYMBOL. The
// longest name that isFile reports is the file, so that one with a colon in its name wins. Where there is no
// such file, it is what stands before the first colon.
func SplitTarget(written string, isFile func(string) bool) (file, part string) {
	if isFile(written) {
		return written, ""
	}
	first := len(written)
	for i := len(written) - 1; i > len(filepath.VolumeName(written)); i-- {
		if written[i] != ':' {
			continue
		}
		if first = i; isFile(written[:i]) {
			break
		}
	}
	return written[:first], strings.TrimPrefix(written[first:], ":")
}

// Exists reports whether there is a file of this name that may be read.
func Exists(snap *workspace.Snapshot, file string) bool {
	_, err := Text(snap, file)
	return err == nil
}

// Aim is the target of a file and a part of it, as SplitTarget gives them: lines, counted from 1, or a
// definition by its name, qualified or not. Of a part "" it is the whole file. Of an unqualified name it is all
// definitions of that name. The error says that there is no such part, and names the nearest.
func (e *Engine) Aim(ctx context.Context, snap *workspace.Snapshot, file, part string) (Target, error) {
	if part == "" {
		return Target{Path: file}, nil
	}
	return onCurrent(ctx, snap, func(snap *workspace.Snapshot) (Target, bool, error) {
		spans, err := e.part(ctx, snap, file, part)
		return Target{Path: file, Ranges: spans}, false, err
	})
}

func (e *Engine) part(ctx context.Context, snap *workspace.Snapshot, file, part string) ([]analysis.Span, error) {
	x, err := e.indexed(ctx, snap)
	if err != nil {
		return nil, err
	}
	t, err := x.target(file)
	switch {
	case err != nil:
		return nil, err
	case t.state == leftOut:
		return nil, fmt.Errorf("%s is left out: %s", t.path, t.reason)
	case t.state == missing:
		return nil, fmt.Errorf("%s does not exist", t.path)
	}
	if lines := writtenLines().FindStringSubmatch(part); lines != nil {
		text, err := snap.Text(t.path)
		if err != nil {
			return nil, err
		}
		span, err := lineRange(text, lines[1], lines[2])
		if err != nil {
			return nil, fmt.Errorf("%s: %w", t.path, err)
		}
		return []analysis.Span{span}, nil
	}
	n, err := x.node(file)
	if err != nil {
		return nil, err
	}
	return x.named(n, part)
}

// writtenLines are a line, a first and a last one, or a line and a column as compilers write them.
func writtenLines() *regexp.Regexp { return regexp.MustCompile(`^([0-9]+)(?:-([0-9]+)|:[0-9]*:?)?$`) }

// lineRange is where some lines of a text stand, counted from 1, without the end of the last one. A last line
// of "" is the first.
func lineRange(text, first, last string) (analysis.Span, error) {
	if last == "" {
		last = first
	}
	from, err := strconv.Atoi(first)
	if err != nil {
		return analysis.Span{}, fmt.Errorf("%s is no line", first)
	}
	to, err := strconv.Atoi(last)
	if err != nil {
		return analysis.Span{}, fmt.Errorf("%s is no line", last)
	}
	lines := strings.SplitAfter(text, "\n")
	if lines[len(lines)-1] == "" {
		lines = lines[:len(lines)-1]
	}
	switch {
	case from < 1:
		return analysis.Span{}, fmt.Errorf("line %d: lines are counted from 1", from)
	case to < from:
		return analysis.Span{}, fmt.Errorf("line %d is before line %d", to, from)
	case to > len(lines):
		return analysis.Span{}, fmt.Errorf("line %d is behind the last one, %d", to, len(lines))
	}
	start, end := 0, 0
	for i, line := range lines[:to] {
		if i == from-1 {
			start = end
		}
		end += len(line)
	}
	return analysis.Span{Start: uint32(start), End: uint32(start + len(strings.TrimRight(text[start:end], "\r\n")))}, nil
}

// named is where a file's definitions of a name stand.
func (x *indexed) named(n int32, name string) ([]analysis.Span, error) {
	symbols := x.facts(n).Symbols
	exact, ending := byName(symbols, asShown(name))
	for _, called := range [][]int{exact, ending} {
		var spans []analysis.Span
		for _, i := range called {
			spans = append(spans, symbols[i].Range)
		}
		if len(spans) > 0 {
			return spans, nil
		}
	}
	return nil, x.undefined(n, name)
}
