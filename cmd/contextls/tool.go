package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/spf13/cobra"

	"github.com/contextls/contextls/cmd/contextls/daemon"
	"github.com/contextls/contextls/cmd/contextls/mcp"
	"github.com/contextls/contextls/workspace"
)

// toolCommand is what the daemon does for an MCP server: it reads a question and prints the reply, and how indexing
// goes on standard error. It is no command of its own.
func toolCommand(c *commandLine) *cobra.Command {
	cmd := &cobra.Command{Use: "tool", Hidden: true}
	return c.answers(cmd, func([]string) (int, error) { return c.answerTool() })
}

func (c *commandLine) answerTool() (int, error) {
	var q mcp.Question
	if err := json.NewDecoder(c.in).Decode(&q); err != nil {
		return exitUsage, err
	}
	if err := checkFolder(q.Folder, q.Folder); err != nil {
		return exitFailed, err // whoever asked may wait for it
	}
	k, err := c.shelf.open(c, q.Folder, configuration(q.Folder, io.Discard), func(s workspace.Status) {
		fmt.Fprintln(c.err, s.Done, s.Total)
	})
	if err != nil {
		return exitFailed, err
	}
	defer c.shelf.release(c, k)
	snap, err := k.fresh(c.ctx, c.unsaved(c.ctx, q.Folder))
	if err != nil {
		return exitFailed, err
	}
	reply := mcp.NewTools(k.engine, runsDir()).Answer(c.ctx, snap, q)
	return exitOK, json.NewEncoder(asItIs(c.out)).Encode(reply)
}

// inDaemon has the daemon answer MCP's calls.
func inDaemon(place daemon.Place, saved bool) func(context.Context, mcp.Question, func(done, total int)) (*mcp.Reply, error) {
	args := []string{"tool"}
	if saved {
		args = append(args, "--saved")
	}
	return func(ctx context.Context, q mcp.Question, tell func(done, total int)) (*mcp.Reply, error) {
		input, err := json.Marshal(q)
		if err != nil {
			return nil, err
		}
		for try := range 2 { // one that was killed is not there the second time, and another is started
			var out bytes.Buffer
			code, err := place.Ask(ctx, daemon.Call{Args: args, Dir: q.Folder, Terminal: true},
				daemon.Streams{In: bytes.NewReader(input), Out: &out, Err: &progress{tell: tell}}, startDaemon(place))
			switch {
			case errors.As(err, new(*daemon.Lost)) && try == 0 && !errors.Is(err, os.ErrDeadlineExceeded): // else it hangs
				continue
			case errors.As(err, new(*daemon.Lost)):
				return nil, nil
			case err != nil:
				return nil, err
			case code != exitOK:
				return nil, nil // it is asked here, and then it is known why
			}
			var structured json.RawMessage
			reply := &mcp.Reply{Structured: &structured}
			if err := json.Unmarshal(out.Bytes(), reply); err != nil {
				return nil, err
			}
			reply.Structured = nil
			if structured != nil {
				reply.Structured = structured
			}
			return reply, nil
		}
		return nil, nil
	}
}

// progress reads how indexing goes, a line each time.
type progress struct {
	tell func(done, total int)
	told int
}

func (p *progress) Write(line []byte) (int, error) {
	var done, total int
	if n, _ := fmt.Sscan(string(line), &done, &total); n == 2 && done > p.told { // progress may only grow
		p.told = done
		p.tell(done, total)
	}
	return len(line), nil
}
