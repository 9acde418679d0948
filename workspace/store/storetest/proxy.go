package storetest

import (
	"encoding/pem"
	"io"
	"log"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/contextls/contextls/workspace/store"
)

// Proxy stands before an OpenSearch, to do harm.
type Proxy struct {
	URL string

	mu       sync.Mutex
	requests []string
	harm     func(w http.ResponseWriter, r *http.Request, writes int) bool
	writes   int

	harming sync.Mutex
}

// NewProxy is a proxy before the store of a configuration.
func NewProxy(t testing.TB, config store.Config) *Proxy {
	t.Helper()
	to, err := url.Parse(config.URL)
	if err != nil {
		t.Fatal(err)
	}
	p := &Proxy{}
	forward := httputil.NewSingleHostReverseProxy(to)
	forward.ErrorHandler = func(http.ResponseWriter, *http.Request, error) { panic(http.ErrAbortHandler) } // who asked has gone
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		p.mu.Lock()
		p.requests = append(p.requests, r.Method+" "+r.URL.Path)
		if Writes(r) {
			p.writes++
		}
		harm, writes := p.harm, p.writes
		p.mu.Unlock()
		harmed := func() bool {
			p.harming.Lock()
			defer p.harming.Unlock()
			return harm != nil && harm(w, r, writes)
		}
		if !harmed() {
			forward.ServeHTTP(w, r)
		}
	}))
	t.Cleanup(s.Close)
	p.URL = s.URL
	return p
}

// NewGuard is a proxy before the store of a configuration that speaks TLS and lets in whose Authorization is one of those; ca is the file of
// its certificate's authority.
func NewGuard(t testing.TB, config store.Config, authorizations ...string) (address, ca string) {
	t.Helper()
	to, err := url.Parse(config.URL)
	if err != nil {
		t.Fatal(err)
	}
	forward := httputil.NewSingleHostReverseProxy(to)
	s := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !slices.Contains(authorizations, r.Header.Get("Authorization")) {
			w.Header().Set("WWW-Authenticate", "Basic")
			http.Error(w, "Unauthorized", http.StatusUnauthorized) // as the security plugin does, which has no JSON then
			return
		}
		forward.ServeHTTP(w, r)
	}))
	s.Config.ErrorLog = log.New(io.Discard, "", 0) // of handshakes that are to fail
	s.StartTLS()
	t.Cleanup(s.Close)
	ca = filepath.Join(t.TempDir(), "ca.pem")
	if err := os.WriteFile(ca, pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: s.Certificate().Raw}), 0o600); err != nil {
		t.Fatal(err)
	}
	return s.URL, ca
}

// Writes reports whether a request changes anything.
func Writes(r *http.Request) bool {
	return r.Method != http.MethodGet && r.Method != http.MethodHead && !strings.HasSuffix(r.URL.Path, "/_search") && !strings.HasSuffix(r.URL.Path, "/_refresh")
}

// Harm has the proxy do something in place of forwarding requests, where that says so: one request at a time. It is told how many requests that write
// there have been since, with this one.
func (p *Proxy) Harm(harm func(w http.ResponseWriter, r *http.Request, writes int) bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.harm, p.writes, p.requests = harm, 0, nil
}

// Writes is how many requests that write there have been since Harm was called.
func (p *Proxy) Writes() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.writes
}

// Requests are those since Harm was called.
func (p *Proxy) Requests() []string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return append([]string{}, p.requests...)
}

// Cut ends a request's connection without an answer.
func Cut(http.ResponseWriter) { panic(http.ErrAbortHandler) }
