package debug

import (
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"
)

func TestListen(t *testing.T) {
	for addr, want := range map[string]string{ // what the error says, "" where there is none
		"127.0.0.1:0": "", "localhost:0": "", "LocalHost:0": "", "127.0.0.2:0": "",
		"0.0.0.0:0": "only", ":0": "only", "[::]:0": "only", "example.com:0": "only", "192.168.0.1:0": "only", "localhost.example.com:0": "only",
		"127.0.0.1": "HOST:PORT", "6060": "HOST:PORT", "": "HOST:PORT",
	} {
		l, err := Listen(addr)
		if l != nil {
			l.Close()
		}
		if addr == "127.0.0.2:0" && err != nil {
			continue // not every system has it
		}
		if want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%q: %v, want %q", addr, err, want)
		}
	}
}

func TestGuard(t *testing.T) {
	handler := Handler(func() State { return State{Version: "9", Started: time.Now()} })
	for _, tt := range []struct {
		method, path, host, site string
		want                     int
	}{
		{"GET", "/", "127.0.0.1:6060", "", 200},
		{"HEAD", "/", "localhost:6060", "none", 200},
		{"GET", "/", "[::1]:6060", "same-origin", 200},
		{"GET", "/", "[::1]", "", 200},
		{"GET", "/", "localhost", "", 200},
		{"GET", "/debug/pprof/", "localhost:1", "", 200},
		{"GET", "/debug/pprof/heap", "localhost:1", "", 200},
		{"GET", "/debug/pprof/symbol", "localhost:1", "", 200},
		{"GET", "/nothing", "localhost:1", "", 404},
		{"GET", "/", "evil.example:6060", "", 403},
		{"GET", "/", "localhost.evil.example", "", 403},
		{"GET", "/", "127.0.0.1.evil.example:80", "", 403},
		{"GET", "/", "", "", 403},
		{"GET", "/debug/pprof/heap", "evil.example", "", 403},
		{"GET", "/debug/pprof/profile", "127.0.0.1:6060", "cross-site", 403},
		{"GET", "/", "127.0.0.1:6060", "same-site", 403},
		{"POST", "/", "127.0.0.1:6060", "", 405},
		{"POST", "/debug/pprof/symbol", "127.0.0.1:6060", "", 405},
		{"DELETE", "/", "127.0.0.1:6060", "", 405},
	} {
		r := httptest.NewRequest(tt.method, tt.path, nil)
		r.Host = tt.host
		r.Header.Set("Sec-Fetch-Site", tt.site)
		w := httptest.NewRecorder()
		handler.ServeHTTP(w, r)
		if w.Code != tt.want {
			t.Errorf("%+v: %d %s", tt, w.Code, w.Body)
		}
	}
}

func TestPage(t *testing.T) {
	now := time.Now()
	state := State{
		Version: "9.8.7", Started: now.Add(-time.Hour), Facts: 17, Workers: Workers{4, 3, 2, 1},
		Folders: []Folder{{Root: "/home/<me>", State: "degraded", Files: 4711, Degraded: []string{"it is slow"},
			Excluded: []Count{{"secret", 3}}, Snapshot: "abcdef", Number: 12, Packs: 5}},
		Requests: []Request{
			{Time: now, ID: "7", Method: "context/pack", Took: 12300 * time.Microsecond, Stages: []Stage{{"queue", 0}, {"rank", 1500 * time.Microsecond}}, Snapshot: "fedcba", Bytes: 321},
			{Time: now, ID: "8", Method: "<script>", Code: -32601},
		},
		Problems: []Problem{{"something broke", 2, now}},
	}
	ctx, cancel := context.WithCancel(t.Context())
	l, err := Listen("localhost:0")
	if err != nil {
		t.Fatal(err)
	}
	ended := make(chan error)
	go func() { ended <- Serve(ctx, l, func() State { return state }) }()
	response, err := http.Get("http://" + l.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	body, err := io.ReadAll(response.Body)
	response.Body.Close()
	if err != nil {
		t.Fatal(err)
	}
	page := string(body)
	for _, want := range []string{
		"contextls 9.8.7", "Up for 1h0m0s", "/home/&lt;me&gt;", "degraded<br>it is slow", "4711", "abcdef, number 12", "3 × secret",
		">17<", "3 of 4, 2 busy, 1 lost", "context/pack", "12.3", "321", "queue 0.0, rank 1.5", "error -32601", "something broke",
	} {
		if !strings.Contains(page, want) {
			t.Errorf("there is no %q in\n%s", want, page)
		}
	}
	if strings.Contains(page, "<script") || response.Header.Get("Content-Security-Policy") == "" {
		t.Errorf("a script can get in: %v\n%s", response.Header, page)
	}
	cancel()
	if err := <-ended; err != nil {
		t.Errorf("serving ended with %v", err)
	}
}

// Names and messages with unseen characters are shown with their numbers.
func TestPageHidesNothing(t *testing.T) {
	w := httptest.NewRecorder()
	r := httptest.NewRequest("GET", "/", nil)
	r.Host = "localhost"
	Handler(func() State {
		return State{Folders: []Folder{{Root: "/a\u202eb", Degraded: []string{"\U000e0041"}}}, Problems: []Problem{{"\u200b", 1, time.Now()}}}
	}).ServeHTTP(w, r)
	for _, mark := range []string{"/a‹U+202E›b", "‹U+E0041›", "‹U+200B›"} {
		if !strings.Contains(w.Body.String(), mark) {
			t.Errorf("%s is not on the page", mark)
		}
	}
}
