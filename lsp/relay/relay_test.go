package relay

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"

	"go.lsp.dev/jsonrpc2"

	"github.com/contextls/contextls/lsp/lsptest"
	"github.com/contextls/contextls/lsp/rpc"
)

// host has the servers of a test, of which the last one is there.
type host struct {
	t        *testing.T
	encoding string
	slow     map[string]bool // methods that are not answered

	mu      sync.Mutex
	servers []*server
	changed *sync.Cond
}

// server is a server that knows what it was told, and can be lost.
type server struct {
	*host
	frames *rpc.Frames
	end    func(error) // of the connection
	apart  bool

	initialize map[string]json.RawMessage
	texts      map[string]string // by URI
	versions   map[string]int
	refused    map[string]bool
	heard      []string // methods, in the order they came
	answers    []string // to what it asked, "ID result"
}

// flaky is the relay's end of a connection to a server that may be lost.
type flaky struct {
	Session
	mu     sync.Mutex
	reason error
}

func (f *flaky) Read(p []byte) (int, error) {
	n, err := f.Session.Read(p)
	f.mu.Lock()
	defer f.mu.Unlock()
	if err != nil && f.reason != nil {
		return n, f.reason
	}
	return n, err
}

func (h *host) open(_ context.Context, apart bool) (Session, error) {
	s := &server{host: h, apart: apart, texts: map[string]string{}, versions: map[string]int{}, refused: map[string]bool{}}
	f := &flaky{}
	f.Session = Within(func(conn io.ReadWriteCloser) {
		s.frames = rpc.NewFrames(conn, slog.New(slog.DiscardHandler))
		var once sync.Once
		s.end = func(reason error) {
			once.Do(func() {
				f.mu.Lock()
				f.reason = reason
				f.mu.Unlock()
				conn.Close()
			})
		}
		h.mu.Lock()
		h.servers = append(h.servers, s)
		h.changed.Broadcast()
		h.mu.Unlock()
		s.serve()
	})
	return f, nil
}

// lose loses the present server.
func (h *host) lose() { h.last().end(io.ErrUnexpectedEOF) }

func (h *host) last() *server {
	h.mu.Lock()
	defer h.mu.Unlock()
	for len(h.servers) == 0 {
		h.changed.Wait()
	}
	return h.servers[len(h.servers)-1]
}

// count waits until there were so many servers.
func (h *host) count(n int) *server {
	h.mu.Lock()
	defer h.mu.Unlock()
	for len(h.servers) < n {
		h.changed.Wait()
	}
	return h.servers[n-1]
}

// knows waits until something is so.
func (s *server) knows(is func() bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for !is() {
		s.changed.Wait()
	}
}

func (s *server) hears(method string) {
	s.knows(func() bool { return slices.Contains(s.heard, method) })
}

func (s *server) serve() {
	for {
		m, err := s.frames.Read()
		if err != nil {
			s.end(nil)
			return
		}
		decoded, err := jsonrpc2.DecodeMessage(m)
		if err != nil {
			s.t.Errorf("not a message: %s", m)
			return
		}
		s.mu.Lock()
		if s.hear(decoded) {
			s.mu.Unlock()
			s.end(nil)
			return
		}
		s.changed.Broadcast()
		s.mu.Unlock()
	}
}

// hear takes a message in, under the lock. It reports whether that is the end.
func (s *server) hear(message jsonrpc2.Message) (end bool) {
	switch m := message.(type) {
	case *jsonrpc2.Call:
		s.heard = append(s.heard, strings.Clone(m.Method()))
		if s.slow[m.Method()] {
			return false
		}
		var result any
		switch m.Method() {
		case "initialize":
			if err := json.Unmarshal(m.Params(), &s.initialize); err != nil {
				s.t.Error(err)
			}
			result = map[string]any{"capabilities": map[string]any{"positionEncoding": s.encoding}}
		case "texts":
			result = map[string]any{"texts": s.texts, "versions": s.versions}
		case "deadly":
			go s.end(io.ErrUnexpectedEOF)
			return false
		}
		s.say(m.ID(), result)
	case *jsonrpc2.Notification:
		s.heard = append(s.heard, strings.Clone(m.Method()))
		s.note(m)
		return m.Method() == "exit"
	case *jsonrpc2.Response:
		s.answers = append(s.answers, fmt.Sprintf("%v %s", m.ID(), m.Result()))
	}
	return false
}

