//go:build !windows

package main

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/contextls/contextls/lsp/lsptest"
	"github.com/contextls/contextls/workspace/faulttest"
)

// attachedTo is an editor whose server is started with flags; kill ends that process.
func attachedTo(t *testing.T, remote, dir string, env []string, flags ...string) (e *lsptest.Editor, kill func(), wait func() int) {
	t.Helper()
	cmd := contextls(t, dir, append([]string{"serve", "--remote=" + remote}, flags...)...)
	cmd.Env = append(slices.DeleteFunc(cmd.Env, func(v string) bool { return strings.HasPrefix(v, "CONTEXTLS_STRESS=") }), env...) // which is no setting
	return started(t, cmd)
}

func started(t *testing.T, cmd *exec.Cmd) (e *lsptest.Editor, kill func(), wait func() int) {
	t.Helper()
	streams := piped(t, cmd)
	e = lsptest.New(t, streams)
	t.Cleanup(func() {
		streams.Close()
		cmd.Wait()
	})
	return e, func() { cmd.Process.Signal(syscall.SIGKILL) }, func() int {
		cmd.Wait()
		return cmd.ProcessState.ExitCode()
	}
}

func killDaemons(t *testing.T, remote string) (n int) {
	for _, pid := range daemons(t, remote) {
		syscall.Kill(pid, syscall.SIGKILL)
		n++
	}
	return n
}

// offering are capabilities with a position encoding.
func offering(encoding string) map[string]any {
	return map[string]any{"general": map[string]any{"positionEncodings": []string{encoding}}}
}

// The daemon is killed again and again while two editors type in each encoding: no edit is lost, no request fails, and in the end the
// index is that of a server that was told everything at once.
func TestDaemonKilledWhileTyping(t *testing.T) {
	kills := faulttest.Times(t, "daemons killed while editors type", "daemons", 6, 20, 60)
	for _, encoding := range []string{"utf-8", "utf-16", "utf-32"} {
		t.Run(encoding, func(t *testing.T) {
			t.Parallel()
			dir, remote := shop(t), remote(t)
			e, _, _ := attachedTo(t, remote, dir, nil)
			other, _, _ := attachedTo(t, remote, dir, nil)
			e.Initialize(offering(encoding), dir)
			other.Initialize(nil, dir)
			uris := []string{lsptest.URI(filepath.Join(dir, "store", "cart.py")), lsptest.URI(filepath.Join(dir, "store", "new.py"))}
			random, texts := rand.New(rand.NewPCG(uint64(len(encoding)), 2)), map[string]string{}
			for _, uri := range uris {
				texts[uri] = "# é🐍\ndef first():\n    return 1\n"
				e.Open(uri, "python", 0, texts[uri])
			}
			other.Open(uris[0], "python", 1, "def of_other():\n    pass\n")
			version := 0
			for killed := 0; killed < kills; {
				for range 1 + random.IntN(20) {
					version++
					uri := uris[random.IntN(len(uris))]
					edit := lsptest.Edit{Range: [4]int{0, 2, 0, 2 + random.IntN(2)}, Text: []string{"x", "ü", "🐍"}[random.IntN(3)]}
					if random.IntN(3) == 0 {
						edit = lsptest.Edit{Range: [4]int{1, 0, 1, 0}, Text: fmt.Sprintf("def at%d():\n    pass\n", version)}
					}
					texts[uri] = lsptest.Apply(texts[uri], edit, encoding)
					e.Change(uri, version, edit)
				}
				pack := e.Start("context/pack", map[string]any{"targets": []map[string]string{{"uri": uris[0]}}})
				symbols := e.Start("context/symbols", map[string]string{"uri": uris[1]})
				killed += killDaemons(t, remote)
				var answer struct{ Text string }
				if err := pack.Wait(&answer); err != nil {
					t.Fatal(err)
				}
				if !strings.Contains(answer.Text, texts[uris[0]]) {
					t.Fatalf("version %d is not in the pack:\n%s\nwant\n%s", version, answer.Text, texts[uris[0]])
				}
				if err := symbols.Wait(nil); err != nil {
					t.Fatal(err)
				}
			}
			alone, _, _ := attachedTo(t, "off", dir, nil)
			alone.Initialize(offering(encoding), dir)
			for _, uri := range uris {
				alone.Open(uri, "python", version, texts[uri])
			}
			for _, method := range []string{"context/symbols", "context/imports", "context/rank"} {
				for _, uri := range uris {
					params := map[string]any{"uri": uri}
					if method == "context/rank" {
						params = map[string]any{"targets": []map[string]string{{"uri": uri}}}
					}
					if got, want := answerOf(t, e, method, params), answerOf(t, alone, method, params); got != want {
						t.Errorf("%s:\n%s\nin a fresh process\n%s", method, got, want)
					}
				}
			}
			if got := answerOf(t, other, "context/symbols", map[string]any{"uri": uris[0]}); !strings.Contains(got, `"of_other"`) || strings.Contains(got, `"first"`) {
				t.Errorf("the other editor sees %s", got)
			}
			for _, e := range []*lsptest.Editor{e, other} {
				e.Shutdown()
			}
		})
	}
}

