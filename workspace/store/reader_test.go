package store_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/contextls/contextls/workspace/store"
	"github.com/contextls/contextls/workspace/store/storetest"
)

// slow is how long tests wait that are not about waiting.
const slow = time.Minute

// reading opens a reader of a fake node.
func reading(t *testing.T, f *storetest.Fake, limit time.Duration) *store.Reader {
	t.Helper()
	c, err := store.Open(store.Config{URL: f.URL})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = c.Close() })
	return store.NewReader(c, limit)
}

func at(repository, path string, from, until int64) store.Place {
	return store.Place{Repository: repository, Life: store.Life{From: from, Until: until}, Path: path}
}

func function(p store.Place, name string) store.Definition {
	return store.Definition{Place: p, Kind: "function", Name: name, Signature: "def " + name + "()"}
}

func repository(name string, generation int64, void ...int64) store.Repository {
	return store.Repository{Name: name, Schema: store.Schema, Generation: generation, Last: generation, Void: void}
}

// names are what a query finds.
func names(t *testing.T, r *store.Reader, q store.Query) (names []string) {
	t.Helper()
	a, err := r.Search(t.Context(), q)
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range a.Found {
		names = append(names, m.Name)
	}
	return names
}

// Only what counts is found: of generations that were committed, and not taken away by one that was.
func TestSearchFindsWhatCounts(t *testing.T) {
	f := storetest.NewFake(t)
	f.Put(store.Repositories, repository("tea", 3, 2))
	f.Put(store.Definitions,
		function(at("tea", "a.py", 1, 0), "stays"), function(at("tea", "a.py", 1, 3), "gone"), function(at("tea", "a.py", 1, 2), "notTaken"),
		function(at("tea", "a.py", 1, 4), "notYetTaken"), function(at("tea", "a.py", 2, 0), "void"), function(at("tea", "a.py", 3, 0), "new"),
		function(at("tea", "a.py", 4, 0), "notYet"), function(at("unknown", "a.py", 1, 0), "ofNobody"))
	r := reading(t, f, slow)
	if got, want := names(t, r, store.Query{Text: "x", Limit: 50}), []string{"stays", "notTaken", "notYetTaken", "new"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

// What comes back and cannot be is refused, and said why.
func TestRefusedDocuments(t *testing.T) {
	good := function(at("tea", "pot/lid.py", 1, 0), "good")
	for why, change := range map[string]func(*store.Definition){
		`path: "../x" leads out`:           func(d *store.Definition) { d.Path = "../x" },
		`path: "a/../../x" leads out`:      func(d *store.Definition) { d.Path = "a/../../x" },
		`path: "/etc/passwd" leads out`:    func(d *store.Definition) { d.Path = "/etc/passwd" },
		`path: "a\\..\\b" leads out`:       func(d *store.Definition) { d.Path = `a\..\b` },
		`path: there is none`:              func(d *store.Definition) { d.Path = "" },
		`path: "a\x1b[2J" has unseen`:      func(d *store.Definition) { d.Path = "a\x1b[2J" },
		`path: "a\u202ey" has unseen`:      func(d *store.Definition) { d.Path = "a\u202ey" },
		`repository: "../x" leads out`:     func(d *store.Definition) { d.Repository = "../x" },
		`name: there is none`:              func(d *store.Definition) { d.Name = "" },
		`name: "a\nb" has unseen`:          func(d *store.Definition) { d.Name = "a\nb" },
		`signature: it has control`:        func(d *store.Definition) { d.Signature = "a\x00b" },
		`doc: it has 70000 bytes`:          func(d *store.Definition) { d.Doc = strings.Repeat("x", 70000) },
		`line: there are no lines -1 to 0`: func(d *store.Definition) { d.Line = -1 },
		`line: there are no lines 7 to 3`:  func(d *store.Definition) { d.Line, d.End = 7, 3 },
		`from, until: there is no such`:    func(d *store.Definition) { d.From = 0 },
		`package: there is none`:           func(d *store.Definition) { d.Package = &store.Package{Ecosystem: "go"} },
	} {
		f := storetest.NewFake(t)
		bad := good
		bad.Name = "bad"
		change(&bad)
		f.Put(store.Repositories, repository("tea", 1))
		f.Put(store.Definitions, bad, good)
		r := reading(t, f, slow)
		a, err := r.Search(t.Context(), store.Query{Text: "x", Limit: 50})
		if err != nil || len(a.Found) != 1 || a.Found[0].Name != "good" || len(a.Refused) != 1 || !strings.Contains(a.Refused[0], why) {
			t.Errorf("%s: found %+v, refused %q, %v", why, a.Found, a.Refused, err)
		}
	}
	f := storetest.NewFake(t)
	f.Put(store.Repositories, store.Repository{Name: "tea", Schema: store.Schema + 1, Generation: 1})
	f.Put(store.Definitions, good, map[string]any{"name": 7})
	a, err := reading(t, f, slow).Search(t.Context(), store.Query{Text: "x", Limit: 50})
	want := []string{"a document of definitions: it is not one of this version", fmt.Sprintf("a document of repositories: schema: it is %d, not %d", store.Schema+1, store.Schema)}
	if err != nil || len(a.Found) > 0 || !slices.Equal(a.Refused, want) {
		t.Errorf("found %+v, refused %q, %v", a.Found, a.Refused, err)
	}
}

// An index that is not ours, or of another version, is not read.
func TestForeignIndices(t *testing.T) {
	for meta, want := range map[string]error{
		`{}`:                           store.ErrForeign,
		`{"contextls": {"schema": 2}}`: store.ErrForeign,
		`{"contextls": {"schema": 99, "kind": "KIND"}}`:       store.ErrSchema,
		`{"contextls": {"schema": 2, "kind": "definitions"}}`: store.ErrForeign,
	} {
		f := storetest.NewFake(t)
		f.Say(meta)
		f.Put(store.Definitions, function(at("tea", "a.py", 1, 0), "pour"))
		f.Put(store.Repositories, repository("tea", 1))
		if _, err := reading(t, f, slow).Search(t.Context(), store.Query{Text: "x", Limit: 50}); !errors.Is(err, want) {
			t.Errorf("%s: got %v, want %v", meta, err, want)
		}
	}
}

// A question that the store does not like is no failure of the store.
func TestDislikedQuestion(t *testing.T) {
	f := storetest.NewFake(t)
	f.Put(store.Definitions, function(at("tea", "a.py", 1, 0), "pour"))
	f.Put(store.Repositories, repository("tea", 1))
	r := reading(t, f, slow)
	f.Fail(func(w http.ResponseWriter, r *http.Request) bool {
		return r.URL.Path == "/_msearch" && says(w, `{"responses": [{"status": 400, "error": {"type": "too_many_clauses", "reason": "1024"}}, {"status": 200}]}`)
	})
	for range 4 {
		if _, err := r.Search(t.Context(), store.Query{Text: "x", Limit: 50}); err == nil || !strings.Contains(err.Error(), "too_many_clauses") {
			t.Fatalf("got %v", err)
		}
	}
	f.Fail(nil)
	if a, err := r.Search(t.Context(), store.Query{Text: "y", Limit: 50}); err != nil || len(a.Found) != 1 {
		t.Errorf("found %+v, %v", a.Found, err)
	}
}

// A store that fails is left alone after a while, and asked again later; who asks is told why.
func TestBreaker(t *testing.T) {
	for what, fault := range map[string]func(http.ResponseWriter, *http.Request) bool{
		"status 500":                    func(w http.ResponseWriter, _ *http.Request) bool { w.WriteHeader(500); return true },
		"status 429":                    func(w http.ResponseWriter, _ *http.Request) bool { w.WriteHeader(429); return true },
		"does not let us in":            func(w http.ResponseWriter, _ *http.Request) bool { w.WriteHeader(401); return true },
		"does not answer as OpenSearch": func(w http.ResponseWriter, _ *http.Request) bool { fmt.Fprint(w, "<html>"); return true },
		"answers in part": func(w http.ResponseWriter, r *http.Request) bool {
			return r.URL.Path == "/_msearch" && says(w, `{"responses": [{"timed_out": true}, {}]}`)
		},
		"gives 0 answers to 2 questions": func(w http.ResponseWriter, r *http.Request) bool {
			return r.URL.Path == "/_msearch" && says(w, `{"responses": []}`)
		},
		"does not answer": func(http.ResponseWriter, *http.Request) bool { panic(http.ErrAbortHandler) },
	} {
		t.Run(what, func(t *testing.T) {
			f := storetest.NewFake(t)
			f.Put(store.Definitions, function(at("tea", "a.py", 1, 0), "pour"))
			f.Put(store.Repositories, repository("tea", 1))
			r := reading(t, f, slow)
			now := time.Now()
			store.SetClock(r, func() time.Time { return now })
			search := func() error {
				_, err := r.Search(t.Context(), store.Query{Text: "x", Limit: 50})
				return err
			}
			f.Fail(fault)
			for range 3 {
				if err := search(); err == nil || !strings.Contains(err.Error(), what) || errors.As(err, new(*store.Unasked)) {
					t.Fatalf("got %v", err)
				}
			}
			asked := f.Asked.Load()
			var unasked *store.Unasked
			if err := search(); !errors.As(err, &unasked) || unasked.For != 5*time.Second || !strings.Contains(err.Error(), what) || f.Asked.Load() != asked {
				t.Errorf("got %v after %d more requests", err, f.Asked.Load()-asked)
			}
			now = now.Add(5 * time.Second)
			if err := search(); err == nil || errors.As(err, new(*store.Unasked)) {
				t.Errorf("the trial: %v", err)
			}
			if err := search(); !errors.As(err, &unasked) || unasked.For != 10*time.Second {
				t.Errorf("after the trial: %v", err)
			}
			f.Fail(nil)
			now = now.Add(10 * time.Second)
			for range 2 {
				if err := search(); err != nil {
					t.Errorf("when it is mended: %v", err)
				}
			}
		})
	}
}

func says(w http.ResponseWriter, text string) bool {
	fmt.Fprint(w, text)
	return true
}

// A store that hangs costs no more than the limit; who gives up first says nothing about it.
func TestSlowStore(t *testing.T) {
	f := storetest.NewFake(t)
	hang := make(chan struct{})
	f.Fail(func(_ http.ResponseWriter, r *http.Request) bool {
		select {
		case <-hang:
		case <-r.Context().Done():
		}
		return true
	})
	defer close(hang)
	r := reading(t, f, 20*time.Millisecond)
	if _, err := r.Search(t.Context(), store.Query{Text: "x", Limit: 1}); err == nil || !strings.Contains(err.Error(), "does not answer within 20ms") {
		t.Errorf("got %v", err)
	}
	r = reading(t, f, slow)
	for range 5 {
		ctx, cancel := context.WithTimeout(t.Context(), time.Millisecond)
		if _, err := r.Search(ctx, store.Query{Text: "x", Limit: 1}); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("got %v", err)
		}
		cancel()
	}
}

// What was answered is not asked again, until a repository changes or a minute has gone.
func TestKeptAnswers(t *testing.T) {
	f := storetest.NewFake(t)
	f.Put(store.Definitions, function(at("tea", "a.py", 1, 0), "pour"))
	f.Put(store.Repositories, repository("tea", 1))
	r := reading(t, f, slow)
	now := time.Now()
	store.SetClock(r, func() time.Time { return now })
	q := store.Query{Text: "x", Limit: 50}
	requests := func() int32 {
		before := f.Asked.Load()
		names(t, r, q)
		return f.Asked.Load() - before
	}
	first := requests()
	if n := requests(); first == 0 || n != 0 {
		t.Errorf("%d requests, then %d", first, n)
	}
	now = now.Add(2 * time.Second)
	if n := requests(); n != 1 {
		t.Errorf("%d requests to see that nothing has changed", n)
	}
	f.Put(store.Repositories, repository("mug", 5))
	f.Put(store.Definitions, function(at("mug", "a.py", 5, 0), "drink"))
	now = now.Add(2 * time.Second)
	if got, want := names(t, r, q), []string{"pour", "drink"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	now = now.Add(2 * time.Minute)
	if n := requests(); n < 2 {
		t.Errorf("%d requests after two minutes", n)
	}
}

// A document of a generation that was not known is a reason to ask for its repository again.
func TestNewGeneration(t *testing.T) {
	f := storetest.NewFake(t)
	f.Put(store.Definitions, function(at("tea", "a.py", 1, 2), "old"), function(at("tea", "a.py", 2, 0), "new"))
	f.Put(store.Repositories, repository("tea", 1))
	r := reading(t, f, slow)
	now := time.Now()
	store.SetClock(r, func() time.Time { return now })
	if got := names(t, r, store.Query{Text: "x", Limit: 50}); !cmp.Equal(got, []string{"old"}) {
		t.Errorf("got %q", got)
	}
	f.Replace(store.Repositories, repository("tea", 2))
	now = now.Add(2 * time.Second)
	if got := names(t, r, store.Query{Text: "x", Limit: 50}); !cmp.Equal(got, []string{"new"}) {
		t.Errorf("got %q", got)
	}
}
