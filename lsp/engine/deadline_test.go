package engine

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/contextls/contextls/analysis"
	"github.com/contextls/contextls/lsp/settings"
)

// countdown is a context that is done, with err, after so many looks at it.
type countdown struct {
	context.Context
	mu          sync.Mutex
	left, looks int
	err         error
}

func (c *countdown) Err() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.looks++; c.looks > c.left {
		return c.err
	}
	return nil
}

// Whoever asks about a text of megabytes is answered soon after the deadline, and after cancelling: each loop over the text looks at the
// context every so many bytes, and ends there.
func TestLargeTextsInTime(t *testing.T) {
	const size = 500_000
	texts := map[string]string{
		"one line": "x=[" + strings.Repeat(`"a",`, size/4) + "]",
		"words":    strings.Repeat("some words of a log, 123\n", size/25),
		"names":    "alpha\n" + strings.Repeat("beta\n", 1000) + strings.Repeat("gamma delta\n", size/13),
	}
	const (
		least = 2 * size >> 16 // looks, if nothing ends them: for secrets, and for what is to be shown
		most  = 24             // when all is over: each stage looks once more or twice
	)
	for name, text := range texts {
		for _, tokenizer := range []string{"heuristic", "cl100k_base"} {
			if tokenizer != "heuristic" && name != "words" {
				continue // it takes no longer for others
			}
			tokens := 2_000_000
			s, f := folder(t, map[string]string{"b.w": "delta\n"})
			e := New(settings.Default())
			path := filepath.Join(f.Root(), "a.w")
			version := int32(0)
			ask := func(ctx context.Context, question func(context.Context) error) error {
				version++
				s.Open(path, "words", version, text+strings.Repeat("\n", int(version)))
				if _, err := e.indexed(context.Background(), f.Snapshot()); err != nil {
					t.Fatal(err)
				}
				return question(ctx)
			}
			pack := func(ctx context.Context) error {
				_, err := e.Pack(ctx, f.Snapshot(), PackRequest{Targets: Targets([]string{path}), Task: "alpha of the log", Budget: Budget{Tokens: &tokens, Tokenizer: tokenizer}})
				return err
			}
			all := &countdown{Context: context.Background(), left: 1 << 30}
			if err := ask(all, pack); err != nil || all.looks < least {
				t.Fatalf("%s, %s: %d looks in all, want %d at least; %v", name, tokenizer, all.looks, least, err)
			}
			for left := 0; left < all.looks; left += 1 + all.looks/5 {
				for _, why := range []error{context.DeadlineExceeded, context.Canceled} {
					ctx := &countdown{Context: context.Background(), left: left, err: why}
					err := ask(ctx, pack)
					if why == context.Canceled && !errors.Is(err, why) || why != context.Canceled && err != nil {
						t.Errorf("%s, %s: %v after %d looks: %v", name, tokenizer, why, left, err)
					}
					if ctx.looks > left+most {
						t.Errorf("%s, %s: %d looks after %v, want %d at most", name, tokenizer, ctx.looks-left, why, most)
					}
				}
			}
			if name != "names" {
				continue
			}
			alpha := analysis.Symbol{Name: "alpha", Kind: analysis.Function, Range: analysis.Span{End: 5}}
			chunk := chunkOf("a.w", &alpha, "alpha").String()
			for what, question := range map[string]func(context.Context) error{
				"a query": func(ctx context.Context) error {
					_, err := e.Query(ctx, f.Snapshot(), Query{Text: "alpha", Tier: new(2)})
					return err
				},
				"a map": func(ctx context.Context) error {
					_, err := e.Map(ctx, f.Snapshot(), MapRequest{Targets: Targets([]string{path}), Task: "alpha"})
					return err
				},
				"a source": func(ctx context.Context) error {
					_, err := e.Source(ctx, f.Snapshot(), chunk)
					return err
				},
			} {
				for left := range 8 {
					ctx := &countdown{Context: context.Background(), left: left, err: context.Canceled}
					if err := ask(ctx, question); err != nil && !errors.Is(err, context.Canceled) {
						t.Errorf("%s, cancelled after %d looks: %v", what, left, err)
					}
					if ctx.looks > left+most {
						t.Errorf("%s: %d looks after it was cancelled, want %d at most", what, ctx.looks-left, most)
					}
				}
			}
		}
	}
}

// A range over thousands of definitions does not ask each of them what it uses.
func TestRangeOverManyDefinitions(t *testing.T) {
	for _, n := range []int{10, 20 * mostParts} {
		var text strings.Builder
		for i := range n {
			fmt.Fprintf(&text, "w%d\n", i)
		}
		_, f := folder(t, map[string]string{"a.w": text.String()})
		e := New(settings.Default())
		x, err := e.indexed(t.Context(), f.Snapshot())
		if err != nil {
			t.Fatal(err)
		}
		named := []Target{{Path: "a.w", Ranges: []analysis.Span{{End: uint32(text.Len())}}}}
		found, err := x.targets(t.Context(), named)
		if err != nil {
			t.Fatal(err)
		}
		asked := &countdown{Context: t.Context(), left: 1 << 30}
		x.used(asked, found)
		if most := min(n, mostParts) + 1; asked.looks > most {
			t.Errorf("%d of %d definitions are asked, want %d at most", asked.looks, n, most)
		}
	}
}
