package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/contextls/contextls/lsp/engine"
	"github.com/contextls/contextls/lsp/settings"
	"github.com/contextls/contextls/workspace"
)

const (
	hookTime   = 10 * time.Second
	hookTokens = 2000    // an agent shows its model no more than 10,000 characters of what a hook says
	hookTask   = 6000    // bytes of a prompt that are read for what it is about
	hookStdin  = 8 << 20 // bytes; prompts can be long
)

// hookGuideline is advice, not a boundary: nothing enforces it.
const hookGuideline = `## How to use this

Start from the files above and work within them where the task allows. If what you need is missing, say
which file or symbol it is and why before you go further: a gap in this list is worth reporting.
`

// hookInput is what matters of the JSON that an agent gives its hooks: Claude Code's fields, which others
// have taken over (https://code.claude.com/docs/en/hooks).
type hookInput struct {
	Event  string `json:"hook_event_name"`
	Folder string `json:"cwd"`
	Prompt string `json:"prompt"` // SessionStart and SubagentStart have none
}

// hookOutput adds to what the agent's model reads.
type hookOutput struct {
	Specific hookAnswer `json:"hookSpecificOutput"`
}

type hookAnswer struct {
	Event   string `json:"hookEventName"`
	Context string `json:"additionalContext"`
}

// hookCommand answers an agent's hook with a summary of the folder it works in. It is never in the agent's way:
// where there is no answer it prints nothing and succeeds, and it ends in time. Even a wrong command line
// is not exit code 2, which would have the agent throw the user's prompt away.
func hookCommand(c *commandLine) *cobra.Command {
	cmd := &cobra.Command{
		Use: "hook", Short: "answer an agent's hook (JSON in, JSON out) with a summary of its folder",
		Long:    "Answer an agent's hook, whose JSON standard input is, with a summary of the folder that the JSON names.",
		Example: `echo '{"hook_event_name": "SessionStart", "cwd": "'$PWD'"}' | contextls hook`,
	}
	flags := cmd.Flags()
	guideline := flags.Bool("guideline", false, "add advice to work within the files shown and to report gaps")
	tokens := tokensFlag(flags, hookTokens, "what the summary may cost, in `TOKENS`; 4000 at most")
	limit := flags.Duration("timeout", hookTime, "answer within this `TIME`, with what is ready by then")
	verbose := flags.Bool("verbose", false, "say on standard error why there is no answer")
	return c.answers(cmd, func(args []string) (int, error) {
		dir, err := oneFolder(args)
		if err != nil {
			return exitFailed, err
		}
		if dir != "." {
			return exitFailed, fmt.Errorf("the folder is the one that the hook's JSON names, not %s", dir)
		}
		errs := c.err // the daemon's answer may have its own word on it
		answer, err := inTime(*limit, func(ctx context.Context) ([]byte, error) {
			if answer, answered, err := c.attachFor(); answered {
				return answer, err
			}
			return c.answerHook(ctx, *tokens, *guideline)
		})
		if err != nil {
			if *verbose {
				fmt.Fprintln(errs, "contextls hook: no answer:", err)
			}
			return exitOK, nil
		}
		_, err = c.out.Write(answer)
		return exitOK, err
	})
}

// inTime runs work that may take most of the time there is, and leaves it behind when it takes all. A
// panic is an error like others.
func inTime(limit time.Duration, work func(context.Context) ([]byte, error)) (answer []byte, err error) {
	ctx, cancel := context.WithTimeout(context.Background(), limit*4/5)
	defer cancel()
	type result struct {
		answer []byte
		err    error
	}
	done := make(chan result, 1)
	go func() {
		var r result
		defer func() {
			if p := recover(); p != nil {
				r = result{nil, fmt.Errorf("panic: %v", p)}
			}
			done <- r
		}()
		r.answer, r.err = work(ctx)
	}()
	select {
	case r := <-done:
		return r.answer, r.err
	case <-time.After(limit):
		return nil, errors.New("out of time")
	}
}

func (c *commandLine) answerHook(ctx context.Context, tokens int, guideline bool) ([]byte, error) {
	var input hookInput
	if err := json.NewDecoder(io.LimitReader(c.in, hookStdin)).Decode(&input); err != nil {
		return nil, fmt.Errorf("standard input: %w", err)
	}
	if !slices.Contains([]string{"SessionStart", "UserPromptSubmit", "SubagentStart"}, input.Event) {
		return nil, fmt.Errorf("hook_event_name: %q takes no context", input.Event)
	}
	prompted := input.Event == "UserPromptSubmit" && strings.TrimSpace(input.Prompt) != ""
	if prompted && engine.IsTalk(input.Prompt) {
		return nil, errors.New("prompt: it says nothing of what it is about")
	}
	root, err := workspace.ProjectRoot(input.Folder)
	if err != nil {
		return nil, fmt.Errorf("cwd: %w", err)
	}
	text, unrelated, err := c.summarize(ctx, root, input.Prompt, tokens)
	if err != nil {
		return nil, err
	}
	if prompted && unrelated { // what matters most to the folder was told when the session started
		return nil, errors.New("prompt: no file has anything to do with it")
	}
	if guideline {
		text += "\n" + hookGuideline
	}
	var answer bytes.Buffer
	encoder := json.NewEncoder(&answer)
	encoder.SetEscapeHTML(false) // each such escape would cost six of the characters there are
	err = encoder.Encode(hookOutput{hookAnswer{input.Event, text}})
	return answer.Bytes(), err
}

// summarize packs a summary of a folder for a task, from what is indexed by three quarters of ctx's time. It reports whether all is read and nothing of
// it has to do with the task.
func (c *commandLine) summarize(ctx context.Context, root, task string, tokens int) (text string, unrelated bool, err error) {
	conf := settings.UserSources().Load(root, nil)
	tokens = min(tokens, conf.Values.SummaryTokens, settings.Default().SummaryTokens)
	k, err := c.shelf.open(c, root, conf, nil)
	if err != nil {
		return "", false, err
	}
	defer c.shelf.release(c, k)
	deadline, _ := ctx.Deadline()
	soon, cancel := context.WithTimeout(ctx, time.Until(deadline)*3/4)
	defer cancel()
	snap, err := k.fresh(soon, c.unsaved(ctx, root))
	if err != nil {
		return "", false, err
	}
	task = ends(task, hookTask)
	mapTokens := tokens / 2
	if task != "" {
		mapTokens = tokens / 8 // the files that matter to it say more
	}
	p, err := k.engine.Pack(ctx, snap, engine.PackRequest{
		Task: task, HideTask: true, Budget: engine.Budget{Tokens: &tokens}, Detail: "summary", RepoMapTokens: &mapTokens,
	})
	if err != nil {
		return "", false, err
	}
	if len(p.Items) == 0 && (p.Map == nil || len(p.Map.Files) == 0) {
		return "", false, fmt.Errorf("nothing is indexed in %s", root)
	}
	text = p.Text
	if unsaved := snap.Unsaved(); len(unsaved) > 0 {
		text += "\nSeen as they are in the user's editor, not saved: " + strings.Join(unsaved, ", ") + "\n"
	}
	if p.Partial {
		text += "\nThe folder was still being indexed: this is what was ready.\n"
	}
	return text, p.Unrelated, nil
}

// ends is a text, or its beginning and end where it is longer than so many bytes: what somebody asks
// stands before or after what he pastes.
func ends(text string, most int) string {
	if len(text) <= most {
		return text
	}
	return strings.ToValidUTF8(text[:most/2]+"\n"+text[len(text)-most/2:], "")
}
