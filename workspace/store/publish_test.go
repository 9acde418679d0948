package store_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/contextls/contextls/workspace/store"
	"github.com/contextls/contextls/workspace/store/storetest"
)

// a file that defines names, uses one of a package, and is a manifest if it is one.
func file(path string, names ...string) store.FileDocuments {
	d := store.FileDocuments{File: store.File{Place: store.Place{Path: path}, Language: "go", Lines: len(names)}}
	for i, name := range names {
		d.Definitions = append(d.Definitions, store.Definition{Language: "go", Kind: "function", Name: name, Signature: "func " + name + "()", Line: i, End: i, Exported: true, Words: "body of " + name})
	}
	d.Uses = []store.Use{{Language: "go", Package: store.Package{Ecosystem: "go", Name: "example.com/tea"}, Module: "example.com/tea", Name: "Brew", Count: 2, Lines: []int{1, 2}}}
	if strings.HasSuffix(path, "go.mod") {
		d.Packages = []store.DefinedPackage{{Package: store.Package{Ecosystem: "go", Name: "example.com/shop"}}}
	}
	return d
}

// publication publishes files under a name.
func publication(name string, files ...store.FileDocuments) store.Publication {
	return store.Publication{Repository: name, Commit: fmt.Sprint(len(files)), Program: "test", By: "a test", Documents: func(_ context.Context, visit func(store.FileDocuments) error) error {
		for _, f := range files {
			f.Definitions, f.Uses, f.Packages = slices.Clone(f.Definitions), slices.Clone(f.Uses), slices.Clone(f.Packages)
			if err := visit(f); err != nil {
				return err
			}
		}
		return nil
	}}
}

// before and after are two states of a repository: one file is the same, one changed, one gone, one new.
func before() []store.FileDocuments {
	return []store.FileDocuments{file("a.go", "Apple", "Almond"), file("b.go", "Bread", "Butter", "Bun"), file("c.go", "Cake"), file("go.mod")}
}

func after() []store.FileDocuments {
	return []store.FileDocuments{file("a.go", "Apple", "Almond"), file("b.go", "Bread", "Biscuit"), file("d.go", "Date", "Dill"), file("go.mod")}
}

// shop is a store with what looks into it.
type shop struct {
	config store.Config
	proxy  *storetest.Proxy
}

func newShop(t *testing.T) *shop {
	config := storetest.Config(t)
	s := &shop{config, storetest.NewProxy(t, config)}
	if err := s.client(t).Prepare(t.Context(), 1); err != nil {
		t.Fatal(err)
	}
	return s
}

// client is a client of the shop, by the proxy.
func (s *shop) client(t *testing.T) *store.Client {
	t.Helper()
	config := s.config
	config.URL = s.proxy.URL
	c, err := store.Open(config)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = c.Close() })
	return store.Hurried(c)
}

// ask asks OpenSearch itself.
func (s *shop) ask(t *testing.T, method, path string, body, answer any) {
	t.Helper()
	data, err := json.Marshal(body)
	if err != nil {
		t.Fatal(err)
	}
	req, _ := http.NewRequest(method, s.config.URL+path, bytes.NewReader(data))
	req.Header.Set("Content-Type", "application/json")
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	if resp.StatusCode >= 300 {
		t.Fatalf("%s %s: %s", method, path, resp.Status)
	}
	if answer != nil {
		if err := json.NewDecoder(resp.Body).Decode(answer); err != nil {
			t.Fatal(err)
		}
	}
}

// repository is a repository's document.
func (s *shop) repository(t *testing.T, name string) *store.Repository {
	t.Helper()
	var answer struct {
		Hits struct {
			Hits []struct {
				Source store.Repository `json:"_source"`
			} `json:"hits"`
		} `json:"hits"`
	}
	s.ask(t, "POST", "/"+s.config.Prefix+"-repositories/_refresh", nil, nil)
	s.ask(t, "POST", "/"+s.config.Prefix+"-repositories/_search", map[string]any{"query": map[string]any{"term": map[string]any{"name": name}}}, &answer)
	if len(answer.Hits.Hits) != 1 {
		t.Fatalf("%d documents of repository %s", len(answer.Hits.Hits), name)
	}
	return &answer.Hits.Hits[0].Source
}

