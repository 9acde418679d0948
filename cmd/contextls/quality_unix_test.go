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

	"github.com/contextls/contextls/lsp/engine"
	"github.com/contextls/contextls/lsp/settings"
	"github.com/contextls/contextls/workspace"
)

// change is a commit as a question: who is to do what it says and knows one file of it, which others does
// it take?
type change struct {
	parent, task, target string
	wanted               []string
}

// BenchmarkQuality asks the history of a repository (CONTEXTLS_BENCH) how good ranking and packing are: each
// of its last commits that changed two to eight source files is a question to the state before it. It
// reports the reciprocal rank of the first wanted file, the share of wanted files among the first five, and
// of those in a pack of 16,000 tokens besides the target, as signatures at least and in full.
func BenchmarkQuality(b *testing.B) {
	const questions = 30
	root := b.TempDir()
	runGit(b, ".", "clone", "-q", "--shared", "--no-checkout", benchFolder(b), root)
	for b.Loop() {
		var asked, first, five, shown, full float64
		for _, c := range changes(b, root, questions) {
			runGit(b, root, "checkout", "-q", "--detach", "--force", c.parent)
			asked++
			r, recall, sig, whole := c.ask(b, root)
			first, five, shown, full = first+r, five+recall, shown+sig, full+whole
		}
		b.ReportMetric(asked, "questions")
		b.ReportMetric(100*first/asked, "MRR-%")
		b.ReportMetric(100*five/asked, "recall@5-%")
		b.ReportMetric(100*shown/asked, "shown@16k-%")
		b.ReportMetric(100*full/asked, "full@16k-%")
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
	log := runGit(b, root, "log", "-n", "2000", "--no-merges", "--diff-filter=M", "--numstat", "--format=%x01%P%x00%s")
	for _, record := range strings.Split(log, "\x01")[1:] {
		head, rest, _ := strings.Cut(record, "\n")
		parent, task, _ := strings.Cut(head, "\x00")
		c := change{parent: parent, task: task}
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

// ask answers one question: reciprocal rank, recall among five, and the shares shown and in full.
func (c change) ask(b *testing.B, root string) (first, five, shown, full float64) {
	session, folder := openForBench(b, root)
	defer session.Close()
	e, snap := engine.New(settings.Default()), folder.Snapshot()
	targets := engine.Targets([]string{c.target})
	ranked, err := e.Rank(context.Background(), snap, engine.RankRequest{Task: c.task, Targets: targets})
	if err != nil {
		b.Fatal(err)
	}
	place := 0
	for _, f := range ranked.Files {
		if f.Path == c.target {
			continue
		}
		place++
		if slices.Contains(c.wanted, f.Path) {
			if first == 0 {
				first = 1 / float64(place)
			}
			if place <= 5 {
				five++
			}
		}
	}
	sig, whole := c.packed(b, e, snap, targets)
	n := float64(len(c.wanted))
	return first, five / n, sig / n, whole / n
}

// packed counts the wanted files in a pack.
func (c change) packed(b *testing.B, e *engine.Engine, snap *workspace.Snapshot, targets []engine.Target) (shown, full float64) {
	tokens, without := 16_000, false
	if f := snap.File(c.target); f != nil {
		tokens += int(f.Size) / 4
	}
	pack, err := e.Pack(context.Background(), snap, engine.PackRequest{Task: c.task, Targets: targets,
		Budget: engine.Budget{Tokens: &tokens}, IncludeRepoMap: &without})
	if err != nil {
		b.Fatal(err)
	}
	for _, item := range pack.Items {
		if slices.Contains(c.wanted, item.Path) && item.Representation != "path" {
			shown++
			if item.Representation == "full" {
				full++
			}
		}
	}
	return shown, full
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
