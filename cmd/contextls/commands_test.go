package main

import (
	"bytes"
	"flag"
	"os"
	"regexp"
	"runtime/debug"
	"slices"
	"strings"
	"testing"

	"github.com/contextls/contextls/cmd/contextls/shell"
)

var update = flag.Bool("update", false, "write the manual page anew")

// says runs a command line in this process, as on a screen, and gives what it prints.
func says(t *testing.T, dir string, on shell.Screen, args ...string) (out, errs string, code int) {
	t.Helper()
	var o, e bytes.Buffer
	c := &commandLine{dir: dir, in: strings.NewReader(""), out: visible{&o}, err: visible{&e}, screen: on}
	c.args = c.wanted(args)
	code = c.run()
	return o.String(), e.String(), code
}

// Every command explains itself on standard output, with an example and with long flags, however it is asked.
func TestHelpOfCommands(t *testing.T) {
	root := (&commandLine{}).root()
	list, _, _ := says(t, t.TempDir(), shell.Screen{}, "help")
	for _, cmd := range root.Commands() {
		if cmd.Hidden {
			continue
		}
		name := cmd.Name()
		if !strings.Contains(list, "\n  "+name+" ") {
			t.Errorf("help does not list %s", name)
		}
		for _, args := range [][]string{{"help", name}, {name, "--help"}, {name, "-help"}, {name, "-h"}, {name, "--json=false", "-h"}} {
			if len(args) > 2 && cmd.Flags().Lookup("json") == nil {
				continue
			}
			out, errs, code := says(t, t.TempDir(), shell.Screen{}, args...)
			if code != exitOK || errs != "" || !strings.Contains(out, "Usage\n  contextls "+name) || !strings.Contains(out, "Example\n  ") || !strings.Contains(out, "contextls "+name) {
				t.Errorf("%q: %d, %s\n%s", args, code, errs, out)
			}
			if strings.Contains(out, "U+") {
				t.Errorf("%q is not laid out in lines:\n%s", args, out)
			}
			if odd := regexp.MustCompile(`(?m)^.*[ \[]-[a-z]\S+.*$`).FindString(out); odd != "" {
				t.Errorf("%q shows a long flag with one dash: %s", args, odd)
			}
		}
	}
	for _, args := range [][]string{{"--help"}, {"-h"}, {"-help"}} {
		if out, _, code := says(t, t.TempDir(), shell.Screen{}, args...); code != exitOK || out != list {
			t.Errorf("%q: %d, %s", args, code, out)
		}
	}
}

// Go's own flags have one dash, and programs use them so.
func TestOneDash(t *testing.T) {
	dir := shop(t)
	for _, tt := range [][2]string{
		{"pack -target store/cart.py -task Round -tokens=900 -no-map", "pack --target store/cart.py --task Round --tokens=900 --no-map"},
		{"pack . -format xml -task -sum", "pack --format=xml --task=-sum ."},
		{"rank -json -limit 2", "rank --json --limit 2"},
		{"query -tier 0 price", "query --tier 0 price"},
		{"version -json", "-version --json"},
	} {
		one, errs, code := says(t, dir, shell.Screen{}, strings.Fields(tt[0])...)
		two, _, _ := says(t, dir, shell.Screen{}, strings.Fields(tt[1])...)
		moments := regexp.MustCompile(`"builtAt": .*`)
		if one, two = moments.ReplaceAllString(one, ""), moments.ReplaceAllString(two, ""); code != exitOK || one == "" || one != two {
			t.Errorf("%s: %d, %s%s\nwant\n%s", tt[0], code, errs, one, two)
		}
	}
}