// expire has the lease of a repository's scan, if there is one, have run out.
func (s *shop) expire(t *testing.T, name string) {
	t.Helper()
	if s.repository(t, name).Lease == nil {
		return
	}
	var answer struct {
		Hits struct {
			Hits []struct {
				ID string `json:"_id"`
			} `json:"hits"`
		} `json:"hits"`
	}
	index := "/" + s.config.Prefix + "-repositories/"
	s.ask(t, "POST", index+"_search", map[string]any{"query": map[string]any{"term": map[string]any{"name": name}}}, &answer)
	s.ask(t, "POST", index+"_update/"+answer.Hits.Hits[0].ID, map[string]any{"doc": map[string]any{"lease": map[string]any{"until": time.Now().Add(-time.Hour)}}}, nil)
}

// documents are what a reader sees of a repository, without what says whose it is; and how many there are that it does not see.
func (s *shop) documents(t *testing.T, name string) (seen []string, unseen int) {
	t.Helper()
	r := s.repository(t, name)
	for _, kind := range []string{"definitions", "files", "packages", "uses"} {
		var answer struct {
			Hits struct {
				Hits []struct {
					Source json.RawMessage `json:"_source"`
				} `json:"hits"`
			} `json:"hits"`
		}
		index := "/" + s.config.Prefix + "-" + kind
		s.ask(t, "POST", index+"/_refresh", nil, nil)
		s.ask(t, "POST", index+"/_search", map[string]any{"size": 1000, "query": map[string]any{"term": map[string]any{"repository": name}}}, &answer)
		for _, hit := range answer.Hits.Hits {
			var life store.Life
			var document map[string]any
			if err := errors.Join(json.Unmarshal(hit.Source, &life), json.Unmarshal(hit.Source, &document)); err != nil {
				t.Fatal(err)
			}
			if !r.Live(life) {
				unseen++
				continue
			}
			for _, key := range []string{"repository", "from", "until", "content"} {
				delete(document, key)
			}
			text, _ := json.Marshal(document)
			seen = append(seen, kind+" "+string(text))
		}
	}
	slices.Sort(seen)
	return seen, unseen
}

// expected is what documents says of files.
func expected(t *testing.T, files []store.FileDocuments) (all []string) {
	t.Helper()
	add := func(kind, path string, document any) {
		text, err := json.Marshal(document)
		if err != nil {
			t.Fatal(err)
		}
		var plain map[string]any
		_ = json.Unmarshal(text, &plain)
		for _, key := range []string{"repository", "from", "until", "content"} {
			delete(plain, key)
		}
		plain["path"] = path
		text, _ = json.Marshal(plain)
		all = append(all, kind+" "+string(text))
	}
	for _, f := range files {
		f.File.Counts = store.Counts{Definitions: len(f.Definitions), Packages: len(f.Packages), Uses: len(f.Uses)}
		add("files", f.File.Path, f.File)
		for _, d := range f.Definitions {
			add("definitions", f.File.Path, d)
		}
		for _, d := range f.Packages {
			add("packages", f.File.Path, d)
		}
		for _, d := range f.Uses {
			add("uses", f.File.Path, d)
		}
	}
	slices.Sort(all)
	return all
}

// wantState fails the test unless a reader sees these files.
func (s *shop) wantState(t *testing.T, name string, files []store.FileDocuments) {
	t.Helper()
	if got, _ := s.documents(t, name); !slices.Equal(got, expected(t, files)) {
		t.Errorf("a reader sees\n%s", strings.Join(got, "\n"))
	}
}

// wantSettled fails the test unless there is nothing but these files.
func (s *shop) wantSettled(t *testing.T, name string, files []store.FileDocuments) {
	t.Helper()
	s.wantState(t, name, files)
	if _, unseen := s.documents(t, name); unseen > 0 || !s.repository(t, name).Settled() {
		t.Errorf("%d documents are left over: %+v", unseen, s.repository(t, name))
	}
}

