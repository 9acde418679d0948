package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/contextls/contextls/lsp/settings"
)

// runHook gives JSON to the hook as an agent does.
func runHook(t *testing.T, input string, args ...string) (stdout, stderr string) {
	t.Helper()
	var out, errs bytes.Buffer
	cmd := contextls(t, t.TempDir(), append([]string{"hook", "--timeout", "1m"}, args...)...) // a busy machine takes its time
	cmd.Stdin, cmd.Stdout, cmd.Stderr = strings.NewReader(input), &out, &errs
	if err := cmd.Run(); err != nil {
		t.Errorf("hook %q: %v\n%s", args, err, errs.String())
	}
	return out.String(), errs.String()
}

// input is what Claude Code sends with an event: the fields of all events, and the event's own.
func input(t *testing.T, event, cwd string, own map[string]any) string {
	t.Helper()
	fields := map[string]any{
		"session_id": "4f2f1c9e", "transcript_path": "/home/u/.claude/projects/shop/4f2f1c9e.jsonl", "cwd": cwd,
		"permission_mode": "default", "hook_event_name": event,
	}
	for k, v := range own {
		fields[k] = v
	}
	text, err := json.Marshal(fields)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func TestHook(t *testing.T) {
	dir := shop(t)
	prompt := "Round the sum in `total`.\n\n## Task\n\n```\nTraceback: store/cart.py\n```"
	for _, c := range []struct {
		event, cwd string
		own        map[string]any
		args       []string
		want       []string
	}{
		{"SessionStart", dir, map[string]any{"source": "startup", "model": "m"}, nil, []string{"store/cart.py", "class Cart"}},
		{"UserPromptSubmit", filepath.Join(dir, "store"), map[string]any{"prompt": prompt}, nil,
			[]string{"defines total, which the task names", "def total(cart)", "store/cart.py → store/price.py", "app.py"}},
		{"SubagentStart", dir, map[string]any{"agent_id": "a1", "agent_type": "Explore"}, []string{"--guideline"},
			[]string{"store/price.py", "work within them", "worth reporting"}},
	} {
		out, errs := runHook(t, input(t, c.event, c.cwd, c.own), c.args...)
		var answer map[string]map[string]string
		if err := json.Unmarshal([]byte(out), &answer); err != nil {
			t.Fatalf("%s: %v in %q", c.event, err, out)
		}
		specific := answer["hookSpecificOutput"]
		if len(answer) != 1 || len(specific) != 2 || specific["hookEventName"] != c.event || errs != "" {
			t.Errorf("%s: %s\n%s", c.event, out, errs)
		}
		context := specific["additionalContext"]
		contains(t, context, append(c.want, "# Context from shop")...)
		if strings.Contains(context, "Traceback") || strings.Contains(context, "hunter2") || strings.Contains(context, "## Task") {
			t.Errorf("%s repeats the prompt, or tells a secret:\n%s", c.event, context)
		}
	}
}

// TestHookFits holds an answer to what agents show their models of it: 10,000 characters.
func TestHookFits(t *testing.T) {
	dir := shop(t)
	prompt := "Fix `total` in store/cart.py"
	for i := range 60 {
		text := ""
		for k := range 20 {
			text += fmt.Sprintf("def über_%d_%d(quote=\"<&>\"):\n    pass\n", i, k)
		}
		name := fmt.Sprintf("lib/m%d.py", i)
		write(t, filepath.Join(dir, name), text)
		prompt += " and " + name
	}
	prompt += strings.Repeat("\nsome log, über \"quotes\"", 4000)
	out, _ := runHook(t, input(t, "UserPromptSubmit", dir, map[string]any{"prompt": prompt}), "--guideline")
	if n := utf8.RuneCountInString(out); n > 10_000 || n < 5000 {
		t.Errorf("%d characters", n)
	}
	contains(t, out, "store/cart.py", "lib/m0.py", "worth reporting")

	write(t, filepath.Join(dir, settings.WorkspaceFile), "summaryTokens = 500\n")
	out, _ = runHook(t, input(t, "UserPromptSubmit", dir, map[string]any{"prompt": prompt}))
	if n := utf8.RuneCountInString(out); n > 2500 {
		t.Errorf("%d characters for 500 tokens", n)
	}
	contains(t, out, "lib/m0.py")
}

// TestHookIsSilent gives the hook what it has no answer for. It is in nobody's way.
func TestHookIsSilent(t *testing.T) {
	dir, empty := shop(t), t.TempDir()
	gone := filepath.Join(dir, "gone")
	home, err := os.UserHomeDir()
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct{ in, reason string }{
		"nothing":       {"", "standard input"},
		"no JSON":       {"hello", "standard input"},
		"other JSON":    {`[1]`, "standard input"},
		"wrong type":    {`{"hook_event_name": 3}`, "standard input"},
		"no event":      {`{}`, `hook_event_name: "" takes no context`},
		"other event":   {input(t, "PreToolUse", dir, map[string]any{"tool_name": "Bash"}), `"PreToolUse" takes no context`},
		"no folder":     {`{"hook_event_name": "SessionStart"}`, "cwd:"},
		"relative":      {input(t, "SessionStart", ".", nil), "no absolute path"},
		"folder gone":   {input(t, "SessionStart", gone, nil), "gone"},
		"a file":        {input(t, "SessionStart", filepath.Join(dir, "app.py"), nil), "no directory"},
		"home":          {input(t, "SessionStart", home, nil), "no project"},
		"whole disk":    {input(t, "SessionStart", filepath.VolumeName(dir)+string(filepath.Separator), nil), "no project"},
		"nothing there": {input(t, "SessionStart", empty, nil), "nothing is indexed"},
	} {
		out, errs := runHook(t, c.in)
		if out != "" || errs != "" {
			t.Errorf("%s: printed %q, said %q", name, out, errs)
		}
		if out, errs = runHook(t, c.in, "--verbose"); out != "" || !strings.Contains(errs, c.reason) {
			t.Errorf("%s: printed %q, said %q, want %q", name, out, errs, c.reason)
		}
	}
}

// TestHookNeverBlocks holds wrong command lines to an exit code other than 2, upon which agents throw the
// prompt away.
func TestHookNeverBlocks(t *testing.T) {
	for _, args := range [][]string{{"hook", "--nope"}, {"hook", "some/where"}, {"hook", "--timeout", "soon"}} {
		cmd := contextls(t, t.TempDir(), args...)
		if err := cmd.Run(); err == nil || cmd.ProcessState.ExitCode() != exitFailed {
			t.Errorf("%q: %v", args, err)
		}
	}
}

// TestHookEnds gives the hook an input that does not end.
func TestHookEnds(t *testing.T) {
	cmd := contextls(t, t.TempDir(), "hook", "--timeout", "100ms", "--verbose")
	stdin, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	defer stdin.Close()
	out, err := cmd.CombinedOutput()
	if err != nil || !strings.Contains(string(out), "out of time") {
		t.Errorf("%v, %q", err, out)
	}
}

func TestInTime(t *testing.T) {
	answer, err := inTime(time.Minute, func(context.Context) ([]byte, error) { return []byte("yes"), nil })
	if string(answer) != "yes" || err != nil {
		t.Errorf("%q, %v", answer, err)
	}
	failure := errors.New("no")
	if _, err := inTime(time.Minute, func(context.Context) ([]byte, error) { return nil, failure }); err != failure {
		t.Errorf("error %v", err)
	}
	if _, err := inTime(time.Minute, func(context.Context) ([]byte, error) { panic("oh") }); err == nil || err.Error() != "panic: oh" {
		t.Errorf("panic %v", err)
	}
	_, err = inTime(10*time.Millisecond, func(ctx context.Context) ([]byte, error) { <-ctx.Done(); return nil, ctx.Err() })
	if !errors.Is(err, context.DeadlineExceeded) && err.Error() != "out of time" {
		t.Errorf("late: %v", err)
	}
}

// A prompt that says nothing of what it is about, or nothing that the folder knows, is no reason to show anything.
func TestHookOfTalk(t *testing.T) {
	dir := shop(t)
	for prompt, why := range map[string]string{
		"Looks good, commit it.": "prompt: it says nothing of what it is about", "weiter": "prompt: no file has anything to do with it", "Round the total": "",
	} {
		out, errs := runHook(t, input(t, "UserPromptSubmit", dir, map[string]any{"prompt": prompt}), "--verbose")
		if (out == "") != (why != "") || !strings.Contains(errs, why) {
			t.Errorf("%s: %q, %q, want %q", prompt, out, errs, why)
		}
	}
	if out, _ := runHook(t, input(t, "SubagentStart", dir, map[string]any{"prompt": "yes"})); !strings.Contains(out, "store/cart.py") {
		t.Errorf("a subagent that starts is told %q", out)
	}
}

// TestHookPartly has the time end while most of the folder is not read.
func TestHookPartly(t *testing.T) {
	dir := shop(t)
	ctx, cancel := context.WithTimeout(t.Context(), time.Millisecond)
	defer cancel()
	<-ctx.Done()
	shelf := newShelf(slog.New(slog.DiscardHandler), false)
	t.Cleanup(shelf.close)
	c := &commandLine{ctx: ctx, shelf: shelf}
	text, _, err := c.summarize(ctx, dir, "Round the sum in total", hookTokens)
	if err == nil {
		contains(t, text, "still being indexed")
	} else if !strings.Contains(err.Error(), "nothing is indexed") {
		t.Error(err)
	}
}

func TestEnds(t *testing.T) {
	for _, c := range []struct {
		text string
		most int
		want string
	}{{"", 4, ""}, {"abcd", 4, "abcd"}, {"abcdefgh", 4, "ab\ngh"}, {"äöüäöü", 6, "ä\nü"}} {
		if got := ends(c.text, c.most); got != c.want || !utf8.ValidString(got) {
			t.Errorf("ends(%q, %d) = %q", c.text, c.most, got)
		}
	}
}