func TestMistakes(t *testing.T) {
	dir := shop(t)
	for _, tt := range []struct {
		args string
		code int
		want string
	}{
		{"pakc .", exitUsage, `contextls: there is no command "pakc" (did you mean pack?); ` + "`contextls help` lists them\n"},
		{"zebra", exitUsage, `contextls: there is no command "zebra"; `},
		{"help imapct", exitUsage, `contextls help: there is no command "imapct" (did you mean impact?)`},
		{"pack --taks x", exitUsage, "contextls pack: there is no flag --taks (did you mean --task?); `contextls pack --help` lists them\n"},
		{"pack -tokn 5", exitUsage, "there is no flag --tokn (did you mean --tokens?)"},
		{"rank -x", exitUsage, "contextls rank: there is no flag -x; "},
		{"--stdioo", exitUsage, "contextls serve: there is no flag --stdioo (did you mean --stdio?)"},
		{"pack --tokens many", exitUsage, `--tokens: "many" is not a whole number, such as 8000 or 8k`},
		{"pack --tokens 0k", exitFailed, `--tokens: 0 is not between 1 and`},
		{"pack --no-map=perhaps", exitUsage, `--no-map: "perhaps" is neither true nor false`},
		{"daemon --idle soon", exitUsage, `--idle: "soon" is not a time such as 10s or 5m`},
		{"pack --task", exitUsage, "--task: it wants a value"},
		{"rank --remote here", exitUsage, `--remote: "here" is neither auto, off nor an absolute path`},
		{"hook --tokens many", exitFailed, `contextls hook: --tokens: "many" is not`}, // else the agent throws the prompt away
		{"cache clera", exitUsage, "(did you mean clear?)"},
		{"setup claud", exitUsage, `there is no agent "claud" (did you mean claude?)`},
		{"completion basg", exitUsage, "(did you mean bash?)"},
		{"stats . .", exitUsage, "one folder at most: . ."},
		{"impact store/crat.py", exitFailed, "contextls impact: store/crat.py does not exist; the nearest is store/cart.py\n"},
		{"skeleton --file store/crat.py", exitFailed, "store/crat.py does not exist; the nearest is store/cart.py\n"},
		{"stats nowhere", exitFailed, "contextls stats: nowhere: there is no such folder\n"},
		{"tool", exitUsage, `there is no command "tool"`},
	} {
		out, errs, code := says(t, dir, shell.Screen{}, strings.Fields(tt.args)...)
		if code != tt.code || out != "" || !strings.Contains(errs, tt.want) {
			t.Errorf("%s: %d, %q, %q, want %d, %q", tt.args, code, out, errs, tt.code, tt.want)
		}
	}
}

// A file without a flag is a target, wherever it lies; one that is not there is a mistake.
func TestFilesAreTargets(t *testing.T) {
	dir, elsewhere := shop(t), t.TempDir()
	for _, tt := range []struct{ dir, one, other string }{
		{dir, "pack store/cart.py app.py --no-map", "pack --target store/cart.py --target app.py --no-map"},
		{dir, "pack store/cart.py:total .", "pack --target store/cart.py:total"},
		{elsewhere, "rank " + dir + "/store/cart.py", "rank --target store/cart.py " + dir},
		{elsewhere, "map store/cart.py:Cart.add " + dir, "map --target store/cart.py:Cart.add " + dir},
		{elsewhere, "impact " + dir + "/store/price.py:price", "impact --symbol price store/price.py " + dir},
		{dir, "skeleton store/price.py", "skeleton --file store/price.py"},
		{dir, "--saved -limit 1 rank app.py", "rank --saved --limit 1 app.py"}, // flags may come first…
		{dir, "--task map rank app.py", "rank --task map app.py"},              // …with a command's name for a value
	} {
		one, errs, code := says(t, tt.dir, shell.Screen{}, strings.Fields(tt.one)...)
		other, _, _ := says(t, tt.dir, shell.Screen{}, strings.Fields(tt.other)...)
		if code != exitOK || one == "" || one != other {
			t.Errorf("%s: %d, %s%s, want\n%s", tt.one, code, errs, one, other)
		}
	}
	for _, tt := range []struct{ args, want string }{
		{"pack store/crat.py", "contextls pack: store/crat.py does not exist; the nearest is store/cart.py; a file that is to be made is named with --new\n"},
		{"pack stroe", "contextls pack: stroe does not exist; the nearest is "},
		{"rank ../nowhere/app.py:3", "contextls rank: ../nowhere/app.py:3: there is no such file, and no such folder\n"},
		{"pack app.py . store", "one folder at most: . store"},
		{"skeleton app.py store/cart.py", "one file at most"},
	} {
		if out, errs, code := says(t, dir, shell.Screen{}, strings.Fields(tt.args)...); code == exitOK || out != "" || !strings.Contains(errs, tt.want) {
			t.Errorf("%s: %d, %q, %q, want %q", tt.args, code, out, errs, tt.want)
		}
	}
}