func (s *shop) publish(t *testing.T, p store.Publication) *store.Published {
	t.Helper()
	done, err := s.client(t).Publish(t.Context(), p)
	if err != nil {
		t.Fatal(err)
	}
	return done
}

func TestPublish(t *testing.T) {
	s := newShop(t)
	for _, c := range []struct {
		name string
		test func(*testing.T, *shop)
	}{{"what is new", publishesWhatIsNew}, {"killed", killedHalfWay}, {"two at once", twoAtOnce}, {"overtaken", overtaken}, {"unreachable", unreachable}, {"busy store", busyStore}, {"no store", noStore},
		{"full disk", fullDisk}, {"dry run", dryRun}, {"nothing", nothing}, {"long texts", longTexts}, {"identifiers", identifiers}} {
		t.Run(c.name, func(t *testing.T) {
			s.proxy.Harm(nil)
			c.test(t, s)
		})
	}
}

func publishesWhatIsNew(t *testing.T, s *shop) {
	const name = "team/new"
	done := s.publish(t, publication(name, before()...))
	if all := (store.Counts{Files: 4, Definitions: 6, Packages: 1, Uses: 4}); done.Sent != all || done.Unchanged.Total() != 0 || s.repository(t, name).Counts != all {
		t.Errorf("%+v", done)
	}
	s.wantSettled(t, name, before())

	s.proxy.Harm(nil)
	done = s.publish(t, publication(name, before()...))
	if done.Sent.Total() != 0 || done.Unchanged.Total() != 15 || done.Deleted.Total() != 0 || done.Generation != 0 || s.proxy.Writes() != 0 {
		t.Errorf("the second time: %+v, %q", done, s.proxy.Requests())
	}

	done = s.publish(t, publication(name, after()...))
	if done.Sent != (store.Counts{Files: 2, Definitions: 4, Uses: 2}) || done.Deleted != (store.Counts{Files: 2, Definitions: 4, Uses: 2}) ||
		done.Unchanged != (store.Counts{Files: 2, Definitions: 2, Packages: 1, Uses: 2}) || !slices.Equal(done.Gone, []string{"c.go"}) {
		t.Errorf("another state: %+v", done)
	}
	s.wantSettled(t, name, after())
	if got := s.repository(t, name); got.Commit != "4" || got.Counts != (store.Counts{Files: 4, Definitions: 6, Packages: 1, Uses: 4}) || got.Generation != 2 {
		t.Errorf("%+v", got)
	}

	p := publication(name, after()...)
	p.Commit = "another one"
	s.proxy.Harm(nil)
	if s.publish(t, p); s.proxy.Writes() != 1 || s.repository(t, name).Commit != p.Commit {
		t.Errorf("another commit of the same: %q", s.proxy.Requests())
	}

	moved := after()
	moved[0].File.Importance = 0.7 // as that of any file may change with any other
	if done := s.publish(t, publication(name, moved...)); done.Sent.Total() != 0 {
		t.Errorf("for its importance alone: %+v", done)
	}
}

// killedHalfWay ends a scan after each of its requests that write: either state counts then, never a mixture, and the next scan leaves
// nothing over.
func killedHalfWay(t *testing.T, s *shop) {
	committed := false
	for kill := 1; ; kill++ {
		name := fmt.Sprintf("team/killed-%d", kill)
		s.proxy.Harm(nil)
		s.publish(t, publication(name, before()...))
		p := publication(name, after()...)
		p.Lease = time.Hour // so that it is not renewed: that would be one more request that writes, now and then
		ctx, cancel := context.WithCancel(t.Context())
		dead := false
		s.proxy.Harm(func(w http.ResponseWriter, r *http.Request, writes int) bool {
			if dead = dead || writes >= kill; dead {
				cancel()
				storetest.Cut(w)
			}
			return false
		})
		_, err := s.client(t).Publish(ctx, p)
		cancel()
		if kill > 100 {
			t.Fatal("a scan writes for ever")
		}
		if err == nil {
			if kill < 6 || !committed {
				t.Errorf("a scan writes by %d requests alone", kill-1)
			}
			return
		}
		s.proxy.Harm(nil)
		if s.repository(t, name).Generation == 2 {
			committed = true
			s.wantState(t, name, after())
		} else {
			s.wantState(t, name, before())
		}
		s.expire(t, name)
		s.publish(t, publication(name, after()...))
		s.wantSettled(t, name, after())
		if t.Failed() {
			t.Fatalf("killed at its write %d", kill)
		}
	}
}

