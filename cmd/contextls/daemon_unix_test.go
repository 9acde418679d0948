//go:build !windows

package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/contextls/contextls/cmd/contextls/shell"
)

// remote is a directory for the sockets of a test's own daemons, which end with the test.
func remote(t *testing.T) string {
	t.Helper()
	dir, err := os.MkdirTemp("", "remote") // a test's own directories have names that are too long for sockets
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		defer os.RemoveAll(dir)
		defer func() {
			logs, _ := filepath.Glob(filepath.Join(dir, "*.log"))
			for _, log := range logs {
				if text, _ := os.ReadFile(log); t.Failed() {
					t.Logf("%s: %s", log, text)
				}
			}
		}()
		for _, pid := range daemons(t, dir) {
			syscall.Kill(pid, syscall.SIGTERM)
		}
		eventually(t, "the daemons end", func() bool { return len(daemons(t, dir)) == 0 })
	})
	return dir
}

// daemons are the processes that hold the locks of a directory.
func daemons(t *testing.T, dir string) (pids []int) {
	t.Helper()
	locks, err := filepath.Glob(filepath.Join(dir, "*.lock"))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range locks {
		f, err := os.Open(name)
		if err != nil {
			t.Fatal(err)
		}
		text, _ := os.ReadFile(name)
		pid, err := strconv.Atoi(strings.TrimSpace(string(text)))
		if syscall.Flock(int(f.Fd()), syscall.LOCK_SH|syscall.LOCK_NB) != nil && err == nil {
			pids = append(pids, pid)
		}
		f.Close()
	}
	return pids
}

func eventually(t *testing.T, what string, is func() bool) {
	t.Helper()
	for end := time.Now().Add(time.Minute); !is(); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("never: %s", what)
		}
	}
}

// printed is what a command has printed.
type printed struct {
	out, err string
	code     int
}

// ask runs a command that asks the daemon of a directory, or none with off.
func ask(t *testing.T, remote, dir, input string, args ...string) printed {
	t.Helper()
	cmd := contextls(t, dir, args...)
	cmd.Env = append(cmd.Env, remoteVariable+"="+remote)
	var out, errs bytes.Buffer
	cmd.Stdin, cmd.Stdout, cmd.Stderr = strings.NewReader(input), &out, &errs
	err := cmd.Run()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	return printed{out.String(), errs.String(), cmd.ProcessState.ExitCode()}
}

// moment is when an answer was made, and from what was kept on disk: all that may differ between two of them.
var moment = regexp.MustCompile(`"(builtAt|updatedAt|cache)": ?("[^"]*"|{[^}]*})`)

// degraded is what a busy machine may keep git from.
var degraded = regexp.MustCompile(`(?m)^contextls: degraded: .*\n`)

func (p printed) timeless() printed {
	p.out, p.err = moment.ReplaceAllString(p.out, `"$1":""`), degraded.ReplaceAllString(p.err, "")
	return p
}

// TestDaemonOnScreens holds what the daemon answers for terminals to what is answered there in process.
func TestDaemonOnScreens(t *testing.T) {
	dir, remote := shop(t), remote(t)
	t.Setenv(asCommand, "1") // the daemon is started from here
	for _, on := range []shell.Screen{{}, {Width: 60}, {Width: 60, Colour: true}} {
		for _, args := range [][]string{{"rank", "store/cart.py"}, {"stats"}, {"impact", "store/cart.py"}, {"pack", "app.py"}, {"graph", "app.py"}, {"pack", "ap.py"}} {
			here, hereErrs, hereCode := says(t, dir, on, append(args, "--remote=off")...)
			there, thereErrs, thereCode := says(t, dir, on, append(args, "--remote="+remote)...)
			if here != there || hereErrs != thereErrs || hereCode != thereCode {
				t.Errorf("%q on %+v: %q, %q, %d, from the daemon %q, %q, %d", args, on, here, hereErrs, hereCode, there, thereErrs, thereCode)
			}
		}
	}
	if len(daemons(t, remote)) == 0 {
		t.Error("no daemon was asked")
	}
}

