package engine

import (
	"context"
	"slices"
	"testing"
	"time"

	"github.com/contextls/contextls/lsp/settings"
)

func TestTrace(t *testing.T) {
	trace := &Trace{}
	ctx := WithTrace(t.Context(), trace)
	for range 2 {
		end := Begin(ctx, StageRank)
		time.Sleep(time.Millisecond)
		end()
	}
	Begin(ctx, StagePack)()
	stages := trace.Stages()
	if len(stages) != 2 || stages[0].Name != StageRank || stages[0].Took < 2*time.Millisecond || stages[1].Name != StagePack {
		t.Errorf("stages %v", stages)
	}
}

// Nobody has to look.
func TestNoTrace(t *testing.T) {
	Begin(t.Context(), StageRank)()
	trace := TraceOf(t.Context())
	if trace != nil || trace.Stages() != nil || trace.Snapshot() != "" {
		t.Errorf("recorded %v", trace)
	}
}

// A wait for the index is split where the graph was linked, wherever in that it began.
func TestTraceOfIndexing(t *testing.T) {
	now := time.Now()
	at := func(ms int) time.Time { return now.Add(time.Duration(ms) * time.Millisecond) }
	for _, tt := range []struct {
		name                 string
		start, linked, ended int // in ms; linked 0: not yet
		want                 []Stage
	}{
		{"all of it", 10, 40, 100, []Stage{{StageLink, 30 * time.Millisecond}, {StageIndex, 60 * time.Millisecond}}},
		{"came after the linking", 50, 40, 100, []Stage{{StageIndex, 50 * time.Millisecond}}},
		{"gave up during the linking", 10, 0, 100, []Stage{{StageLink, 90 * time.Millisecond}}},
	} {
		trace, p := &Trace{}, &promised{}
		if tt.linked > 0 {
			p.linked.Store(at(tt.linked).UnixNano())
		}
		trace.addWait(p, at(tt.start), at(tt.ended))
		if got := trace.Stages(); !slices.Equal(got, tt.want) {
			t.Errorf("%s: %v, want %v", tt.name, got, tt.want)
		}
	}
}

// within has a text made again in as much less as it is too long, and tells of it.
func TestWithin(t *testing.T) {
	for _, tt := range []struct {
		excess  int // of each text
		asked   []int
		reports int
	}{
		{0, []int{100}, 0},
		{10, []int{100, 90}, 1},
	} {
		e := New(settings.Default())
		e.Problems = newProblems()
		var asked []int
		err := e.within("a text", 100, func(tokens int) (int, error) {
			asked = append(asked, tokens)
			return tokens + tt.excess, nil
		})
		if err != nil || !slices.Equal(asked, tt.asked) || len(e.Problems.All()) != tt.reports {
			t.Errorf("%d too many: %v, asked for %v, reported %v", tt.excess, err, asked, e.Problems.All())
		}
	}
	e := New(settings.Default())
	if err := e.within("a text", 100, func(int) (int, error) { return 200, nil }); err == nil {
		t.Error("a text that never fits was answered")
	}
	if err := e.within("a text", 100, func(int) (int, error) { return 200, context.Canceled }); err != context.Canceled {
		t.Errorf("the error is %v", err)
	}
}
