package main

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/contextls/contextls/lsp/engine"
	"github.com/contextls/contextls/lsp/settings"
	"github.com/contextls/contextls/workspace"
)

// folder indexes a folder as the server would, and tells numbers of it.
func (r *report) folder(ctx context.Context, root string, opts workspace.Options, values settings.Values) {
	r.section("Folder")
	if _, err := folderAt(root); err != nil {
		r.check("the folder", err)
		r.line("state", "cannot be opened")
		return
	}
	opts.Watch = true
	values.ApplyTo(&opts)
	session := workspace.NewSession(opts)
	defer session.Close()
	start := time.Now()
	f, err := session.AddFolder(root)
	if err == nil {
		err = f.Ready(ctx)
	}
	if err != nil {
		r.check("the folder", err)
		r.line("state", "cannot be indexed")
		return
	}
	read := time.Since(start)
	e := engine.New(values)
	e.Problems = opts.Problems
	stats, err := e.Stats(ctx, f.Snapshot())
	if err != nil {
		r.check("the folder's numbers", err)
		return
	}
	r.line("state", "%s", stats.Status.State)
	for _, reason := range stats.Status.Degraded {
		r.broken("the folder is degraded: %s", r.anonymous.text(reason))
	}
	r.line("files", "%d, %d of them in a language", stats.Files, total(stats.Languages))
	r.line("languages", "%s", counts(stats.Languages))
	r.line("indexed", "in %.2f s, then linked and ranked in %.2f s", read.Seconds(), (time.Since(start) - read).Seconds())
	if bytes := stats.Cached; bytes != nil {
		r.line("from the cache", "%d files, %d were read; it has %s", stats.Readings.Recalled, stats.Readings.Read, megabytes(*bytes))
	}
	r.line("definitions", "%d", stats.Symbols)
	imports := engine.ImportCounts{}
	for _, c := range stats.Imports {
		imports.Resolved, imports.External = imports.Resolved+c.Resolved, imports.External+c.External
		imports.Ambiguous, imports.Unresolved = imports.Ambiguous+c.Ambiguous, imports.Unresolved+c.Unresolved
	}
	r.line("imports", "%d resolved, %d external, %d ambiguous, %d unresolved", imports.Resolved, imports.External, imports.Ambiguous, imports.Unresolved)
	r.line("left out", "%s", counts(kinds(stats.Excluded)))
	if u := session.Usage(); u.Workers.Lost > 0 {
		r.line("parse workers lost", "%d", u.Workers.Lost)
	}
}

// kinds counts what is left out by the kind of reason: what follows may name files.
func kinds(byReason map[string]int) map[string]int {
	byKind := map[string]int{}
	for reason, n := range byReason {
		kind, _, _ := strings.Cut(reason, ":")
		if strings.HasPrefix(kind, "link to ") {
			kind = "link"
		}
		byKind[kind] += n
	}
	return byKind
}

// counts lists how much there is of what, the most first.
func counts(of map[string]int) string {
	names := slices.Collect(maps.Keys(of))
	slices.SortFunc(names, func(a, b string) int { return cmp.Or(cmp.Compare(of[b], of[a]), cmp.Compare(a, b)) })
	for i, name := range names {
		names[i] = fmt.Sprintf("%s %d", name, of[name])
	}
	return cmp.Or(strings.Join(names, ", "), "none")
}

func total(of map[string]int) (n int) {
	for _, k := range of {
		n += k
	}
	return n
}
