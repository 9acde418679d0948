package main

import (
	"bufio"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/contextls/contextls/lsp"
	"github.com/contextls/contextls/lsp/engine"
)

// scanCommand reads a folder and says what it found: all of it, or what changed since a revision. The daemon is not asked: it
// has read the folder before.
func scanCommand(c *commandLine) *cobra.Command {
	cmd := &cobra.Command{
		Use: "scan [DIR]", Short: "read a folder, and count what it holds and what changed",
		Long: "Read a folder anew, and count what it holds and, with --since, what changed. With --store, publish it for a team: what it defines, and what " +
			"it uses of other packages; only what the store does not have is sent. The daemon is never asked.",
		Example: "contextls scan --since main\n" +
			"contextls scan --store https://search.example.com:9200 --dry-run",
	}
	flags := cmd.Flags()
	since := flags.String("since", "", "count the files that differ from this git `REVISION`, untracked ones among them")
	var publish publishFlags
	publish.add(flags)
	asJSON := jsonFlag(flags)
	return c.answers(cmd, func(args []string) (int, error) {
		dir, err := oneFolder(args)
		if err == nil && publish.meant() {
			err = publish.check(*since)
		}
		if err != nil {
			return exitUsage, err
		}
		return c.scan(dir, *since, publish, *asJSON)
	})
}

func (c *commandLine) scan(dir, since string, publish publishFlags, asJSON bool) (int, error) {
	o, err := c.begin(dir)
	if err != nil {
		return exitFailed, err
	}
	defer o.stop()
	before := o.folder.Snapshot() // of nothing yet: the scan is what reads the folder
	scanned, err := o.engine.Scan(o.ctx, before, engine.ScanRequest{Since: since})
	if err != nil {
		return exitFailed, err
	}
	o.warn()
	if publish.meant() {
		if err := o.publish(publish, asJSON); err != nil {
			return exitFailed, err
		}
		return exitOK, nil
	}
	if asJSON {
		return exitOK, c.printJSON(lsp.Scanned(scanned))
	}
	fmt.Fprintf(c.out, "%d files scanned, %d changed; %d symbols, %d dependencies; %.2f s\n",
		scanned.Files, scanned.Changed, scanned.Symbols, scanned.Edges, scanned.Duration.Seconds())
	return exitOK, nil
}

func exportCommand(c *commandLine) *cobra.Command {
	cmd := &cobra.Command{
		Use: "export --json [DIR]", Short: "print all that the index holds, for other programs",
		Example: "contextls export --json . > index.jsonl",
	}
	asJSON := cmd.Flags().Bool("json", false, "as lines of JSON: the only format there is, to be asked for by name")
	return c.answers(cmd, func(args []string) (int, error) {
		dir, err := oneFolder(args)
		switch {
		case err != nil:
			return exitUsage, err
		case !*asJSON:
			return exitUsage, errors.New("it wants a format: contextls export --json [DIR]")
		}
		return c.ask(dir, func(o *opened) error {
			out := bufio.NewWriter(asItIs(c.out)) // JSON, which is visible
			return errors.Join(lsp.Export(o.ctx, o.engine, o.snap, out), out.Flush())
		})
	})
}
