package setup

import (
	"flag"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"
)

var update = flag.Bool("update", false, "write the golden files anew")

// TestAgents sets agents up in homes of their own and takes contextls out again. A golden file begins with the agent's name;
// it has what is in the file before, if there is one, the difference that is shown, and what is there after each: removed
// only where that is not what was there before.
func TestAgents(t *testing.T) {
	files, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatal(err)
	}
	for _, golden := range files {
		t.Run(strings.TrimSuffix(filepath.Base(golden), ".txtar"), func(t *testing.T) {
			want, err := txtar.ParseFile(golden)
			if err != nil {
				t.Fatal(err)
			}
			name := strings.TrimSpace(string(want.Comment))
			place := Place{OS: "linux", Home: t.TempDir(), Env: func(string) string { return "" }}
			a := agent(t, name)
			file := a.File(place)
			got := &txtar.Archive{Comment: want.Comment}
			before, existed := part(want, "before")
			if existed {
				got.Files = append(got.Files, txtar.File{Name: "before", Data: []byte(before)})
				if !strings.Contains(golden, "one-line") {
					put(t, file, before)
				} else {
					put(t, file, strings.TrimSuffix(before, "\n"))
				}
			}
			start := read(t, file)
			set := do(t, func() (Plan, error) { return a.Set(place, Command{"/bin/contextls"}) })
			after := read(t, file)
			got.Files = append(got.Files,
				txtar.File{Name: "diff", Data: []byte(strings.ReplaceAll(set.Diff(), place.Home, "~"))},
				txtar.File{Name: "after", Data: []byte(after)})
			if again, err := a.Set(place, Command{"/bin/contextls"}); err != nil || again.Changes() {
				t.Errorf("set again: %v, %s", err, again.Diff())
			}
			do(t, func() (Plan, error) { return a.Remove(place) })
			if removed := read(t, file); removed != start {
				got.Files = append(got.Files, txtar.File{Name: "removed", Data: []byte(removed)})
			}
			if again, err := a.Remove(place); err != nil || again.Changes() {
				t.Errorf("removed again: %v, %s", err, again.Diff())
			}
			text := txtar.Format(got)
			if *update {
				if err := os.WriteFile(golden, text, 0o644); err != nil {
					t.Fatal(err)
				}
			}
			if diff := cmp.Diff(string(txtar.Format(want)), string(text)); diff != "" && !*update {
				t.Error(diff)
			}
		})
	}
}

// What is not understood is left alone, with an error that names the file.
func TestUnreadable(t *testing.T) {
	for _, tt := range []struct{ agent, text, want string }{
		{"cursor", `{"mcpServers": `, "unexpected EOF"},
		{"cursor", `[]`, "the whole is no object"},
		{"cursor", `{"mcpServers": []}`, "mcpServers is no object"},
		{"cursor", `{"mcpServers": {"contextls": "x"}}`, "contextls is no object"},
		{"codex", "model = ", "expected value"},
		{"codex", "[mcp_servers]\ncontextls = { command = \"x\" }\n", "by hand"},
		{"codex", "mcp_servers.contextls.command = \"x\"\n", "by hand"},
		{"codex", "mcp_servers = { other = { command = \"x\" } }\n", "not understood"},
		{"nvim", "-- mine\n", "the file is yours"},
	} {
		place := Place{OS: "linux", Home: t.TempDir(), Env: func(string) string { return "" }}
		a := agent(t, tt.agent)
		put(t, a.File(place), tt.text)
		plan, err := a.Set(place, Command{"contextls"})
		if err == nil || !strings.Contains(err.Error(), a.File(place)) || !strings.Contains(err.Error(), "nothing is changed") {
			t.Errorf("%s with %q: %v, and would be %q", tt.agent, tt.text, err, plan.After)
		} else if !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s with %q: %v, want %s", tt.agent, tt.text, err, tt.want)
		}
	}
}

