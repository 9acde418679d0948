//go:build unix

package main

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/contextls/contextls/budget"
	"github.com/contextls/contextls/lsp/engine"
	"github.com/contextls/contextls/lsp/settings"
)

// change is a commit as a question: who is to do what it says and knows one file of it, which others does
// it take?
type change struct {
	commit, parent, task, target string
	wanted                       []string
}

// hunk is a run of lines that a commit changed, 0-based, both included; where it only adds lines, it is the
// line before them.
type hunk struct {
	path        string
	first, last uint32
}

// quality is how well a change's question was answered, each share 0–1.
type quality struct {
	first, five float64 // reciprocal rank of the first wanted file; share of the wanted ones among five
	shown       float64 // share of the wanted files that a pack of 16,000 tokens besides the target shows
	hunks       float64 // share of the hunks, the target's too, that a pack of 8,000 tokens in all shows
}

// BenchmarkQuality asks the history of a repository (CONTEXTLS_BENCH) how good ranking and packing are: each
// of its last commits that changed two to eight source files is a question to the state before it. It
// reports the reciprocal rank of the first wanted file, the share of wanted files among the first five and
// of those in a pack of 16,000 tokens besides the target, as signatures at least, and the share of the changed
// hunks in a pack of 8,000 tokens.
func BenchmarkQuality(b *testing.B) {
	const questions = 30
	root := b.TempDir()
	runGit(b, ".", "clone", "-q", "--shared", "--no-checkout", benchFolder(b), root)
	for b.Loop() {
		var asked float64
		var sum quality
		for _, c := range changes(b, root, questions) {
			runGit(b, root, "checkout", "-q", "--detach", "--force", c.parent)
			asked++
			q := c.ask(b, root)
			sum.first, sum.five, sum.shown, sum.hunks = sum.first+q.first, sum.five+q.five, sum.shown+q.shown, sum.hunks+q.hunks
		}
		b.ReportMetric(asked, "questions")
		b.ReportMetric(100*sum.first/asked, "MRR-%")
		b.ReportMetric(100*sum.five/asked, "recall@5-%")
		b.ReportMetric(100*sum.shown/asked, "shown@16k-%")
		b.ReportMetric(100*sum.hunks/asked, "hunks@8k-%")
	}
}

// changes are the last commits that make good questions, the newest first.
func changes(b *testing.B, root string, most int) []change {
	opts, err := sessionOptions(nil)
	if err != nil {
		b.Fatal(err)
	}
	program := func(p string) bool {
		for _, l := range opts.Languages {
			if slices.Contains(l.Extensions, strings.ToLower(filepath.Ext(p))) && l.Purpose == 0 {
				return l.IsTest == nil || !l.IsTest(p)
			}
		}
		return false
	}
	var out []change
	log := runGit(b, root, "log", "-n", "2000", "--no-merges", "--diff-filter=M", "--numstat", "--format=%x01%H%x00%P%x00%s")
	for _, record := range strings.Split(log, "\x01")[1:] {
		head, rest, _ := strings.Cut(record, "\n")
		names := strings.SplitN(head, "\x00", 3)
		c := change{commit: names[0], parent: names[1], task: names[2]}
		largest := -1
		for line := range strings.Lines(rest) {
			fields := strings.SplitN(strings.TrimSpace(line), "\t", 3)
			if len(fields) < 3 || !program(fields[2]) {
				continue
			}
			c.wanted = append(c.wanted, fields[2])
			if added, _ := strconv.Atoi(fields[0]); added > largest {
				largest, c.target = added, fields[2]
			}
		}
		if len(c.wanted) >= 2 && len(c.wanted) <= 8 && c.parent != "" {
			c.wanted = slices.DeleteFunc(c.wanted, func(p string) bool { return p == c.target })
			out = append(out, c)
		}
	}
	return out[:min(most, len(out))]
}

// ask answers one question.
func (c change) ask(b *testing.B, root string) (q quality) {
	session, folder := openForBench(b, root)
	defer session.Close()
	e, snap := engine.New(settings.Default()), folder.Snapshot()
	targets := engine.Targets([]string{c.target})
	ranked, err := e.Rank(context.Background(), snap, engine.RankRequest{Task: c.task, Targets: targets})
	if err != nil {
		b.Fatal(err)
	}
	n, place := float64(len(c.wanted)), 0
	for _, f := range ranked.Files {
		if f.Path == c.target {
			continue
		}
		place++
		if slices.Contains(c.wanted, f.Path) {
			if q.first == 0 {
				q.first = 1 / float64(place)
			}
			if place <= 5 {
				q.five += 1 / n
			}
		}
	}
	besides := 16_000
	if f := snap.File(c.target); f != nil {
		besides += int(f.Size) / 4
	}
	without := false
	pack := func(tokens int, withMap *bool) []engine.Item {
		p, err := e.Pack(context.Background(), snap, engine.PackRequest{Task: c.task, Targets: targets,
			Budget: engine.Budget{Tokens: &tokens}, IncludeRepoMap: withMap})
		if err != nil {
			b.Fatal(err)
		}
		return p.Items
	}
	for _, item := range pack(besides, &without) {
		if slices.Contains(c.wanted, item.Path) && item.Representation != budget.Path {
			q.shown += 1 / n
		}
	}
	items, hunks := pack(8000, nil), c.hunks(b, root)
	for _, h := range hunks {
		if slices.ContainsFunc(items, h.in) {
			q.hunks += 1 / float64(len(hunks))
		}
	}
	return q
}

// hunks are what the commit changed in the target and the wanted files.
func (c change) hunks(b *testing.B, root string) (out []hunk) {
	for _, path := range append([]string{c.target}, c.wanted...) {
		for line := range strings.Lines(runGit(b, root, "diff", "-U0", c.parent, c.commit, "--", path)) {
			if old, is := strings.CutPrefix(line, "@@ -"); is {
				old, _, _ = strings.Cut(old, " ")
				start, count, several := strings.Cut(old, ",")
				first, _ := strconv.Atoi(start)
				lines := 1
				if several {
					lines, _ = strconv.Atoi(count)
				}
				first = max(0, first-1)
				out = append(out, hunk{path, uint32(first), uint32(first + max(1, lines) - 1)})
			}
		}
	}
	return out
}

// in reports whether an item shows all lines of the hunk.
func (h hunk) in(item engine.Item) bool {
	return item.Path == h.path && slices.ContainsFunc(item.Ranges, func(r budget.Range) bool { return r.FirstLine <= h.first && h.last <= r.LastLine })
}

func runGit(b *testing.B, dir string, args ...string) string {
	b.Helper()
	cmd := exec.Command("git", append([]string{"-c", "core.quotePath=false", "-c", "advice.detachedHead=false"}, args...)...)
	cmd.Dir = dir
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		b.Fatalf("git %v: %v", args, err)
	}
	return string(out)
}
