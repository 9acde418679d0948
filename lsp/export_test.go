package lsp

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/contextls/contextls/analysis"
	"github.com/contextls/contextls/lsp/engine"
	"github.com/contextls/contextls/lsp/settings"
	"github.com/contextls/contextls/workspace"
)

// exportable is a folder's engine and snapshot, without a server.
func exportable(t testing.TB, root string) (*engine.Engine, *workspace.Snapshot) {
	t.Helper()
	s := workspace.NewSession(workspace.Options{Languages: []*analysis.Language{miniPython()}, Log: slog.New(slog.DiscardHandler)})
	t.Cleanup(s.Close)
	f, err := s.AddFolder(root)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	if err := f.Ready(ctx); err != nil {
		t.Fatal(err)
	}
	return engine.New(settings.Default()), f.Snapshot()
}

// What is written is read back line by line, and is what the graph holds.
func TestExport(t *testing.T) {
	e, snap := exportable(t, write(t, shop))
	var out bytes.Buffer
	if err := Export(t.Context(), e, snap, &out); err != nil {
		t.Fatal(err)
	}
	first := out.String()
	kinds := map[string]int{}
	edges, importances, order := map[string]float64{}, 0.0, []string{}
	imports, symbols := []string{}, []string{}
	lines := bufio.NewScanner(&out)
	for lines.Scan() {
		var line struct {
			Type, Path, From, To, Status, Specifier, Name, Snapshot string
			Version, Rank, Start, End                               int
			Weight, Importance                                      float64
			Files                                                   any
			Language                                                *string
		}
		if err := json.Unmarshal(lines.Bytes(), &line); err != nil {
			t.Fatalf("%v: %s", err, lines.Bytes())
		}
		if len(kinds) == 0 && (line.Type != "folder" || line.Version != 1 || line.Snapshot != snap.ID()) || kinds["end"] > 0 {
			t.Errorf("%s stands in the wrong place", lines.Bytes())
		}
		kinds[line.Type]++
		switch line.Type {
		case "file":
			order = append(order, line.Path)
			importances += line.Importance
			if (line.Language != nil) != strings.HasSuffix(line.Path, ".py") || (line.Rank > 0) != (line.Language != nil) {
				t.Errorf("%s", lines.Bytes())
			}
		case "symbol":
			symbols = append(symbols, line.Path+" "+line.Name)
			text, err := snap.Text(line.Path)
			if err != nil || !strings.Contains(text[line.Start:line.End], line.Name) {
				t.Errorf("%s is not at %d–%d", line.Name, line.Start, line.End)
			}
		case "import":
			imports = append(imports, fmt.Sprint(line.Path, " ", line.Specifier, " ", line.Status, " ", line.Files))
		case "edge":
			edges[line.From+" "+line.To] = line.Weight
		case "end":
			var end map[string]any
			if err := json.Unmarshal(lines.Bytes(), &end); err != nil {
				t.Fatal(err)
			}
			delete(end, "type")
			want := map[string]any{"files": float64(kinds["file"]), "symbols": float64(kinds["symbol"]), "imports": float64(kinds["import"]), "edges": float64(kinds["edge"])}
			if diff := cmp.Diff(want, end); diff != "" {
				t.Errorf("the end says (-want +got):\n%s", diff)
			}
		}
	}
	g, err := snap.Graph(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]float64{}
	for n := range int32(g.Len()) {
		for _, edge := range g.Out(n) {
			want[g.Path(n)+" "+g.Path(edge.To)] = edge.Weight
		}
	}
	if diff := cmp.Diff(want, edges); diff != "" || len(want) == 0 {
		t.Errorf("edges (-graph +export):\n%s", diff)
	}
	if !slices.IsSorted(order) || len(order) != len(snap.Files()) || math.Abs(importances-1) > 1e-9 || kinds["end"] != 1 {
		t.Errorf("files %v, importances sum to %v, lines %v", order, importances, kinds)
	}
	if !slices.Contains(imports, "app.py store.cart resolved [store/cart.py]") || !slices.Contains(imports, "store/price.py store.missing unresolved []") {
		t.Errorf("imports are %q", imports)
	}
	if !slices.Contains(symbols, "store/cart.py total") {
		t.Errorf("symbols are %q", symbols)
	}
	// Another index of the same files gives the same bytes.
	again, elsewhere := exportable(t, snap.Folder().Root())
	out.Reset()
	if err := Export(t.Context(), again, elsewhere, &out); err != nil || out.String() != first {
		t.Errorf("%v; the same files gave\n%s\nand then\n%s", err, first, out.String())
	}
}

// full is a disk that takes so many bytes.
type full struct{ room int }

var errFull = errors.New("disk full")

func (f *full) Write(p []byte) (int, error) {
	n := min(f.room, len(p))
	f.room -= n
	if n < len(p) {
		return n, errFull
	}
	return n, nil
}

func TestExportFails(t *testing.T) {
	e, snap := exportable(t, write(t, shop))
	if err := Export(t.Context(), e, snap, &full{100}); !errors.Is(err, errFull) {
		t.Errorf("%v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := Export(ctx, e, snap, &full{1 << 20}); !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
}

// Writing keeps nothing: however many files there are, what is allocated for one is let go.
func TestExportStreams(t *testing.T) {
	archive := shop
	for i := range 300 {
		archive += fmt.Sprintf("-- many/m%d.py --\nfrom store.cart import Cart\n\ndef f%d(a):\n    return Cart()\n", i, i)
	}
	e, snap := exportable(t, write(t, archive))
	w := &sizes{writes: map[int]int{}}
	if err := Export(t.Context(), e, snap, w); err != nil {
		t.Fatal(err)
	}
	if largest := slices.Max(slices.Collect(maps.Keys(w.writes))); len(w.writes) < 2 || largest > 64<<10 {
		t.Errorf("the writes are of %v bytes", w.writes)
	}
}

// sizes counts writes by their size.
type sizes struct{ writes map[int]int }

func (s *sizes) Write(p []byte) (int, error) { s.writes[len(p)]++; return len(p), nil }