// A daemon that hangs is given up: each editor goes on in its own process, with all that was typed meanwhile, be it more than fits on
// the way. When the daemon goes on, nobody hears of it what was answered already, and commands are answered by it again.
func TestDaemonHangs(t *testing.T) {
	dir, remote := shop(t), remote(t)
	uri := lsptest.URI(filepath.Join(dir, "store", "cart.py"))
	var editors []*lsptest.Editor
	var texts []string
	for i := range 2 {
		e, _, _ := attachedTo(t, remote, dir, nil)
		e.Initialize(nil, dir)
		texts = append(texts, fmt.Sprintf("def of_%d():\n    pass\n", i))
		e.Open(uri, "python", 0, texts[i])
		e.MustCall("context/symbols", map[string]string{"uri": uri}, nil)
		editors = append(editors, e)
	}
	stopped := daemons(t, remote)
	for _, pid := range stopped {
		syscall.Kill(pid, syscall.SIGSTOP)
		defer syscall.Kill(pid, syscall.SIGCONT) // if the test ends before
	}
	var packs []lsptest.Pending
	for i, e := range editors {
		e.Start("context/symbols", map[string]string{"uri": uri})
		for version := 1; version < 1000; version++ {
			edit := lsptest.Edit{Range: [4]int{0, 0, min(version-1, 1), 0}, Text: fmt.Sprintf("# %d %s\n", version, strings.Repeat("x", 999))}
			texts[i] = lsptest.Apply(texts[i], edit, "utf-16")
			e.Change(uri, version, edit)
		}
		packs = append(packs, e.Start("context/pack", map[string]any{"targets": []map[string]string{{"uri": uri}}}))
	}
	for i, pack := range packs {
		var answer struct{ Text string }
		if err := pack.Wait(&answer); err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(answer.Text, texts[i]) {
			t.Errorf("the pack has not what was typed last:\n%s", answer.Text)
		}
	}
	for _, pid := range stopped {
		syscall.Kill(pid, syscall.SIGCONT)
	}
	ask(t, remote, dir, "", "map")
	for i, e := range editors {
		if got := answerOf(t, e, "context/symbols", map[string]any{"uri": uri}); !strings.Contains(got, fmt.Sprintf(`"of_%d"`, i)) {
			t.Errorf("editor %d sees %s", i, got)
		}
		var stats struct{ Folders []struct{ SharedWith int } }
		e.MustCall("context/stats", map[string]any{}, &stats)
		if len(stats.Folders) != 1 || stats.Folders[0].SharedWith != 0 {
			t.Errorf("editor %d is not served by its own process: %+v", i, stats)
		}
		e.Shutdown()
	}
}

