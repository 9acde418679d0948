package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"github.com/contextls/contextls/lsp"
	"github.com/contextls/contextls/lsp/engine/explore"
)

// explore answers rounds of exploration: for each JSON value on standard input, the parameters of
// context/explore, one line of JSON with the result. The folder is indexed once, before the first.
func exploreRounds(c *commandLine, args []string) (int, error) {
	flags := c.flags()
	menu := flags.Bool("providers", false, "print what can be asked for, with JSON Schemas, and end")
	dir, err := parseArgs(flags, args)
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