func twoAtOnce(t *testing.T, s *shop) {
	const name = "team/two"
	s.publish(t, publication(name, before()...))
	p := publication(name, after()...)
	all := p.Documents
	p.Documents = func(ctx context.Context, visit func(store.FileDocuments) error) error {
		n := 0
		return all(ctx, func(d store.FileDocuments) error {
			if n++; n == 3 { // it has something to send by now
				_, err := s.client(t).Publish(t.Context(), publication(name, file("x.go", "Other")))
				var busy *store.Busy
				if !errors.As(err, &busy) || !strings.Contains(err.Error(), "another scan of team/two is running since ") || !strings.Contains(err.Error(), ", by a test; ") {
					t.Errorf("the second one: %v", err)
				}
				s.wantState(t, name, before())
			}
			return visit(d)
		})
	}
	s.publish(t, p)
	s.wantSettled(t, name, after())
}

// overtaken has a scan go on whose lease ran out, and which another one took over from.
func overtaken(t *testing.T, s *shop) {
	const name = "team/overtaken"
	s.publish(t, publication(name, before()...))
	p := publication(name, after()...)
	p.Lease = 100 * time.Millisecond
	all := p.Documents
	stalled := make(chan struct{})
	p.Documents = func(ctx context.Context, visit func(store.FileDocuments) error) error {
		n := 0
		return all(ctx, func(d store.FileDocuments) error {
			if n++; n == 3 {
				close(stalled)
				publishPatiently(t, s.direct(t), publication(name, file("x.go", "Other"))) // the first one's lease cannot be renewed meanwhile
				s.proxy.Harm(nil)
			}
			return visit(d)
		})
	}
	s.proxy.Harm(func(w http.ResponseWriter, r *http.Request, _ int) bool {
		select {
		case <-stalled:
			if strings.Contains(r.URL.Path, "/_doc/") { // documents that are on their way arrive
				storetest.Cut(w)
			}
		default:
		}
		return false
	})
	if _, err := s.client(t).Publish(t.Context(), p); !errors.Is(err, store.ErrLost) {
		t.Errorf("the first one: %v", err)
	}
	s.wantState(t, name, []store.FileDocuments{file("x.go", "Other")})
	s.publish(t, publication(name, after()...))
	s.wantState(t, name, after())
}

// unreachable has a lease not be renewed for longer than it lasts and a client is patient, after the store renewed it once without a word: the scan goes on.
func unreachable(t *testing.T, s *shop) {
	const name = "team/unreachable"
	s.publish(t, publication(name, before()...))
	p := publication(name, after()...)
	p.Lease = 100 * time.Millisecond
	all := p.Documents
	away, renewed := make(chan struct{}), make(chan struct{})
	p.Documents = func(ctx context.Context, visit func(store.FileDocuments) error) error {
		n := 0
		return all(ctx, func(d store.FileDocuments) error {
			if n++; n == 3 {
				close(away)
				<-renewed
				time.Sleep(3 * time.Second)
				s.proxy.Harm(nil)
			}
			return visit(d)
		})
	}
	s.proxy.Harm(func(w http.ResponseWriter, r *http.Request, _ int) bool {
		select {
		case <-away:
		default:
			return false
		}
		if !strings.Contains(r.URL.Path, "/_doc/") { // documents that are on their way arrive
			return false
		}
		select {
		case <-renewed:
		default:
			again, err := http.NewRequestWithContext(t.Context(), r.Method, s.config.URL+r.URL.RequestURI(), r.Body)
			if err != nil {
				t.Error(err)
			}
			again.Header = r.Header
			if resp, err := http.DefaultClient.Do(again); err != nil || resp.StatusCode != http.StatusOK {
				t.Errorf("the renewal: %v, %v", resp, err)
			}
			close(renewed)
		}
		storetest.Cut(w)
		return true
	})
	if _, err := s.client(t).Publish(t.Context(), p); err != nil {
		t.Error(err)
	}
	s.wantSettled(t, name, after())
}

