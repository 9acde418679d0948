package storetest

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/contextls/contextls/workspace/store"
)

// Fake is a node that answers each search of a kind with all its documents, whatever is asked: for what a real one does
// not do when it is told to.
type Fake struct {
	URL    string
	Asked  atomic.Int32 // requests so far
	prefix string

	mu        sync.Mutex
	documents map[store.Kind][]any
	meta      string                                        // what mappings say of themselves
	fault     func(http.ResponseWriter, *http.Request) bool // it has answered
}

// NewFake starts a node, until the test ends.
func NewFake(t testing.TB) *Fake {
	t.Helper()
	f := &Fake{prefix: store.DefaultPrefix, documents: map[store.Kind][]any{}, meta: fmt.Sprintf(`{"contextls": {"schema": %d, "kind": "KIND"}}`, store.Schema)}
	server := httptest.NewServer(f)
	t.Cleanup(server.Close)
	f.URL = server.URL
	return f
}

// Put adds documents of a kind.
func (f *Fake) Put(kind store.Kind, documents ...any) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.documents[kind] = append(f.documents[kind], documents...)
}

// Replace has other documents of a kind in place of those that there are.
func (f *Fake) Replace(kind store.Kind, documents ...any) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.documents[kind] = documents
}

// Fail has a fault answer requests in place of the node; nil mends it. One that returns false leaves the answer to the node.
func (f *Fake) Fail(fault func(http.ResponseWriter, *http.Request) bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.fault = fault
}

// Say sets what mappings say of themselves; KIND stands for the index' kind.
func (f *Fake) Say(meta string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.meta = meta
}

// ServeHTTP answers a request.
func (f *Fake) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	f.Asked.Add(1)
	body, err := io.ReadAll(r.Body) // a server notices that the other side is gone only where it has read all
	if err != nil {
		return
	}
	r.Body = io.NopCloser(bytes.NewReader(body))
	f.mu.Lock()
	fault := f.fault
	f.mu.Unlock()
	if fault != nil && fault(w, r) {
		return
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	w.Header().Set("Content-Type", "application/json")
	switch {
	case r.URL.Path == "/":
		fmt.Fprint(w, `{"version": {"distribution": "opensearch", "number": "2.19.1"}}`)
	case r.URL.Path == "/_msearch":
		f.searches(w, r)
	default:
		indices := map[string]any{}
		for alias := range strings.SplitSeq(strings.TrimPrefix(r.URL.Path, "/"), ",") {
			kind := strings.TrimPrefix(alias, f.prefix+"-")
			indices[f.index(store.Kind(kind))] = map[string]any{"aliases": map[string]any{alias: struct{}{}},
				"mappings": map[string]any{"_meta": json.RawMessage(strings.ReplaceAll(f.meta, "KIND", kind))}}
		}
		_ = json.NewEncoder(w).Encode(indices)
	}
}

func (f *Fake) index(kind store.Kind) string {
	return fmt.Sprintf("%s-%s-v%d", f.prefix, kind, store.Schema)
}

func (f *Fake) searches(w http.ResponseWriter, r *http.Request) {
	var responses []any
	for lines, n := bufio.NewScanner(r.Body), 0; lines.Scan(); n++ {
		if n%2 > 0 {
			continue
		}
		var header struct{ Index string }
		_ = json.Unmarshal(lines.Bytes(), &header)
		kind := store.Kind(strings.TrimPrefix(header.Index, f.prefix+"-"))
		hits, generations := []any{}, int64(0)
		for i, d := range f.documents[kind] {
			if of, ok := d.(store.Repository); ok {
				generations += of.Generation
			}
			hits = append(hits, map[string]any{"_index": f.index(kind), "_id": fmt.Sprint(i), "_score": 10 - 0.1*float64(i), "_source": d})
		}
		responses = append(responses, map[string]any{"status": 200, "hits": map[string]any{"total": map[string]any{"value": len(hits)}, "hits": hits},
			"aggregations": map[string]any{"generations": map[string]any{"value": generations}}})
	}
	_ = json.NewEncoder(w).Encode(map[string]any{"responses": responses})
}
