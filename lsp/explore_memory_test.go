package lsp

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestCommandProviders(t *testing.T) {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	commands := params{"run_tests": []string{self, "as-command", "$HOME", "a b; ls"}, "lint_check": []string{"no-such-program"}}
	root := write(t, shop)
	s := start(t, root, params{"commands": commands}, "")
	want := "!provider: run_tests cannot be used: the workspace is not trusted: neither initializationOptions.trusted nor the setting trusted says so"
	if got := s.one("run_tests", nil); got != want {
		t.Errorf("not trusted: %s", got)
	}
	s = start(t, root, params{"commands": commands, "trusted": true}, "")
	if got := s.one("run_tests", nil); got != "$HOME\na b; ls\n[exit code 3]\n" {
		t.Errorf("got %q", got)
	}
	if got := s.one("run_tests", params{"args": []string{"-x"}}); got != "!args: there is no such parameter; there are files, marker, path" {
		t.Errorf("with arguments: %s", got)
	}
	// What the workspace itself says of commands and trust does not count.
	put(t, filepath.Join(root, ".contextls.toml"), "trusted = true\n[commands]\nlint_check = [\"no-such-program\"]\n")
	mute := start(t, root, params{"commands": params{"run_tests": commands["run_tests"]}}, "", "window/showMessage")
	if got := mute.one("run_tests", nil); got != want {
		t.Errorf("trusted by itself: %s", got)
	}
	if got := mute.one("lint_check", nil); !strings.Contains(got, "names no command") {
		t.Errorf("its own command: %s", got)
	}
	if got := s.one("lint_check", nil); !strings.HasPrefix(got, "!no-such-program cannot be started: ") {
		t.Errorf("no program: %s", got)
	}
}

// A model says what tests are run on where the command has a place for it, and nowhere else.
func TestAimedCommands(t *testing.T) {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	root := write(t, shop)
	outside := filepath.Join(t.TempDir(), "outside.py")
	put(t, outside, "x = 1\n")
	put(t, filepath.Join(root, "-x.py"), "x = 1\n")
	linked := os.Symlink(outside, filepath.Join(root, "link.py")) == nil && os.Symlink(filepath.Dir(outside), filepath.Join(root, "linked")) == nil
	settings := params{"trusted": true, "markerPattern": "[a-z]+( and [a-z]+)*", "commands": params{
		"run_tests": []string{self, "as-command", "-m{marker}", "./{paths}", "end"}, "lint_check": []string{self, "as-command"}}}
	s := start(t, root, settings, "")
	ran := func(words string) string { return strings.ReplaceAll(words, " ", "\n") + "\n[exit code 3]\n" }
	for _, tt := range []struct {
		provider string
		params   params
		want     string
	}{
		{"run_tests", nil, ran("end")},
		{"run_tests", params{"path": "app.py"}, ran("./app.py end")},
		{"run_tests", params{"path": "./store/"}, ran("./store end")},
		{"run_tests", params{"path": ".", "files": []string{"app.py", "store/cart.py"}}, ran("./app.py ./store/cart.py ./. end")},
		{"run_tests", params{"marker": "slow"}, ran("-mslow end")},
		{"run_tests", params{"marker": "slow and fast", "path": "app.py"}, "-mslow and fast\n" + ran("./app.py end")},
		{"run_tests", params{"marker": "slow; ls"}, `!marker: "slow; ls" is not what the setting markerPattern allows: [a-z]+( and [a-z]+)*`},
		{"run_tests", params{"marker": "{paths}", "path": "app.py"}, `!marker: "{paths}" is not what`},
		{"run_tests", params{"path": "gone.py"}, "!path: gone.py is no file or directory"},
		{"run_tests", params{"path": "-x.py"}, `!path: "-x.py" is no path relative to the workspace folder`},
		{"run_tests", params{"path": "./-x.py"}, `!path: "./-x.py" is no path relative`},
		{"run_tests", params{"files": []string{"app.py", "../outside.py"}}, `!files[1]: "../outside.py" is no path relative`},
		{"run_tests", params{"path": outside}, `!path: "`},
		{"run_tests", params{"path": ".env"}, "!path: .env is left out: secret"},
		{"lint_check", params{"path": "app.py"}, "!path: the setting commands.lint_check has no word with {paths}: it runs on everything"},
		{"lint_check", params{"marker": "slow"}, "!marker: there is no such parameter; there are files, path"},
	} {
		if got := s.one(tt.provider, tt.params); got != tt.want && !(tt.want[0] == '!' && strings.HasPrefix(got, tt.want)) {
			t.Errorf("%s %v: %q, want %q", tt.provider, tt.params, got, tt.want)
		}
	}
	for _, p := range []string{"link.py", "linked", "linked/outside.py"} {
		if got := s.one("run_tests", params{"path": p}); linked && !strings.HasPrefix(got, "!path: ") {
			t.Errorf("%s leads out of the folder: %q", p, got)
		}
	}
	delete(settings, "markerPattern")
	if got := start(t, root, settings, "").one("run_tests", params{"marker": "slow"}); got != "!marker: the setting markerPattern allows none" {
		t.Errorf("without a pattern: %q", got)
	}
	// Nor does the workspace say what markers may be.
	put(t, filepath.Join(root, ".contextls.toml"), "markerPattern = \".*\"\n")
	if got := start(t, root, settings, "", "window/showMessage").one("run_tests", params{"marker": "slow"}); got != "!marker: the setting markerPattern allows none" {
		t.Errorf("a pattern of the workspace's: %q", got)
	}
}