// TestDaemonSaysTheSame holds what the daemon answers to what is answered in process, byte for byte.
func TestDaemonSaysTheSame(t *testing.T) {
	dir, remote := shop(t), remote(t)
	prompt, err := json.Marshal(map[string]string{"hook_event_name": "UserPromptSubmit", "cwd": dir, "prompt": "Round the sum in total"})
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		args  []string
		input string
	}{
		{args: []string{"pack", "--target", "store/cart.py", "--task", "Round the sum"}},
		{args: []string{"pack", "--target", "cart.py:total", "--tokens", "60"}},
		{args: []string{"pack", "--format", "json", "--task", "Round the sum", ".."}},
		{args: []string{"pack", "--target", "nowhere.py"}},
		{args: []string{"pack", "--tokens", "-1"}},
		{args: []string{"pack", "--format", "word"}},
		{args: []string{"map", "--tokens", "200"}},
		{args: []string{"rank", "--target", "cart.py"}},
		{args: []string{"rank", "--json", "--definitions", "3", "--task", "price"}},
		{args: []string{"query", "price"}},
		{args: []string{"query", "--json", "--tier", "2", "price", ".."}},
		{args: []string{"query", "nothing of the kind"}},
		{args: []string{"skeleton"}},
		{args: []string{"skeleton", "--file", "cart.py"}},
		{args: []string{"impact", "--symbol", "price", "price.py", ".."}},
		{args: []string{"impact", "--json", "price.py"}},
		{args: []string{"graph", "cart.py"}},
		{args: []string{"graph", "--json", ".."}},
		{args: []string{"stats"}},
		{args: []string{"stats", "--json"}},
		{args: []string{"map", "--json", "cart.py"}},

		{args: []string{"export", "--json"}},
		{args: []string{"explore", "--providers"}},
		{args: []string{"explore"}, input: `{"requests":[{"provider":"repo_map"}]}` + "\n" + `{"requests":[{"provider":"no such"}]}`},
		{args: []string{"hook", "--timeout", "1m"}, input: string(prompt)},
		{args: []string{"hook", "--timeout", "1m", "--verbose"}, input: "{}"},
		{args: []string{"map", "nowhere"}},
	} {
		name := strings.Join(tt.args, " ")
		at := filepath.Join(dir, "store")
		want := ask(t, "off", at, tt.input, tt.args...).timeless()
		for range 2 { // read anew, and kept
			if got := ask(t, remote, at, tt.input, tt.args...).timeless(); got != want {
				t.Errorf("%s:\n%+v\nwithout the daemon\n%+v", name, got, want)
			}
		}
	}
	if n := len(daemons(t, remote)); n != 1 {
		t.Errorf("%d daemons", n)
	}
}

// What was saved before a command starts is in its answer.
func TestDaemonSeesWhatIsSaved(t *testing.T) {
	dir, remote := shop(t), remote(t)
	for i := range 5 {
		if i == 3 { // another directory of the same name
			if err := os.Rename(dir, dir+"-old"); err != nil {
				t.Fatal(err)
			}
			write(t, filepath.Join(dir, ".git/HEAD"), "ref: refs/heads/main\n")
		}
		write(t, filepath.Join(dir, "store", "price.py"), fmt.Sprintf("def price_%d(item):\n    return item.price\n", i))
		contains(t, ask(t, remote, dir, "", "skeleton", "--file=store/price.py").out, fmt.Sprintf("price_%d", i))
	}
}

// Settings are those of whoever asks.
func TestDaemonHasSettingsOfTheCall(t *testing.T) {
	dir, remote := shop(t), remote(t)
	contains(t, ask(t, remote, dir, "", "map").out, "def main()")
	write(t, filepath.Join(dir, ".contextls.toml"), "ignore = [\"app.py\"]\n")
	if got := ask(t, remote, dir, "", "map").out; strings.Contains(got, "def main()") {
		t.Errorf("what is ignored is shown:\n%s", got)
	}
}

// Many who start at once have one daemon.
func TestDaemonStartsOnce(t *testing.T) {
	dir, remote := shop(t), remote(t)
	want := ask(t, "off", dir, "", "map").timeless()
	var all sync.WaitGroup
	for range 6 {
		all.Go(func() {
			if got := ask(t, remote, dir, "", "map").timeless(); got != want {
				t.Errorf("%+v", got)
			}
		})
	}
	all.Wait()
	if n := len(daemons(t, remote)); n != 1 {
		t.Errorf("%d daemons", n)
	}
}

// What is started with another environment, or is another build, has a daemon of its own.
func TestDaemonOfAnotherEnvironment(t *testing.T) {
	dir, remote := shop(t), remote(t)
	ask(t, remote, dir, "", "map")
	t.Setenv("CONTEXTLS_REPO_MAP_TOKENS", "20")
	if got, want := ask(t, remote, dir, "", "map").timeless(), ask(t, "off", dir, "", "map").timeless(); got != want {
		t.Errorf("%+v\nwithout the daemon\n%+v", got, want)
	}
	if n := len(daemons(t, remote)); n != 2 {
		t.Errorf("%d daemons", n)
	}
}