func (s *server) say(id jsonrpc2.ID, result any) {
	raw, err := json.Marshal(result)
	if err != nil {
		s.t.Error(err)
	}
	message := jsonrpc2.AppendMessage(nil, jsonrpc2.NewResponse(id, raw, nil))
	go s.frames.Write(message)
}

// tell sends a message to the editor.
func (s *server) tell(m jsonrpc2.Message) {
	if err := s.frames.Write(jsonrpc2.AppendMessage(nil, m)); err != nil {
		s.t.Error(err)
	}
}

func (s *server) note(n *jsonrpc2.Notification) {
	var p struct {
		TextDocument struct {
			URI     string
			Version int
			Text    string
		}
		ContentChanges []struct {
			Range *struct{ Start, End struct{ Line, Character int } }
			Text  string
		}
	}
	_ = json.Unmarshal(n.Params(), &p)
	d := p.TextDocument
	switch n.Method() {
	case "textDocument/didOpen":
		s.texts[d.URI], s.versions[d.URI] = d.Text, d.Version
		delete(s.refused, d.URI)
	case "textDocument/didClose":
		delete(s.texts, d.URI)
		delete(s.versions, d.URI)
	case "textDocument/didChange":
		if d.Version <= s.versions[d.URI] || s.refused[d.URI] {
			s.refused[d.URI] = true
			return
		}
		for _, c := range p.ContentChanges {
			e := lsptest.Edit{Text: c.Text, All: c.Range == nil}
			if r := c.Range; r != nil {
				e.Range = [4]int{r.Start.Line, r.Start.Character, r.End.Line, r.End.Character}
			}
			s.texts[d.URI] = lsptest.Apply(s.texts[d.URI], e, s.encoding)
		}
		s.versions[d.URI] = d.Version
	}
}

// relayed is an editor whose server is a host's; code gets the exit code.
func relayed(t *testing.T, encoding string, slow ...string) (h *host, e *lsptest.Editor, code chan int) {
	t.Helper()
	h = &host{t: t, encoding: encoding, slow: map[string]bool{}}
	h.changed = sync.NewCond(&h.mu)
	for _, method := range slow {
		h.slow[method] = true
	}
	client, server := lsptest.Pipe()
	first, err := h.open(t.Context(), false)
	if err != nil {
		t.Fatal(err)
	}
	code = make(chan int, 1)
	ctx, cancel := context.WithCancel(context.Background())
	t.Cleanup(cancel)
	go func() {
		code <- Serve(ctx, server, first, Options{Log: slog.New(slog.DiscardHandler), Open: h.open})
	}()
	return h, lsptest.New(t, client), code
}