// publishPatiently publishes once the lease of another scan has run out.
func publishPatiently(t *testing.T, c *store.Client, p store.Publication) {
	t.Helper()
	for range 100 {
		_, err := c.Publish(t.Context(), p)
		var busy *store.Busy
		if err == nil {
			return
		}
		if !errors.As(err, &busy) || busy.Lease.By != "a test" {
			t.Error(err)
			return
		}
		time.Sleep(time.Until(busy.Lease.Until))
	}
	t.Error("the other one's lease does not end")
}

// direct is a client that does not go by the proxy.
func (s *shop) direct(t *testing.T) *store.Client {
	t.Helper()
	c, err := store.Open(s.config)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = c.Close() })
	return store.Hurried(c)
}

func busyStore(t *testing.T, s *shop) {
	const name = "team/busy"
	for _, harm := range []struct {
		name string
		do   func(w http.ResponseWriter)
	}{
		{"429", func(w http.ResponseWriter) { w.WriteHeader(http.StatusTooManyRequests) }},
		{"503", func(w http.ResponseWriter) { w.WriteHeader(http.StatusServiceUnavailable) }},
		{"cut", storetest.Cut},
		{"429 of each", func(w http.ResponseWriter) {
			fmt.Fprint(w, `{"errors": true, "items": [`+strings.Repeat(`{"index": {"status": 429, "error": {"type": "rejected_execution_exception", "reason": "full"}}}, `, 2)+`{"index": {"status": 429}}]}`)
		}},
	} {
		times := map[string]int{}
		s.proxy.Harm(func(w http.ResponseWriter, r *http.Request, writes int) bool {
			bulk := strings.HasSuffix(r.URL.Path, "/_bulk")
			if times[r.URL.Path]++; writes == 0 || times[r.URL.Path] > 2 || !bulk && harm.name == "429 of each" {
				return false
			}
			harm.do(w)
			return true
		})
		if _, err := s.client(t).Publish(t.Context(), publication(name+"/"+strings.ReplaceAll(harm.name, " ", ""), file("a.go", "A"))); err != nil {
			t.Errorf("%s: %v", harm.name, err)
		}
		if len(times) < 3 {
			t.Errorf("%s was met by %v alone", harm.name, times)
		}
		s.proxy.Harm(nil)
		s.wantSettled(t, name+"/"+strings.ReplaceAll(harm.name, " ", ""), []store.FileDocuments{file("a.go", "A")})
	}
}

func noStore(t *testing.T, s *shop) {
	const name = "team/none"
	s.publish(t, publication(name, before()...))
	for _, from := range []int{0, 3} {
		s.proxy.Harm(func(w http.ResponseWriter, _ *http.Request, writes int) bool {
			if writes >= from {
				storetest.Cut(w)
			}
			return false
		})
		_, err := s.client(t).Publish(t.Context(), publication(name, after()...))
		if err == nil || !strings.Contains(err.Error(), "does not answer") {
			t.Errorf("%v", err)
		}
		s.proxy.Harm(nil)
		s.wantState(t, name, before())
	}
}

func fullDisk(t *testing.T, s *shop) {
	const name = "team/full"
	s.publish(t, publication(name, before()...))
	block := func(value any) {
		s.ask(t, "PUT", "/"+s.config.Prefix+"-definitions/_settings", map[string]any{"index.blocks.read_only_allow_delete": value}, nil) // as the watermark does
	}
	block(true)
	_, err := s.client(t).Publish(t.Context(), publication(name, after()...))
	block(nil)
	if err == nil || !strings.Contains(err.Error(), "takes no more documents: its disk is too full") {
		t.Errorf("%v", err)
	}
	s.wantState(t, name, before())
	s.publish(t, publication(name, after()...)) // at once: the lease was given back
	s.wantSettled(t, name, after())
}