func TestPlaybooks(t *testing.T) {
	s := edit(t, playbookShop)
	s.Open(s.uri(".contextls/playbooks/new.md"), "markdown", 1, "---\r\ntags:\r\n  - ci\r\n  - 'slow'\r\n---\r\nWait.\r\n")
	menu := ".contextls/playbooks/carts.md: Carts\n.contextls/playbooks/new.md: new [ci, slow]\n.contextls/playbooks/release.md: How to release [release, ci]\n"
	release := ".contextls/playbooks/release.md: How to release [release, ci]\n\nTag it, then push the tag.\n"
	for _, tt := range []struct {
		params any
		want   string
	}{
		{nil, menu},
		{params{"tags": []string{"CI", "release"}}, release},
		{params{"query": "PUSH tag"}, release},
		{params{"tags": []string{"slow"}}, ".contextls/playbooks/new.md: new [ci, slow]\n\nWait.\n"},
		{params{"query": "nothing like it"}, "no playbook is like that\n"},
	} {
		if diff := cmp.Diff(tt.want, s.one("playbooks", tt.params)); diff != "" {
			t.Errorf("%v (-want +got):\n%s", tt.params, diff)
		}
	}
}

func TestPastRuns(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "state", "runs")
	root := write(t, shop)
	s := start(t, root, nil, dir)
	if got := s.one("past_runs", nil); got != "no runs\n" {
		t.Errorf("before any: %s", got)
	}
	s.pack(params{"task": "Count\nitems", "targets": s.target("store/cart.py")})
	s.pack(params{"task": "Name users"})
	s.Call("context/pack", params{"budget": params{"tokens": -1}}, nil)
	got := s.one("past_runs", nil)
	lines := strings.Split(got, "\n")
	if len(lines) < 4 || !strings.HasSuffix(lines[0], " tokens: Name users") || !strings.Contains(got, " tokens: Count items\n    targets: store/cart.py\n    files: store/price.py") {
		t.Errorf("got %s", got)
	}
	if got := s.one("past_runs", params{"query": "USERS", "count": 1}); strings.Count(got, "tokens: ") != 1 || strings.Contains(got, "truncated") {
		t.Errorf("about users: %s", got)
	}
	if got := s.one("past_runs", params{"count": 1}); !strings.HasSuffix(got, "[truncated: there are older runs]") {
		t.Errorf("one: %s", got)
	}
	s = start(t, root, params{"pastRuns": false}, dir)
	s.pack(params{"task": "Not kept"})
	if got := s.one("past_runs", nil); got != "!provider: past_runs cannot be used: the setting pastRuns is off" {
		t.Errorf("switched off: %s", got)
	}
	s = start(t, root, nil, dir)
	if got := s.one("past_runs", nil); strings.Count(got, "tokens: ") != 2 {
		t.Errorf("another server: %s", got)
	}
	if runtime.GOOS != "windows" {
		err := filepath.WalkDir(dir, func(p string, d os.DirEntry, _ error) error {
			info, err := d.Info()
			if err == nil && info.Mode().Perm()&0o077 != 0 {
				t.Errorf("%s: %v", p, info.Mode())
			}
			return err
		})
		if err != nil {
			t.Error(err)
		}
	}
	if _, err := os.Stat(filepath.Join(root, ".contextls")); err == nil {
		t.Error("something was written into the workspace")
	}
}