// Servers are lost while somebody types, in each encoding: the last one knows all that was typed, and each request is answered once.
func TestTyping(t *testing.T) {
	for _, encoding := range []string{"utf-8", "utf-16", "utf-32"} {
		t.Run(encoding, func(t *testing.T) {
			t.Parallel()
			h, e, code := relayed(t, encoding)
			e.MustCall("initialize", map[string]any{"capabilities": map[string]any{}}, nil)
			e.Notify("initialized", map[string]any{})
			random := rand.New(rand.NewPCG(1, uint64(len(encoding))))
			want, versions := map[string]string{}, map[string]int{}
			uris := []string{"file:///shop/a.py", "file:///shop/b.py", "file:///shop/c.py"}
			const losses = 20
			for lost, i := 0, 0; lost < losses; i++ {
				uri := uris[random.IntN(len(uris))]
				text, open := want[uri]
				switch {
				case !open:
					want[uri], versions[uri] = "é = '🐍'\r\nprint()\n", i
					e.Open(uri, "python", i, want[uri])
				case random.IntN(20) == 0:
					e.CloseDocument(uri)
					delete(want, uri)
					delete(versions, uri)
				default:
					edit := lsptest.Edit{Range: [4]int{random.IntN(3), random.IntN(4)}, Text: []string{"x", "ü", "🐍", "\n", ""}[random.IntN(5)]}
					edit.Range[2], edit.Range[3] = edit.Range[0], edit.Range[1]+random.IntN(2)
					edit.All = random.IntN(30) == 0
					want[uri], versions[uri] = lsptest.Apply(text, edit, encoding), i
					e.Change(uri, i, edit)
				}
				var pending []lsptest.Pending
				for range random.IntN(3) {
					pending = append(pending, e.Start("texts", nil))
				}
				if random.IntN(10) == 0 {
					lost++
					h.lose()
				}
				for _, p := range pending {
					var got struct {
						Texts    map[string]string
						Versions map[string]int
					}
					if err := p.Wait(&got); err != nil {
						t.Fatal(err)
					}
					if len(got.Texts) != len(want) {
						t.Fatalf("%d documents are open, want %d", len(got.Texts), len(want))
					}
					for uri := range want {
						if got.Texts[uri] != want[uri] || got.Versions[uri] != versions[uri] {
							t.Fatalf("%s: %d %q, want %d %q", uri, got.Versions[uri], got.Texts[uri], versions[uri], want[uri])
						}
					}
				}
			}
			e.Shutdown()
			if c := <-code; c != 0 {
				t.Errorf("exit code %d", c)
			}
		})
	}
}

// A request that was under way is asked again, one that was cancelled is answered; nothing is answered that nobody asked.
func TestPending(t *testing.T) {
	h, e, _ := relayed(t, "utf-16", "slow")
	e.MustCall("initialize", map[string]any{}, nil)
	one, two := e.Start("slow", map[string]int{"n": 1}), e.Start("slow", nil)
	two.Cancel()
	h.count(1).hears("$/cancelRequest")
	h.mu.Lock()
	delete(h.slow, "slow")
	h.mu.Unlock()
	h.lose()
	if err := one.Wait(nil); err != nil {
		t.Error(err)
	}
	lsptest.CheckError(t, two.Wait(nil), -32800)
	if s := h.count(2); !slices.Equal(s.heard, []string{"initialize", "slow"}) {
		t.Errorf("the second one heard %v", s.heard)
	}
	if s := h.last(); s.apart {
		t.Error("it is apart already")
	}
}

// What loses one server after the other is the last one's own problem.
func TestApart(t *testing.T) {
	h, e, code := relayed(t, "utf-16")
	e.MustCall("initialize", map[string]any{}, nil)
	e.Start("deadly", nil)
	if c := <-code; c != 1 {
		t.Errorf("exit code %d", c)
	}
	var apart []bool
	for _, s := range h.servers {
		apart = append(apart, s.apart)
	}
	if want := []bool{false, false, false, true}; !slices.Equal(apart, want) {
		t.Errorf("apart: %v, want %v", apart, want)
	}
}

// While initialize is not answered, it is asked again as it was.
func TestInitializeAgain(t *testing.T) {
	h, e, _ := relayed(t, "utf-8", "initialize")
	init := e.Start("initialize", map[string]any{"processId": 7})
	h.count(1).hears("initialize")
	h.mu.Lock()
	delete(h.slow, "initialize")
	h.mu.Unlock()
	h.lose()
	if err := init.Wait(nil); err != nil {
		t.Error(err)
	}
	e.MustCall("texts", nil, nil)
	if s := h.last(); !slices.Equal(s.heard, []string{"initialize", "texts"}) || string(s.initialize["processId"]) != "7" {
		t.Errorf("it heard %v, %s", s.heard, s.initialize)
	}
}

