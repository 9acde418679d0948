package lsp

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/contextls/contextls/lsp/lsptest"
	"github.com/contextls/contextls/workspace"
	"github.com/contextls/contextls/workspace/faulttest"
)

// held is what is in use when what is not has been collected.
func held() (heap uint64, goroutines int) {
	var m runtime.MemStats
	runtime.GC()
	runtime.GC() // also what finalizers let go of
	runtime.ReadMemStats(&m)
	return m.HeapAlloc, runtime.NumGoroutine()
}

// A server that works all the time takes no more at the end than when it had warmed up.
func TestSoak(t *testing.T) {
	end := time.Duration(faulttest.Times(t, "mixed work without growth", "s", 1, 30, 86_400)) * time.Second
	root, _ := committed(t, shop)
	s := serveWith(t, root, Options{Workspace: workspace.Options{Watch: true}})
	s.Initialize(nil, root)
	s.AwaitIndex(root, "ready")
	r, files := rand.New(rand.NewPCG(8, 9)), []string{"app.py", "store/cart.py", "store/price.py", "store/user.py", "tests/test_cart.py"}
	for _, p := range files {
		s.Open(s.uri(p), "python", 1, "x\n")
	}
	round := func(version int) {
		p := files[r.IntN(len(files))]
		s.Change(s.uri(p), version, lsptest.Edit{All: true, Text: fmt.Sprintf("from store.price import price\n\ndef f%d(x):\n    return price(x)\n", version%50)})
		switch r.IntN(12) {
		case 0:
			s.CloseDocument(s.uri(p))
			s.Open(s.uri(p), "python", version+1, strings.Repeat("def g():\n    pass\n", r.IntN(40)))
		case 1:
			put(t, s.path(fmt.Sprintf("new/f%d.py", r.IntN(20))), fmt.Sprintf("def h%d():\n    pass\n", version%100))
		case 2:
			if err := os.RemoveAll(filepath.Join(root, "new")); err != nil {
				t.Error(err)
			}
		case 3:
			pending := s.Start("context/pack", map[string]any{"targets": s.target(p)})
			pending.Cancel()
			pending.Wait(nil)
		case 4:
			s.MustCall("context/rank", map[string]any{"task": fmt.Sprintf("f%d price", version)}, nil)
		case 5:
			s.MustCall("context/explore", map[string]any{"requests": []any{map[string]any{"provider": "git_log", "params": map[string]any{}},
				map[string]any{"provider": "search_code", "params": map[string]any{"pattern": "price"}}}}, nil)
		case 6:
			s.MustCall("context/query", map[string]any{"query": "price of f"}, nil)
		default:
			s.pack(map[string]any{"targets": s.target(p), "task": fmt.Sprintf("round %d", version%30)})
		}
	}
	heap, goroutines, rounds := uint64(0), 0, 1
	for start := time.Now(); time.Since(start) < end || heap == 0; rounds++ {
		round(2 * rounds)
		if s.Inbox("context/didChangeIndex"); heap == 0 && rounds > 300 && time.Since(start) > end/4 {
			heap, goroutines = held()
		}
	}
	s.MustCall("context/stats", nil, nil)
	after, left := held()
	t.Logf("%d rounds: %d KB and %d goroutines after a quarter, %d KB and %d at the end", rounds, heap>>10, goroutines, after>>10, left)
	if after > heap+heap/4+8<<20 {
		t.Errorf("%d bytes have become %d", heap, after)
	}
	if left > goroutines+20 { // some are on their way
		t.Errorf("%d goroutines have become %d", goroutines, left)
	}
}
