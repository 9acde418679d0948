//go:build unix

package engine

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/contextls/contextls/lsp/settings"
)

// linked is an engine with a folder of so many files, and targets that lead to them through a link.
func linked(t testing.TB, n int) (*Engine, *indexed, []Target) {
	t.Helper()
	files := map[string]string{}
	var targets []Target
	for i := range n {
		files[fmt.Sprintf("real/%d/f%d.w", i%100, i)] = fmt.Sprintf("X%d\n", i)
	}
	_, f := folder(t, files)
	if err := os.Symlink("real", filepath.Join(f.Root(), "alias")); err != nil {
		t.Fatal(err)
	}
	for i := range n {
		targets = append(targets, Target{Path: filepath.Join(f.Root(), fmt.Sprintf("alias/%d/f%d.w", i%100, i))})
	}
	e := New(settings.Default())
	x, err := e.indexed(context.Background(), f.Snapshot())
	if err != nil {
		t.Fatal(err)
	}
	return e, x, targets
}

// Links are followed no longer than there is time, but those of the first targets always.
func TestTargetsInTime(t *testing.T) {
	_, x, named := linked(t, 4*targetsAtOnce)
	for looks := range 5 {
		found, err := x.targets(&countdown{Context: context.Background(), left: looks, err: context.DeadlineExceeded}, named)
		if err != nil || len(found) != len(named) {
			t.Fatalf("%d targets, %v", len(found), err)
		}
		followed := 0
		for i, to := range found {
			switch {
			case to.node >= 0 && i == followed:
				followed++
			case to.state != leftOut || to.reason != "deadline":
				t.Fatalf("target %d is %+v after %d that were found", i, to, followed)
			}
		}
		if want := min((looks+1)*targetsAtOnce, len(named)); followed != want {
			t.Errorf("%d links are followed though time was up at the %d. look, want %d", followed, looks, want)
		}
	}
	if _, err := x.targets(&countdown{Context: context.Background(), err: context.Canceled}, named); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}

func BenchmarkLinkedTargets(b *testing.B) {
	e, x, targets := linked(b, 20_000)
	for b.Loop() {
		if _, err := e.Pack(b.Context(), x.snap, PackRequest{Targets: targets}); err != nil {
			b.Fatal(err)
		}
	}
}