func TestFiles(t *testing.T) {
	env := map[string]string{"APPDATA": "/roaming", "LOCALAPPDATA": "/local", "CODEX_HOME": "/codex"}
	for _, tt := range []struct{ agent, os, project, want string }{
		{"claude", "linux", "", "/home/.claude.json"},
		{"claude", "linux", "/p", "/p/.mcp.json"},
		{"claude-desktop", "darwin", "", "/home/Library/Application Support/Claude/claude_desktop_config.json"},
		{"claude-desktop", "windows", "", "/roaming/Claude/claude_desktop_config.json"},
		{"claude-desktop", "linux", "/p", ""},
		{"codex", "linux", "", "/codex/config.toml"},
		{"vscode", "linux", "", "/home/.config/Code/User/mcp.json"},
		{"vscode", "windows", "/p", "/p/.vscode/mcp.json"},
		{"zed", "darwin", "", "/home/.config/zed/settings.json"},
		{"zed", "windows", "", "/roaming/Zed/settings.json"},
		{"nvim", "linux", "", "/home/.config/nvim/plugin/contextls.lua"},
		{"nvim", "windows", "", "/local/nvim/plugin/contextls.lua"},
	} {
		place := Place{OS: tt.os, Home: "/home", Project: tt.project, Env: func(k string) string { return env[k] }}
		if got := filepath.ToSlash(agent(t, tt.agent).File(place)); got != tt.want {
			t.Errorf("%s on %s for %q: %s, want %s", tt.agent, tt.os, tt.project, got, tt.want)
		}
	}
}

func TestCommandFor(t *testing.T) {
	dir := t.TempDir()
	program := filepath.Join(dir, "cellar", "contextls")
	put(t, program, "x")
	linked := filepath.Join(dir, "bin", "contextls")
	if err := os.MkdirAll(filepath.Dir(linked), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(program, linked); err != nil && runtime.GOOS != "windows" { // where links are for administrators
		t.Fatal(err)
	} else if err != nil {
		linked = program
	}
	for _, tt := range []struct {
		self, runner, path, project string
		want                        Command
	}{
		{program, "", "", "", Command{program}},
		{program, "", filepath.Dir(linked), "", Command{linked}},
		{program, "", "", "/p", Command{"contextls"}},
		{program, "npx -y contextls", "", "/p", Command{"npx", "-y", "contextls"}},
		{"/c/uv/archive-v0/abc/bin/contextls", "", "", "", Command{"uvx", "contextls"}},
	} {
		env := map[string]string{"PATH": tt.path, "CONTEXTLS_RUNNER": tt.runner}
		got := CommandFor(tt.self, Place{Project: tt.project, Env: func(k string) string { return env[k] }})
		if !slices.Equal(got, tt.want) {
			t.Errorf("%+v: %q", tt, got)
		}
	}
	if got := (Command{"npx", "-y", "contextls"}).on("windows"); !slices.Equal(got, Command{"cmd", "/c", "npx", "-y", "contextls"}) {
		t.Errorf("on Windows: %q", got)
	}
}

// A link to a file elsewhere stays one, permissions stay, and what another program wrote meanwhile is not lost.
func TestWrite(t *testing.T) {
	dir := t.TempDir()
	place := Place{OS: "linux", Home: dir, Env: func(string) string { return "" }}
	a := agent(t, "cursor")
	kept := filepath.Join(dir, "dotfiles", "mcp.json")
	put(t, kept, "{}\n")
	if runtime.GOOS == "windows" {
		kept = a.File(place)
		put(t, kept, "{}\n")
	} else {
		if err := os.Chmod(kept, 0o600); err != nil {
			t.Fatal(err)
		}
		if err := os.MkdirAll(filepath.Dir(a.File(place)), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.Symlink(kept, a.File(place)); err != nil {
			t.Fatal(err)
		}
	}
	stale, err := a.Set(place, Command{"contextls"})
	if err != nil {
		t.Fatal(err)
	}
	do(t, func() (Plan, error) { return a.Set(place, Command{"other"}) })
	if !strings.Contains(read(t, kept), "other") {
		t.Errorf("the link's target has %q", read(t, kept))
	}
	if info, err := os.Stat(kept); runtime.GOOS != "windows" && (err != nil || info.Mode().Perm() != 0o600) {
		t.Errorf("%v, %v", info.Mode(), err)
	}
	if err := stale.Write(); err == nil || !strings.Contains(err.Error(), "meanwhile") {
		t.Errorf("a stale plan: %v", err)
	}
}

func agent(t *testing.T, name string) Agent {
	t.Helper()
	all := Agents()
	i := slices.IndexFunc(all, func(a Agent) bool { return a.Name == name })
	if i < 0 {
		t.Fatalf("there is no agent %s", name)
	}
	return all[i]
}

func do(t *testing.T, plan func() (Plan, error)) Plan {
	t.Helper()
	p, err := plan()
	if err == nil {
		err = p.Write()
	}
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func part(a *txtar.Archive, name string) (string, bool) {
	for _, f := range a.Files {
		if f.Name == name {
			return string(f.Data), true
		}
	}
	return "", false
}

func put(t *testing.T, file, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

func read(t *testing.T, file string) string {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil && !os.IsNotExist(err) && err != fs.ErrNotExist {
		t.Fatal(err)
	}
	return string(text)
}