// Words that name no file are the task, once.
func TestWordsAreTheTask(t *testing.T) {
	dir := shop(t)
	write(t, dir+"/my notes.py", "def noted(): pass\n")
	for _, tt := range []struct{ one, other []string }{
		{[]string{"pack", "Round the sum"}, []string{"pack", "--task", "Round the sum"}},
		{[]string{"rank", "store/cart.py", "Round the sum in app.py:3", "."}, []string{"rank", "--target", "store/cart.py", "--task", "Round the sum in app.py:3"}},
		{[]string{"map", "my notes.py:noted", "Round it"}, []string{"map", "--target", "my notes.py:noted", "--task", "Round it"}},
	} {
		one, errs, code := says(t, dir, shell.Screen{}, tt.one...)
		if other, _, _ := says(t, dir, shell.Screen{}, tt.other...); code != exitOK || one == "" || one != other {
			t.Errorf("%q: %d, %s%s, want\n%s", tt.one, code, errs, one, other)
		}
	}
	for _, tt := range []struct {
		args []string
		want string
	}{
		{[]string{"pack", "Round the sum", "--task", "Round it"}, `contextls pack: there is no file "Round the sum", and a task is given already: "Round it"`},
		{[]string{"rank", "Round the sum", "Round it"}, `there is no file "Round it", and a task is given already: "Round the sum"`},
		{[]string{"impact", "my note.py"}, "my note.py does not exist; the nearest is my notes.py"},
	} {
		if out, errs, code := says(t, dir, shell.Screen{}, tt.args...); code == exitOK || out != "" || !strings.Contains(errs, tt.want) {
			t.Errorf("%q: %d, %q, %q, want %q", tt.args, code, out, errs, tt.want)
		}
	}
}

// What a pack's text may cost by default is what a chat takes, for JSON what the setting says; and a setting counts for both.
func TestPastedTokens(t *testing.T) {
	dir := shop(t)
	write(t, dir+"/long.py", strings.Repeat("def wanted(a, b):\n    return 'all of this is a line of its own'\n\n", 4000))
	length := func(args ...string) int {
		out, _, _ := says(t, dir, shell.Screen{}, append([]string{"pack", "long.py", "--no-map"}, args...)...)
		return len(regexp.MustCompile(`"builtAt": "[^"]*"`).ReplaceAllString(out, "")) // a time may end with zeros, which are not written
	}
	if short, same, long := length(), length("--tokens", "16000"), length("--tokens", "100000"); short != same || long < 2*short {
		t.Errorf("a pack has %d bytes, one of 16,000 tokens %d, one of 100,000 %d", short, same, long)
	}
	if all, same := length("--json"), length("--format", "json", "--tokens", "100000"); all != same {
		t.Errorf("as JSON a pack has %d bytes, one of 100,000 tokens %d", all, same)
	}
	write(t, dir+"/.contextls.toml", "tokenBudget = 3000\n")
	if set, same := length(), length("--tokens", "3000"); set != same {
		t.Errorf("with the setting a pack has %d bytes, with the flag %d", set, same)
	}
}

// On a terminal there are tables and colours, elsewhere the same words and nothing else.
func TestScreens(t *testing.T) {
	dir := shop(t)
	for _, args := range [][]string{{"rank"}, {"stats"}, {"impact", "store/price.py", "--symbol", "price"}, {"help"}, {"help", "pack"}, {"config"}} {
		plain, _, _ := says(t, dir, shell.Screen{}, args...)
		bare, _, _ := says(t, dir, shell.Screen{Width: 300}, args...)
		colours, _, _ := says(t, dir, shell.Screen{Width: 300, Colour: true}, args...)
		if strings.Contains(plain+bare, "\x1b") || !strings.Contains(colours, "\x1b[") {
			t.Errorf("%q: colours are in the wrong place:\n%q\n%q", args, plain, colours)
		}
		clean := regexp.MustCompile("\x1b\\[[0-9;]*m").ReplaceAllString(colours, "")
		if clean != bare {
			t.Errorf("%q: with colours\n%s\nwithout\n%s", args, clean, bare)
		}
		if args[0] != "help" && !slices.Equal(strings.Fields(bare), strings.Fields(plain)) {
			t.Errorf("%q: on a terminal\n%s\nelsewhere\n%s", args, bare, plain)
		}
	}
}

func TestStatsTable(t *testing.T) {
	out, _, code := says(t, shop(t), shell.Screen{}, "stats")
	contains(t, out, "Files               ", "Language  files  imports  resolved  external  ambiguous  unresolved\npython        4        3         3         0          0           0\n",
		"Most important files\n  0.", "Left out\n  1  ignored: default (.git)\n  1  secret\n")
	if code != exitOK {
		t.Errorf("%d", code)
	}
}

