package rank

import (
	"slices"
	"testing"

	"github.com/contextls/contextls/rank/task"
)

func TestNamedText(t *testing.T) {
	for files, want := range map[int]float64{0: 0, 1: namedText / 2, 2: namedText / 4, maxSameName: namedText / 2 / maxSameName, maxSameName + 1: 0} {
		got, named := NamedText("ci.yml", task.Path{Weight: 0.5, Title: true}, files)
		if got.Score != want || named != (want > 0) || named && (got.Node != NoNode || got.Path != "ci.yml") {
			t.Errorf("one of %d files: %+v, want %g", files, got, want)
		}
	}
	if got, _ := NamedText("ci.yml", task.Path{Weight: 1}, 1); got.Score != namedBelow {
		t.Errorf("below the first line it is worth %g", got.Score)
	}
}

// Text comes in where commits that read like the task mostly changed it, several of them, and people write it for programs.
func TestResemblingText(t *testing.T) {
	commits := func(subject string, times int, paths ...string) (all []Commit) {
		for range times {
			all = append(all, Commit{Subject: subject, Paths: paths})
		}
		return all
	}
	for name, c := range map[string]struct {
		commits []Commit
		want    []string
	}{
		"changed by all of them":   {commits("Add a server to the table", 3, "servers.toml"), []string{"servers.toml"}},
		"with a program each time": {commits("Add a server to the table", 3, "a", "servers.toml"), []string{"servers.toml"}},
		"too few":                  {commits("Add a server to the table", 2, "servers.toml"), nil},
		"mostly something else": {append(commits("Add a server to the table", 3, "servers.toml"), commits("Add a server to the table", 9, "a")...),
			nil},
		"read otherwise": {append(commits("Sort it", 3, "servers.toml"), commits("Add a server to the table", 1, "a")...), nil},
		"prose, tests, locks, projects of Xcode, and no file any more": {commits("Add a server to the table", 3, "CHANGES.rst", "NEWS", "tests/servers.toml", "servers.lock",
			"package-lock.json", "App.xcodeproj/project.pbxproj", "docs/servers.yml", "gone.toml"), nil},
		"a workflow":   {commits("Add a server to the table", 3, ".github/workflows/release.yml"), []string{".github/workflows/release.yml"}},
		"some at most": {commits("Add a server to the table", 3, "e.yml", "d.yml", "c.yml", "b.yml", "a.yml"), []string{"a.yml", "b.yml", "c.yml", "d.yml"}},
	} {
		ix := NewIndex(nil, plainGraph(map[string]string{"a": "server"}), NewHistory(append(c.commits, commits("Other work", 40, "b")...)))
		var got []string
		for _, r := range ix.ResemblingText(ix.Read("Add another server to the table").Words, func(file string) bool { return file != "a" && file != "gone.toml" }) {
			got = append(got, r.Path)
			if r.Node != NoNode || r.Score > resemblingText || r.Score < resemblingText*resemblingTextShare || r.Like != r.Reasons[0] {
				t.Errorf("%s: %+v", name, r)
			}
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
	if found := NewIndex(nil, plainGraph(map[string]string{"a": "server"}), nil).ResemblingText(nil, nil); found != nil {
		t.Errorf("without a history: %+v", found)
	}
}