// A daemon that is killed while it answers is one that was not there.
func TestDaemonIsKilled(t *testing.T) {
	dir, remote := shop(t), remote(t)
	round := `{"requests":[{"provider":"repo_map"}]}` + "\n"
	want := ask(t, "off", dir, round+round+round, "explore").timeless()
	for after := range 3 { // rounds
		ask(t, remote, dir, "", "map") // there is one
		cmd := contextls(t, dir, "explore")
		cmd.Env = append(cmd.Env, remoteVariable+"="+remote)
		streams := piped(t, cmd)
		var got strings.Builder
		lines := json.NewDecoder(streams)
		for n := range 3 {
			if n == after {
				for _, pid := range daemons(t, remote) {
					syscall.Kill(pid, syscall.SIGKILL)
				}
			}
			if _, err := streams.Write([]byte(round)); err != nil {
				t.Fatal(err)
			}
			var line json.RawMessage
			if err := lines.Decode(&line); err != nil {
				t.Fatal(err)
			}
			got.Write(append(line, '\n'))
		}
		streams.Close()
		if err := cmd.Wait(); err != nil {
			t.Error(err)
		}
		if got := (printed{out: got.String()}).timeless(); got.out != want.out {
			t.Errorf("killed after %d rounds:\n%s\nwithout the daemon\n%s", after, got.out, want.out)
		}
	}
}

// Where there can be no daemon, commands do without.
func TestNoDaemon(t *testing.T) {
	dir := shop(t)
	want := ask(t, "off", dir, "", "map").timeless()
	others := filepath.Join(t.TempDir(), "others")
	if err := os.Mkdir(others, 0o755); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "file")
	write(t, file, "")
	for name, remote := range map[string]string{
		"others may use the directory": others, "no directory": file, "too long": filepath.Join(t.TempDir(), strings.Repeat("long", 30)), "a mistake": "here",
	} {
		if got := ask(t, remote, dir, "", "map").timeless(); got != want {
			t.Errorf("%s: %+v", name, got)
		}
		if sockets, _ := filepath.Glob(filepath.Join(remote, "*.sock")); len(sockets) > 0 {
			t.Errorf("%s: there is %v", name, sockets)
		}
	}
	if got := ask(t, "off", dir, "", "map", "--remote=here"); got.code != exitUsage {
		t.Errorf("%+v", got)
	}
}

// A daemon that nobody asks ends.
func TestDaemonEnds(t *testing.T) {
	remote := remote(t)
	cmd := contextls(t, t.TempDir(), "daemon", "--idle=1s", "--remote="+remote)
	if out, err := cmd.CombinedOutput(); err != nil || len(out) > 0 {
		t.Errorf("%v\n%s", err, out)
	}
	if sockets, _ := filepath.Glob(filepath.Join(remote, "*.sock")); len(sockets) > 0 {
		t.Errorf("it leaves %v", sockets)
	}
}

// The doctor says whether there is a daemon, and why there is none.
func TestDoctorOnDaemon(t *testing.T) {
	home, dir := patient(t)
	remote := remote(t)
	tell := func(remote string, wantCode int, want string) {
		t.Helper()
		out, code := examine(t, home, dir, remoteVariable+"="+remote)
		if code != wantCode {
			t.Errorf("%s: exit code %d:\n%s", want, code, out)
		}
		contains(t, squeezed(out), want)
		private(t, out, home)
	}
	tell(remote, exitOK, "state  does not run: the first command")
	e, _ := editor(t, remote, dir)
	e.MustCall("context/stats", map[string]any{}, nil)
	eventually(t, "the editor can be asked", func() bool {
		sockets, _ := filepath.Glob(filepath.Join(remote, "*.editor"))
		return len(sockets) == 1
	})
	ask(t, remote, dir, "", "map") // in another environment, which has a daemon of its own
	tell(remote, exitOK, "others  1, of other builds or environments")
	tell(remote, exitOK, "editors  1 tell")
	athome(t, home, []string{remoteVariable + "=" + remote}, "map", dir)
	tell(remote, exitOK, "state  runs")
	for _, pid := range daemons(t, remote) {
		syscall.Kill(pid, syscall.SIGSTOP)
		defer syscall.Kill(pid, syscall.SIGCONT) // before it is told to end
	}
	eventually(t, "the daemon is stopped", func() bool { // a signal is only on its way when it is sent
		_, code := examine(t, home, dir, remoteVariable+"="+remote)
		return code == exitFailed
	})
	tell(remote, exitFailed, "state  does not answer")
	tell(remote, exitFailed, "- the daemon does not answer; its process is ")
	others := filepath.Join(t.TempDir(), "others")
	if err := os.Mkdir(others, 0o755); err != nil {
		t.Fatal(err)
	}
	tell(others, exitFailed, "there can be no daemon, so that each command indexes the folder: … may be used by others")
}