// A server is told the settings, folders and trace of now. That settings claim trust counts for nothing.
func TestStateOfNow(t *testing.T) {
	h, e, _ := relayed(t, "utf-16")
	e.MustCall("initialize", map[string]any{"initializationOptions": map[string]any{"trusted": false, "ignore": []string{"a"}},
		"workspaceFolders": []map[string]string{{"uri": "file:///one", "name": "one"}, {"uri": "file:///two", "name": "two"}}}, nil)
	e.Notify("initialized", map[string]any{})
	e.Notify("$/setTrace", map[string]string{"value": "verbose"})
	e.Notify("workspace/didChangeConfiguration", map[string]any{"settings": map[string]any{"contextls": map[string]any{"ignore": []string{"b"}, "trusted": true}}})
	e.Notify("workspace/didChangeWorkspaceFolders", map[string]any{"event": map[string]any{
		"added": []map[string]string{{"uri": "file:///three", "name": "three"}}, "removed": []map[string]string{{"uri": "file:///one/", "name": "one"}}}})
	e.MustCall("texts", nil, nil)
	h.lose()
	e.MustCall("texts", nil, nil)
	s := h.last()
	if got, want := string(s.initialize["initializationOptions"]), `{"ignore":["b"],"trusted":false}`; got != want {
		t.Errorf("options %s, want %s", got, want)
	}
	if got, want := string(s.initialize["workspaceFolders"]), `[{"uri":"file:///two","name":"two"},{"uri":"file:///three","name":"three"}]`; got != want {
		t.Errorf("folders %s, want %s", got, want)
	}
	if want := []string{"initialize", "initialized", "$/setTrace", "texts"}; !slices.Equal(s.heard, want) {
		t.Errorf("it heard %v, want %v", s.heard, want)
	}
}