func dryRun(t *testing.T, s *shop) {
	const name = "team/dry"
	s.publish(t, publication(name, before()...))
	p := publication(name, after()...)
	var shown []string
	p.Show = func(d store.FileDocuments, known bool) error {
		shown = append(shown, fmt.Sprintf("%s %d %t", d.File.Path, len(d.Definitions), known))
		return nil
	}
	s.proxy.Harm(nil)
	done := s.publish(t, p)
	if s.proxy.Writes() != 0 || !slices.Equal(shown, []string{"b.go 2 true", "d.go 2 false"}) || done.Sent.Total() != 8 || done.Deleted.Total() != 8 || done.Unchanged.Total() != 7 {
		t.Errorf("%q, %+v, %q", shown, done, s.proxy.Requests())
	}
	s.wantSettled(t, name, before())

	elsewhere := s.config
	elsewhere.Prefix += "-none"
	c, err := store.Open(elsewhere)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	if done, err := c.Publish(t.Context(), p); err != nil || done.Sent.Total() != 15 {
		t.Errorf("where there is no store yet: %+v, %v", done, err)
	}
	if err := c.Check(t.Context()); !errors.Is(err, store.ErrEmpty) {
		t.Errorf("a dry run leaves %v", err)
	}
}

func nothing(t *testing.T, s *shop) {
	const name = "team/nothing"
	s.publish(t, publication(name, before()...))
	if _, err := s.client(t).Publish(t.Context(), publication(name)); err == nil || !strings.Contains(err.Error(), "there is no source file") {
		t.Errorf("%v", err)
	}
	s.wantSettled(t, name, before())
	for _, bad := range []string{"", "/x", "x/", "a b", "a\nb", "a*", strings.Repeat("x", 201)} {
		if _, err := s.client(t).Publish(t.Context(), publication(bad, before()...)); err == nil || !strings.Contains(err.Error(), fmt.Sprintf("repository: %q", bad)) {
			t.Errorf("%q: %v", bad, err)
		}
	}
}

// longTexts has no text of a repository be too long for OpenSearch.
func longTexts(t *testing.T, s *shop) {
	long := strings.Repeat("é", 40_000)
	d := file("a.go", long)
	d.Definitions[0].Container, d.Definitions[0].Signature, d.Definitions[0].Doc, d.Definitions[0].Words, d.Definitions[0].Module, d.Definitions[0].Source = long, long, long, long, long, long
	d.File.Summary, d.File.Imports = long, slices.Repeat([]string{long}, 501)
	d.Uses[0].Name, d.Uses[0].Module, d.Uses[0].In = long, long, long
	far := file(strings.Repeat("x/", 600)+"a.go", "Far")
	done := s.publish(t, publication("team/long", d, far))
	if done.Sent.Total() != 3 || len(done.Skipped) != 1 {
		t.Errorf("%+v", done)
	}
}

// identifiers has names be found by their parts, and as wholes.
func identifiers(t *testing.T, s *shop) {
	for text, want := range map[string][3]string{ // as they are kept, as a question is split, and as one that means wholes is
		"getUserByID":               {"getuserbyid get user by id", "get user by id", "getuserbyid"},
		"HTTPServer2_names":         {"httpserver2_name http server 2 name", "http server 2 name", "httpserver2_name"},
		"func (c *Client) DoIt(x)":  {"func c client doit do it x", "func c client do it x", "func c client doit x"},
		"straße größterWert $scope": {"straße größterwert größter wert $scope scope", "straße größter wert scope", "straße größterwert $scope"},
		"名前":                        {"名前", "名前", "名前"},
	} {
		for i, analyzer := range []string{"identifier", "identifier_parts", "identifier_whole"} {
			var answer struct {
				Tokens []struct {
					Token string `json:"token"`
				} `json:"tokens"`
			}
			s.ask(t, "POST", "/"+s.config.Prefix+"-definitions/_analyze", map[string]any{"analyzer": analyzer, "text": text}, &answer)
			var got []string
			for _, token := range answer.Tokens {
				got = append(got, token.Token)
			}
			if strings.Join(got, " ") != want[i] {
				t.Errorf("%s of %q: %q, want %q", analyzer, text, strings.Join(got, " "), want[i])
			}
		}
	}
}
