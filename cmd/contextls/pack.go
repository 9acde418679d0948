package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/contextls/contextls/budget/render"
	"github.com/contextls/contextls/lsp/engine"
)

// pastedTokens is what the text of a pack may cost where neither the command line nor a setting says so: as much as a chat
// takes well. Who asks for JSON is a program, and has the setting's default.
const pastedTokens = 16000

// toldMissing is how much of what a pack has no room for is told.
const toldMissing = 3

func packCommand(c *commandLine) *cobra.Command {
	cmd := &cobra.Command{
		Use: "pack [FILE]… [DIR]", Short: "print the context for a change, to paste into a chat",
		Long:    "Print the context for a change of some files, or for a task in words: definitions, files and a map, within a budget of tokens.",
		Example: "contextls pack \"Round the sum\"\ncontextls pack store/cart.py --task \"Round the sum\"\ncontextls pack --task \"Round the sum\" --tokens 4000 --json ~/src/shop",
	}
	flags := cmd.Flags()
	var context, pinned list
	about := addAboutFlags(flags)
	tokens := tokensFlag(flags, 0, fmt.Sprintf("what the text may cost, in `TOKENS` (default: the setting tokenBudget; where none is set, %d, and 100000 for JSON)", pastedTokens))
	tokenizer := choose(flags, "tokenizer", "how tokens are counted: heuristic, o200k_base or cl100k_base (default: the setting tokenizer)", "heuristic", "o200k_base", "cl100k_base")
	flags.Var(&context, "context-file", "a `FILE` to add; may be repeated")
	flags.Var(&pinned, "pin", "a `FILE` to add before everything but the targets; may be repeated")
	depth := flags.Int("max-import-depth", 0, "how many import `STEPS` from the targets count as related (default: the setting maxImportDepth)")
	noDiscover := flags.Bool("no-auto-discover", false, "only the files named here")
	noMap := flags.Bool("no-map", false, "leave out the repository map")
	summary := flags.Bool("summary", false, "no bodies: files with their relevance and key symbols, and what depends on what")
	format := choose(flags, "format", "markdown, xml, plain or json (default: markdown)", "markdown", "xml", "plain", "json")
	order := choose(flags, "order", "tier: what matters most comes first; cache: what changes least, so that prompt caches hit (default: tier)", "tier", "cache")
	lineNumbers := flags.Bool("line-numbers", false, "begin each line of a file with its number")
	asJSON := flags.Bool("json", false, "print the whole answer as JSON, as --format json does")
	allExcluded := flags.Bool("all-excluded", false, "in JSON, name all that is left out, and not 50 of it")
	return c.answers(cmd, func(args []string) (int, error) {
		asJSON := *asJSON || *format == "json"
		return c.askAbout(about, args, func(o *opened, named []engine.Target) error {
			discover, withMap := !*noDiscover, false
			req := engine.PackRequest{
				Task: about.task, Targets: named, Budget: engine.Budget{Tokens: given(flags, "tokens", tokens), Tokenizer: *tokenizer},
				AutoDiscover: &discover, MaxImportDepth: given(flags, "max-import-depth", depth), Order: *order, LineNumbers: *lineNumbers, AllExcluded: *allExcluded,
			}
			if *noMap {
				req.IncludeRepoMap = &withMap
			}
			if !asJSON {
				req.Format = *format
			}
			if *summary {
				req.Detail = "summary"
			} else if req.Budget.Tokens == nil && !asJSON && o.byDefault("tokenBudget") {
				pasted := pastedTokens
				req.Budget.Tokens = &pasted
			}
			for _, file := range o.files(pinned) {
				req.Files = append(req.Files, engine.Attached{Path: file, Pin: true})
			}
			for _, file := range o.files(context) {
				req.Files = append(req.Files, engine.Attached{Path: file})
			}
			p, err := o.engine.Pack(o.ctx, o.snap, req)
			if err != nil {
				return err
			}
			if asJSON {
				return c.printJSON(o.wire().Pack(p))
			}
			return c.printPack(p)
		})
	})
}

func (c *commandLine) printPack(p *engine.Pack) error {
	for _, w := range p.Warnings {
		fmt.Fprintln(c.err, "contextls: warning:", w)
	}
	if missing := p.Missing[:min(len(p.Missing), toldMissing)]; len(missing) > 0 {
		var best []string
		for _, m := range missing {
			best = append(best, m.String())
		}
		fmt.Fprintln(c.err, "contextls: no room for", render.Line(strings.Join(best, ", ")))
	}
	_, err := fmt.Fprint(c.out, p.Text)
	return err
}

// byDefault reports whether nobody has set a setting.
func (o *opened) byDefault(key string) bool {
	for _, e := range o.conf.Entries {
		if len(e.Key) == 1 && e.Key[0] == key {
			return slices.Equal(e.From, []string{"default"})
		}
	}
	return true
}