// A server's own requests reach the editor under other IDs, and what a lost one has asked is not answered to the next. What is
// registered for good is registered once.
func TestQuestions(t *testing.T) {
	h, e, _ := relayed(t, "utf-16")
	e.Ignore("workspace/configuration") // it is answered below
	e.Handle("client/registerCapability", func(json.RawMessage) (any, *lsptest.Error) { return nil, nil })
	e.MustCall("initialize", map[string]any{}, nil)
	register := jsonrpc2.NewCall(jsonrpc2.NewNumberID(1), "client/registerCapability", nil)
	configuration := jsonrpc2.NewCall(jsonrpc2.NewNumberID(2), "workspace/configuration", nil)
	first := h.last()
	first.tell(register)
	first.knows(func() bool { return slices.Equal(first.answers, []string{"1 null"}) })
	first.tell(configuration)
	e.AwaitRequest("workspace/configuration")
	h.lose()
	second := h.count(2)
	second.hears("initialize")
	second.tell(register)
	second.tell(configuration)
	e.MustCall("texts", nil, nil)
	for id, answer := range []string{2: "to the first", 3: "to the second"} {
		if answer != "" {
			e.Frame(fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"result":[%q]}`, id, answer))
		}
	}
	second.knows(func() bool { return len(second.answers) == 2 })
	e.MustCall("texts", nil, nil)
	slices.Sort(second.answers)
	if want := []string{"1 null", `2 ["to the second"]`}; !slices.Equal(second.answers, want) {
		t.Errorf("it was answered %q, want %q", second.answers, want)
	}
	if got := e.Requests(); !slices.Equal(got, []string{"client/registerCapability", "workspace/configuration", "workspace/configuration"}) {
		t.Errorf("the editor was asked %v", got)
	}
}

// What an editor sees going on ends with the server that did it.
func TestProgress(t *testing.T) {
	h, e, _ := relayed(t, "utf-16")
	e.Expect("$/progress")
	e.MustCall("initialize", map[string]any{}, nil)
	for _, value := range []string{`{"token":"done","value":{"kind":"begin","title":"x"}}`, `{"token":"done","value":{"kind":"end"}}`, `{"token":7,"value":{"kind":"begin","title":"x"}}`} {
		h.last().tell(jsonrpc2.NewNotification("$/progress", jsonrpc2.RawMessage(value)))
	}
	e.MustCall("texts", nil, nil)
	h.lose()
	e.MustCall("texts", nil, nil)
	var ended []string
	for _, m := range e.Inbox("$/progress") {
		if strings.Contains(string(m.Params), `"end"`) {
			ended = append(ended, string(m.Params))
		}
	}
	if want := []string{`{"token":"done","value":{"kind":"end"}}`, `{"token":7,"value":{"kind":"end"}}`}; !slices.Equal(ended, want) {
		t.Errorf("ended: %q, want %q", ended, want)
	}
}

// A change that a server refuses is refused by the next one, too.
func TestRefused(t *testing.T) {
	h, e, _ := relayed(t, "utf-16")
	e.MustCall("initialize", map[string]any{}, nil)
	e.Open("file:///a.py", "python", 5, "a")
	e.Change("file:///a.py", 5, lsptest.Edit{Text: "b", All: true})
	e.Change("file:///a.py", 6, lsptest.Edit{Text: "c", All: true})
	e.Open("file:///b.py", "python", 1, "b")
	e.Notify("textDocument/didChange", map[string]any{"textDocument": map[string]any{"uri": "file:///b.py", "version": "two"}, "contentChanges": "none"})
	e.MustCall("texts", nil, nil)
	h.lose()
	e.MustCall("texts", nil, nil)
	s := h.last()
	if want := []string{"initialize", "textDocument/didOpen", "textDocument/didChange", "textDocument/didOpen", "textDocument/didChange", "texts"}; !slices.Equal(s.heard, want) {
		t.Errorf("it heard %v, want %v", s.heard, want)
	}
	if s.texts["file:///a.py"] != "a" || !s.refused["file:///a.py"] {
		t.Errorf("%q, %v", s.texts, s.refused)
	}
}

// How a session ends is told as a server tells it.
func TestEnds(t *testing.T) {
	for name, tt := range map[string]struct {
		do   func(h *host, e *lsptest.Editor)
		want int
	}{
		"shutdown and exit": {func(_ *host, e *lsptest.Editor) { e.Shutdown() }, 0},
		"exit":              {func(_ *host, e *lsptest.Editor) { e.Notify("exit", nil) }, 1},
		"the editor leaves": {func(_ *host, e *lsptest.Editor) { e.Close() }, 1},
		"the server ends":   {func(h *host, _ *lsptest.Editor) { h.last().end(nil) }, 1},
		"lost after shutdown": {func(h *host, e *lsptest.Editor) {
			e.MustCall("shutdown", nil, nil)
			h.lose()
			lsptest.CheckError(t, e.Call("texts", nil, nil), -32600, "after shutdown")
			e.Notify("exit", nil)
		}, 0},
		"lost at shutdown": {func(h *host, e *lsptest.Editor) {
			h.mu.Lock()
			h.slow["shutdown"] = true
			h.mu.Unlock()
			p := e.Start("shutdown", nil)
			h.last().hears("shutdown")
			h.lose()
			if err := p.Wait(nil); err != nil {
				t.Error(err)
			}
			e.Notify("exit", nil)
		}, 0},
	} {
		t.Run(name, func(t *testing.T) {
			h, e, code := relayed(t, "utf-16")
			e.MustCall("initialize", map[string]any{}, nil)
			tt.do(h, e)
			if got := <-code; got != tt.want {
				t.Errorf("exit code %d, want %d", got, tt.want)
			}
		})
	}
}

// What is no message, or a batch of them, is answered as a server answers it, and harms nobody.
func TestOddMessages(t *testing.T) {
	_, e, _ := relayed(t, "utf-16")
	e.MustCall("initialize", map[string]any{}, nil)
	e.Frame(`{"jsonrpc":"2.0"`)
	lsptest.CheckError(t, e.Await("", nil).Error, -32700)
	e.Frame(`{"jsonrpc":"2.0","id":99,"result":1}`) // nobody asked
	e.MustCall("texts", nil, nil)
}

func TestNoServer(t *testing.T) {
	client, server := lsptest.Pipe()
	h := &host{t: t}
	h.changed = sync.NewCond(&h.mu)
	first, _ := h.open(t.Context(), false)
	code := make(chan int)
	go func() {
		code <- Serve(t.Context(), server, first, Options{Log: slog.New(slog.DiscardHandler), Open: func(context.Context, bool) (Session, error) {
			return nil, errors.New("none")
		}})
	}()
	lsptest.New(t, client)
	h.lose()
	if c := <-code; c != 1 {
		t.Errorf("exit code %d", c)
	}
}