// answerOf is an answer without what says when it was made and of which versions.
func answerOf(t *testing.T, e *lsptest.Editor, method string, params map[string]any) string {
	t.Helper()
	var answer map[string]any
	e.MustCall(method, params, &answer)
	delete(answer, "provenance")
	text, err := json.Marshal(answer)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// What one editor has set, trusts and opened is nothing to another one of the same daemon, and its commands run in its environment.
func TestEditorsApart(t *testing.T) {
	dir, remote := shop(t), remote(t)
	options := func(trusted bool, ignore string) map[string]any {
		return map[string]any{"processId": nil, "capabilities": map[string]any{}, "workspaceFolders": []map[string]string{{"uri": lsptest.URI(dir), "name": "shop"}},
			"initializationOptions": map[string]any{"trusted": trusted, "ignore": []string{ignore}, "commands": map[string]any{"run_tests": []string{"sh", "-c", "echo it is $WHO"}}}}
	}
	run := func(e *lsptest.Editor) string {
		var answer struct {
			Results []struct {
				Content string
				Error   *string
			}
		}
		e.MustCall("context/explore", map[string]any{"requests": []any{map[string]any{"provider": "run_tests", "params": map[string]any{}}}}, &answer)
		if r := answer.Results[0]; r.Error != nil {
			return *r.Error
		} else {
			return r.Content
		}
	}
	var editors []*lsptest.Editor
	for i, trusted := range []bool{true, false, true} {
		e, _, _ := attachedTo(t, remote, dir, []string{fmt.Sprintf("WHO=number %d", i)})
		e.Expect("context/didChangeIndex")
		e.MustCall("initialize", options(trusted, []string{"app.py", "test_cart.py", "nothing"}[i]), nil)
		e.Notify("initialized", map[string]any{})
		editors = append(editors, e)
	}
	for again := range 2 {
		contains(t, run(editors[0]), "it is number 0")
		if got := run(editors[1]); strings.Contains(got, "it is") {
			t.Errorf("an editor that does not trust the folder has its command run: %s", got)
		}
		contains(t, run(editors[2]), "it is number 2")
		for i, want := range []int{3, 3, 4} {
			var stats struct{ Folders []struct{ Files int } }
			e := editors[i]
			eventually(t, "all is read", func() bool {
				e.MustCall("context/stats", map[string]any{}, &stats)
				return len(stats.Folders) == 1 && stats.Folders[0].Files == want
			})
		}
		if n := killDaemons(t, remote); again == 0 && n != 1 {
			t.Errorf("%d daemons were there", n)
		}
	}
}

// A session ends with its editor, or with the editor's process, and the daemon goes on for the others.
func TestEditorGone(t *testing.T) {
	dir, remote := shop(t), remote(t)
	stays, _, _ := attachedTo(t, remote, dir, nil)
	stays.Initialize(nil, dir)
	publishing := func() int {
		sockets, err := filepath.Glob(filepath.Join(remote, "*.editor"))
		if err != nil {
			t.Fatal(err)
		}
		return len(sockets)
	}
	eventually(t, "one is there", func() bool { return publishing() == 1 })
	for _, how := range []string{"killed", "closed", "process"} {
		gone, kill, wait := attachedTo(t, remote, dir, nil)
		sleeping := sleeps(t)
		gone.Expect("context/didChangeIndex")
		gone.MustCall("initialize", map[string]any{"processId": sleeping.Pid, "capabilities": map[string]any{}, "rootUri": lsptest.URI(dir)}, nil)
		gone.Notify("initialized", map[string]any{})
		eventually(t, "both are there", func() bool { return publishing() == 2 })
		eventually(t, "the folder is shared", func() bool {
			var stats struct{ Folders []struct{ SharedWith int } }
			stays.MustCall("context/stats", map[string]any{}, &stats)
			return stats.Folders[0].SharedWith == 1
		})
		switch how {
		case "killed":
			kill()
		case "closed":
			gone.Close()
		case "process":
			sleeping.Kill()
			sleeping.Wait()
		}
		eventually(t, "the session has ended: "+how, func() bool { return publishing() == 1 })
		if code := wait(); how != "killed" && code != 1 {
			t.Errorf("%s: exit code %d", how, code)
		}
	}
	var stats struct {
		Folders []struct{ Files, SharedWith int }
	}
	eventually(t, "its folder is its own again", func() bool {
		stays.MustCall("context/stats", map[string]any{}, &stats)
		return len(stats.Folders) == 1 && stats.Folders[0].Files == 4 && stats.Folders[0].SharedWith == 0
	})
	stays.Shutdown()
	if n := len(daemons(t, remote)); n != 1 {
		t.Errorf("%d daemons", n)
	}
}

// sleeps is a process that stands for an editor's.
func sleeps(t *testing.T) *os.Process {
	t.Helper()
	p, err := os.StartProcess("/bin/sleep", []string{"sleep", "600"}, &os.ProcAttr{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		p.Kill()
		p.Wait()
	})
	return p
}

// An editor that does not read waits for itself alone.
func TestEditorDoesNotRead(t *testing.T) {
	dir, remote := shop(t), remote(t)
	cmd := contextls(t, dir, "serve", "--remote="+remote)
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := cmd.StdoutPipe(); err != nil { // nobody reads it
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	full := make(chan struct{})
	go func() {
		defer close(full)
		send := func(body string) error {
			_, err := fmt.Fprintf(in, "Content-Length: %d\r\n\r\n%s", len(body), body)
			return err
		}
		_ = send(fmt.Sprintf(`{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"capabilities":{},"rootUri":%q}}`, lsptest.URI(dir)))
		_ = send(`{"jsonrpc":"2.0","method":"initialized","params":{}}`)
		for i := 1; send(fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":"context/stats","params":{}}`, i)) == nil; i++ {
		}
	}()
	reads, _, _ := attachedTo(t, remote, dir, nil)
	reads.Initialize(nil, dir)
	for range 50 {
		reads.MustCall("context/repoMap", map[string]any{}, nil)
	}
	cmd.Process.Kill()
	cmd.Wait()
	<-full
	reads.Shutdown()
}

// Where there can be no daemon, where something is asked of this process, and where the daemon is turned off, an editor is served in process.
func TestEditorInProcess(t *testing.T) {
	dir := shop(t)
	for name, flags := range map[string][]string{"off": nil, "nowhere": nil, "logged": {"--log=" + filepath.Join(t.TempDir(), "log")}, "debugged": {"--debug=localhost:0"}} {
		t.Run(name, func(t *testing.T) {
			remote := remote(t)
			at := remote
			switch name {
			case "off":
				at = "off"
			case "nowhere":
				at = filepath.Join(dir, "app.py")
			}
			e, _, wait := attachedTo(t, at, dir, nil, flags...)
			e.Initialize(nil, dir)
			e.AwaitIndex(dir, "ready")
			e.Shutdown()
			if code := wait(); code != 0 {
				t.Errorf("exit code %d", code)
			}
			if n := len(daemons(t, remote)); n != 0 {
				t.Errorf("%d daemons", n)
			}
		})
	}
}

// Where the program was replaced, as an update does it, the daemon of the old one that is lost is not started again: the editor's own
// process goes on.
func TestProgramReplaced(t *testing.T) {
	dir, remote := shop(t), remote(t)
	cmd := contextls(t, dir, "serve", "--remote="+remote)
	program, err := os.ReadFile(cmd.Path)
	if err != nil {
		t.Fatal(err)
	}
	cmd.Path = filepath.Join(t.TempDir(), "contextls")
	if err := os.WriteFile(cmd.Path, program, 0o755); err != nil {
		t.Fatal(err)
	}
	e, _, wait := started(t, cmd)
	e.Initialize(nil, dir)
	uri := lsptest.URI(filepath.Join(dir, "app.py"))
	e.Open(uri, "python", 1, "def typed():\n    pass\n")
	e.MustCall("context/symbols", map[string]string{"uri": uri}, nil)
	if err := os.Chtimes(cmd.Path, time.Now(), time.Now().Add(time.Hour)); err != nil {
		t.Fatal(err)
	}
	if n := killDaemons(t, remote); n != 1 {
		t.Errorf("%d daemons were there", n)
	}
	contains(t, answerOf(t, e, "context/symbols", map[string]any{"uri": uri}), `"typed"`)
	if n := len(daemons(t, remote)); n != 0 {
		t.Errorf("%d daemons were started", n)
	}
	e.Shutdown()
	if code := wait(); code != 0 {
		t.Errorf("exit code %d", code)
	}
}
