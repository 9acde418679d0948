package rank

import (
	"flag"
	"fmt"
	"os"
	"path"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	"github.com/contextls/contextls/analysis"
)

var update = flag.Bool("update", false, "rewrite testdata/quality.golden")

// TestQuality answers the questions of testdata/quality.txt and compares how well with a golden file:
// recall is the share of the wanted files among the first five, rr the reciprocal rank of the first of
// them. A change of ranking shows there, for better or worse.
func TestQuality(t *testing.T) {
	archive, graphs := qualityGraphs(t)
	var report strings.Builder
	recall, mrr, questions := 0.0, 0.0, 0.0
	for _, f := range archive.Files {
		folder, _, isQuestion := strings.Cut(f.Name, "?")
		if !isQuestion {
			continue
		}
		g := graphs[folder]
		q, want := question(g, string(f.Data))
		var got []Ranked
		for _, r := range rank(t, NewIndex(nil, g, nil), q, DefaultWeights()) {
			if r.Relationship != Target {
				got = append(got, r)
			}
		}
		found, first := 0, 0.0
		for i, r := range got {
			if slices.Contains(want, r.Path) {
				if i < 5 {
					found++
				}
				if first == 0 {
					first = 1 / float64(i+1)
				}
			}
		}
		share := float64(found) / float64(len(want))
		recall, mrr, questions = recall+share, mrr+first, questions+1
		fmt.Fprintf(&report, "%s: recall %.2f, rr %.2f\n", f.Name, share, first)
		for _, r := range got[:min(5, len(got))] {
			mark := " "
			if slices.Contains(want, r.Path) {
				mark = "+"
			}
			fmt.Fprintf(&report, "  %s %s %.2f %s\n", mark, r.Path, r.Score, r.Relationship)
		}
	}
	fmt.Fprintf(&report, "\nall %.0f questions: recall@5 %.3f, MRR %.3f\n", questions, recall/questions, mrr/questions)

	golden := path.Join("testdata", "quality.golden")
	if *update {
		if err := os.WriteFile(golden, []byte(report.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(strings.ReplaceAll(string(want), "\r\n", "\n"), report.String()); diff != "" {
		t.Errorf("ranking changed; run go test ./rank -run TestQuality -update and review the difference:\n%s", diff)
	}
}

// qualityGraphs are the folders of testdata/quality.txt.
func qualityGraphs(t *testing.T) (*txtar.Archive, map[string]*analysis.Graph) {
	t.Helper()
	archive, err := txtar.ParseFile("testdata/quality.txt")
	if err != nil {
		t.Fatal(err)
	}
	folders := map[string]map[string]string{}
	for _, f := range archive.Files {
		if folder, p, isFile := strings.Cut(f.Name, "/"); isFile {
			if folders[folder] == nil {
				folders[folder] = map[string]string{}
			}
			folders[folder][p] = string(f.Data)
		}
	}
	graphs := map[string]*analysis.Graph{}
	for folder, files := range folders {
		graphs[folder] = plainGraph(files)
	}
	return archive, graphs
}

// folderOf is the folder that a question is about, "" of what is none.
func folderOf(name string) string {
	folder, _, isQuestion := strings.Cut(name, "?")
	if !isQuestion {
		return ""
	}
	return folder
}

// question reads a question's lines.
func question(g *analysis.Graph, text string) (q Query, want []string) {
	for line := range strings.Lines(text) {
		key, value, _ := strings.Cut(strings.TrimRight(line, "\r\n"), ": ")
		switch key {
		case "target":
			q.Targets = append(q.Targets, node(g, value))
		case "phantom":
			q.Phantom = append(q.Phantom, value)
		case "task":
			q.Task += value + "\n"
		case "want":
			want = strings.Fields(value)
		}
	}
	for _, p := range want {
		node(g, p)
	}
	return q, want
}
