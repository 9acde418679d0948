package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/contextls/contextls/lsp"
	"github.com/contextls/contextls/lsp/engine"
	"github.com/contextls/contextls/lsp/protocol"
)

// formats are what pack can print.
var formats = []string{"markdown", "xml", "plain", "json"}

func pack(c *commandLine, args []string) (int, error) {
	flags := c.flags()
	var context, pinned list
	targets := addTargetFlags(flags)
	task := flags.String("task", "", "what is to be done, in words")
	tokens := flags.Int("tokens", 0, "what the text may cost, in `tokens` (default: the setting tokenBudget)")
	tokenizer := flags.String("tokenizer", "", "count tokens as `NAME` does: heuristic, o200k_base or cl100k_base")
	flags.Var(&context, "context-file", "a `FILE` to add; may be repeated")
	flags.Var(&pinned, "pin", "a `FILE` to add before everything but the targets; may be repeated")
	depth := flags.Int("max-import-depth", 0, "how many import `steps` from the targets count as related (default: the setting maxImportDepth)")
	noDiscover := flags.Bool("no-auto-discover", false, "only the files named here")
	noMap := flags.Bool("no-map", false, "leave out the repository map")
	summary := flags.Bool("summary", false, "no bodies: files with their relevance and key symbols, and what depends on what")
	format := flags.String("format", "markdown", strings.Join(formats, ", "))
	order := flags.String("order", "tier", "tier: what matters most comes first; cache: what changes least, so that prompt caches hit")
	lineNumbers := flags.Bool("line-numbers", false, "begin each line of a file with its number")
	dir, err := parseArgs(flags, args)
	if err != nil {
		return exitUsage, err
	}
	if !slices.Contains(formats, *format) {
		return exitUsage, fmt.Errorf("--format: %q is none of %s", *format, strings.Join(formats, ", "))
	}
	return c.ask(dir, func(o *opened) error {
		named, err := targets.read(o)
		if err != nil {
			return err
		}
		discover, withMap := !*noDiscover, false
		req := engine.PackRequest{
			Task: *task, Targets: named, Budget: engine.Budget{Tokens: given(flags, "tokens", tokens), Tokenizer: *tokenizer},
			AutoDiscover: &discover, MaxImportDepth: given(flags, "max-import-depth", depth),
		}
		if *noMap {
			req.IncludeRepoMap = &withMap
		}
		if *summary {
			req.Detail = "summary"
		}
		req.Order, req.LineNumbers = *order, *lineNumbers
		if *format != "json" {
			req.Format = *format
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
		if *format == "json" {
			return c.printJSON(o.wire().Pack(p))
		}
		for _, w := range p.Warnings {
			fmt.Fprintln(c.err, "contextls: warning:", w)
		}
		if missing := p.Missing[:min(len(p.Missing), toldMissing)]; len(missing) > 0 {
			var best []string
			for _, m := range missing {
				best = append(best, m.String())
			}
			fmt.Fprintln(c.err, "contextls: no room for", strings.Join(best, ", "))
		}
		fmt.Fprint(c.out, p.Text)
		return nil
	})
}

// toldMissing is how much of what a pack has no room for is told.
const toldMissing = 3

func repoMap(c *commandLine, args []string) (int, error) {
	flags := c.flags()
	targets := addTargetFlags(flags)
	task := flags.String("task", "", "what is to be done, in words")
	tokens := flags.Int("tokens", 0, "what the map may cost, in `tokens` (default: the setting repoMapTokens)")
	dir, err := parseArgs(flags, args)
	if err != nil {
		return exitUsage, err
	}
	return c.ask(dir, func(o *opened) error {
		named, err := targets.read(o)
		if err != nil {
			return err
		}
		m, err := o.engine.Map(o.ctx, o.snap, engine.MapRequest{
			Task: *task, Targets: named, Tokens: given(flags, "tokens", tokens)})
		if err != nil {
			return err
		}
		fmt.Fprintln(c.out, strings.TrimSuffix(m.Content, "\n"))
		return nil
	})
}

func rankFiles(c *commandLine, args []string) (int, error) {
	flags := c.flags()
	targets := addTargetFlags(flags)
	task := flags.String("task", "", "what is to be done, in words")
	limit := flags.Int("limit", 20, "list at most so many files")
	definitions := flags.Int("definitions", 0, "list so many definitions in place of files, the likeliest to be touched first")
	asJSON := flags.Bool("json", false, "print the whole answer as JSON")
	dir, err := parseArgs(flags, args)
	if err != nil {
		return exitUsage, err
	}
	return c.ask(dir, func(o *opened) error {
		named, err := targets.read(o)
		if err != nil {
			return err
		}
		r, err := o.engine.Rank(o.ctx, o.snap, engine.RankRequest{
			Task: *task, Targets: named, Limit: limit, Definitions: *definitions})
		if err != nil {
			return err
		}
		if *asJSON {
			return c.printJSON(o.wire().Ranking(r))
		}
		for _, d := range r.Definitions {
			fmt.Fprintf(c.out, "%.3f  %s  (%s)\n", d.Score, d.Chunk, strings.Join(d.Reasons, "; "))
		}
		if *definitions > 0 {
			return nil
		}
		for _, f := range r.Files {
			fmt.Fprintf(c.out, "%.3f  %s  (%s)\n", f.Score, f.Path, strings.Join(f.Reasons, "; "))
		}
		return nil
	})
}

func stats(c *commandLine, args []string) (int, error) {
	dir, err := parseArgs(c.flags(), args)
	if err != nil {
		return exitUsage, err
	}
	return c.ask(dir, func(o *opened) error {
		s, err := o.engine.Stats(o.ctx, o.snap)
		if err != nil {
			return err
		}
		return c.printJSON(protocol.StatsResult{Folders: []protocol.FolderStats{o.wire().Stats(s)}})
	})
}

// ask puts a question to a folder: to the daemon, which asks it in its turn, or to one that is indexed here.
func (c *commandLine) ask(dir string, question func(*opened) error) (int, error) {
	if code, answered, err := c.attach(); answered {
		return code, err
	}
	o, err := c.open(dir)
	if err != nil {
		return exitFailed, err
	}
	defer o.stop()
	if err := question(o); err != nil {
		return exitFailed, err
	}
	return exitOK, nil
}

func (c *commandLine) printJSON(v any) error {
	data, err := lsp.JSON(v)
	if err != nil {
		return fmt.Errorf("cannot print the answer: %w", err)
	}
	var out bytes.Buffer
	if err := json.Indent(&out, data, "", "  "); err != nil {
		return fmt.Errorf("cannot print the answer: %w", err)
	}
	out.WriteByte('\n')
	_, err = out.WriteTo(c.out)
	return err
}