func TestVersionOfBuild(t *testing.T) {
	if out, _, _ := says(t, t.TempDir(), shell.Screen{}, "--version"); !strings.HasPrefix(out, "contextls "+release) {
		t.Error(out)
	}
	vcs := []debug.BuildSetting{{Key: "vcs.revision", Value: "13537185b0"}, {Key: "vcs.time", Value: "2026-11-22T10:00:00Z"}, {Key: "vcs.modified", Value: "true"}}
	for _, tt := range []struct {
		version  string
		settings []debug.BuildSetting
		want     build
	}{
		{"(devel)", nil, build{Version: release}},
		{"v1.2.3+dirty", nil, build{Version: "1.2.3"}},
		{"v0.0.0-20261122100000-13537185b0ab", nil, build{Version: release, Commit: "13537185b0ab", Date: "2026-11-22T10:00:00Z"}},
		{"v0.0.0-20261122100000-13537185b0ab+dirty", vcs, build{Version: release, Commit: "13537185b0", Date: "2026-11-22T10:00:00Z", Modified: true}},
	} {
		got := buildOf(&debug.BuildInfo{Main: debug.Module{Version: tt.version}, Settings: tt.settings})
		if got.Go, got.Platform = "", ""; got != tt.want {
			t.Errorf("%s: %+v, want %+v", tt.version, got, tt.want)
		}
	}
}

func TestCompletion(t *testing.T) {
	for _, tt := range []struct{ shell, want string }{
		{"bash", "complete -o default"}, {"zsh", "#compdef contextls"}, {"fish", "complete -c contextls"}, {"powershell", "Register-ArgumentCompleter"},
	} {
		if out, errs, code := says(t, t.TempDir(), shell.Screen{}, "completion", tt.shell); code != exitOK || !strings.Contains(out, tt.want) {
			t.Errorf("%s: %d, %s", tt.shell, code, errs)
		}
	}
	for _, tt := range []struct{ args, want string }{
		{"__complete pa", "pack\tprint the context for a change"},
		{"__complete help im", "\nimpact\n"},
		{"__complete pack --tas", "--task\twhat is to be done, in WORDS; the same as \"WORDS\" in quotes without the flag\n"},
		{"__complete pack --format m", "markdown\nxml\n"},
		{"__complete pack --target ", ":0\n"}, // files
		{"__complete pack ", ":0\n"},
		{"__complete setup clau", "claude\n"},
		{"__complete completion z", "zsh\n"},
	} {
		args := strings.Split(tt.args, " ")
		out, _, code := says(t, t.TempDir(), shell.Screen{}, args...)
		if code != exitOK || !strings.Contains(out, tt.want) {
			t.Errorf("%q: %d, %q, want %q", args, code, out, tt.want)
		}
	}
}

// The manual page that packages install is what the commands say of themselves.
func TestManualPage(t *testing.T) {
	page, errs, code := says(t, t.TempDir(), shell.Screen{}, "man")
	if code != exitOK || errs != "" {
		t.Fatalf("%d, %s", code, errs)
	}
	if *update {
		write(t, "contextls.1", page)
	}
	if kept, err := os.ReadFile("contextls.1"); err != nil || string(kept) != page {
		t.Errorf("contextls.1 is out of date, %v: go test ./cmd/contextls -run TestManualPage -update", err)
	}
}

// A drawing is SVG for a program and Mermaid for a terminal.
func TestGraph(t *testing.T) {
	dir := shop(t)
	for _, tt := range []struct {
		args string
		on   shell.Screen
		want string
	}{
		{"graph store/cart.py", shell.Screen{}, "<svg "},
		{"graph store/cart.py", shell.Screen{Width: 80}, "flowchart LR\n"},
		{"graph --target store/cart.py --format svg", shell.Screen{Width: 80}, "store/cart.py · 4 files, 3 imports</text>"},
		{"graph --target store/cart.py:total --depth 1 --format html .", shell.Screen{}, "<tr><td>app.py<td>imports it<td>"},
		{"graph --format dot", shell.Screen{}, "shop · 4 of 4 files, 3 imports"},
		{"graph --json store/price.py", shell.Screen{}, `"title": "store/price.py · 4 files, 3 imports"`},
		{"graph --depth 1 store/price.py --format mermaid", shell.Screen{}, "store/price.py · 2 files, 1 import\n"},
	} {
		out, errs, code := says(t, dir, tt.on, strings.Fields(tt.args)...)
		if code != exitOK || errs != "" || !strings.Contains(out, tt.want) {
			t.Errorf("%s: %d, %s%s, want %s", tt.args, code, errs, out, tt.want)
		}
	}
	for _, tt := range []struct{ args, want string }{
		{"graph store/crat.py", "store/crat.py does not exist; the nearest is store/cart.py"},
		{"graph app.py store/cart.py", "one file at most"},
		{"graph app.py --depth 0", "--depth: 0 is not positive"},
		{"graph --format png", `--format: "png" is not one of svg, html, mermaid, dot, json`},
	} {
		if out, errs, code := says(t, dir, shell.Screen{}, strings.Fields(tt.args)...); code == exitOK || out != "" || !strings.Contains(errs, tt.want) {
			t.Errorf("%s: %d, %q, %q, want %q", tt.args, code, out, errs, tt.want)
		}
	}
}
