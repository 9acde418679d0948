package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"github.com/contextls/contextls/lsp"
	"github.com/contextls/contextls/lsp/engine/explore"
)

// exploreCommand answers rounds of exploration: for each JSON value on standard input, the parameters of
// context/explore, one line of JSON with the result. The folder is indexed once, before the first.
func exploreCommand(c *commandLine) *cobra.Command {
	cmd := &cobra.Command{
		Use: "explore [DIR]", Short: "answer rounds of exploration (JSON in, JSON out), or print what can be asked for",
		Example: "echo '{\"requests\": [{\"provider\": \"repo_map\"}]}' | contextls explore",
	}
	flags := cmd.Flags()
	menu := flags.Bool("providers", false, "print what can be asked for, with JSON Schemas, and end")
	flags.Bool("json", true, "the only format there is")
	return c.answers(cmd, func(args []string) (int, error) {
		dir, err := oneFolder(args)
		if err != nil {
			return exitUsage, err
		}
		return c.ask(dir, func(o *opened) error {
			explorer := explore.New(o.engine, explore.NewRuns(runsDir()))
			if *menu {
				providers, err := explorer.Providers(o.ctx, o.snap)
				if err != nil {
					return err
				}
				return c.printJSON(lsp.Menu(providers))
			}
			return rounds(o, explorer, c.in, c.out)
		})
	})
}

func rounds(o *opened, explorer *explore.Explorer, in io.Reader, out io.Writer) error {
	for d, n := json.NewDecoder(in), 1; ; n++ {
		var raw json.RawMessage
		if err := d.Decode(&raw); errors.Is(err, io.EOF) {
			return nil
		} else if err != nil {
			return fmt.Errorf("round %d: %w", n, err)
		}
		line, err := lsp.Explore(o.ctx, explorer, o.snap, raw)
		if err != nil {
			return fmt.Errorf("round %d: %w", n, err)
		}
		if _, err := out.Write(append(line, '\n')); err != nil {
			return err
		}
	}
}
