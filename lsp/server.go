package lsp

import (
	"context"
	"io"
	"log/slog"
	"maps"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/go-json-experiment/json/jsontext"
	lsp "go.lsp.dev/protocol"

	"github.com/contextls/contextls/lsp/debug"
	"github.com/contextls/contextls/lsp/engine"
	"github.com/contextls/contextls/lsp/engine/explore"
	"github.com/contextls/contextls/lsp/protocol"
	"github.com/contextls/contextls/lsp/rpc"
	"github.com/contextls/contextls/lsp/settings"
	"github.com/contextls/contextls/workspace"
	"github.com/contextls/contextls/workspace/problem"
)

// Options say how to serve.
type Options struct {
	Version         string
	Log             *slog.Logger
	ClientProcessID int // serving ends when this process does; 0: the one that initialize names

	// Workspace is how sessions work; the settings overrule it.
	Workspace workspace.Options

	Sources settings.Sources // of settings, besides the client and its workspace

	RunsDir string // where past packs are kept, by workspace; "": nowhere

	// Debug shows people what the server is doing, until the context ends. nil: nobody looks.
	Debug func(ctx context.Context, state func() debug.State) error

	// Publish lets other programs of the user's ask what is open and not saved below a directory, until the context
	// ends. nil: none may.
	Publish func(ctx context.Context, unsaved func(dir string) []workspace.Unsaved) error

	callLimit time.Duration // how long the client may take to answer; 0: as long as rpc says
}

// closeLimit is how long the end of the session may take.
const closeLimit = 500 * time.Millisecond

// server is one client's session.
type server struct {
	ctx      context.Context
	stop     context.CancelFunc // ends the session
	opts     Options
	log      *slog.Logger
	started  time.Time
	client   client
	problems *problem.List // of the program itself
	observer *observer
	engine   *engine.Engine
	explorer *explore.Explorer
	info     clientInfo // written by initialize, before anything else runs

	lens  *debouncer // asks the client to ask for code lenses again
	index *notifier

	methods map[string]rpc.Query // the custom requests, by method

	revision    atomic.Int64 // of the client's settings: the latest that was sent or asked for
	configuring sync.Mutex   // held while settings are taken in; never while the client is waited for
	configured  int64        // the revision in use; under configuring
	loading     sync.Mutex   // held while settings are read; never while the client is waited for

	mu        sync.Mutex
	session   *workspace.Session
	roots     []string                  // of the open folders, in the client's order
	documents map[string]*document      // what the client has open, by path
	settings  []byte                    // as the client said them last
	stamps    map[string]settings.Stamp // of the folders' own files of settings, by root
	mistakes  map[string][]string       // in the settings, as last told, by what they are about
}

// Serve speaks LSP with one client until it is gone. The exit code is 0 when the session ended with
// shutdown and exit, else 1. It closes the transport.
func Serve(ctx context.Context, transport io.ReadWriteCloser, opts Options) (exitCode int) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	problems, observer := problem.NewList(opts.Log), &observer{log: opts.Log, keep: opts.Debug != nil}
	conn := rpc.New(transport, rpc.Options{Log: opts.Log, Encode: JSON, CallLimit: opts.callLimit,
		Panicked: problems.Panicked, Begin: observer.begin, Observe: observer.observe})
	observer.notify = conn.Notify
	s := &server{
		ctx: ctx, stop: cancel, opts: opts, log: opts.Log, started: time.Now(), client: client{conn}, problems: problems, observer: observer,
		engine: engine.New(settings.Default()), documents: map[string]*document{},
	}
	s.engine.Problems = problems
	s.explorer = explore.New(s.engine, explore.NewRuns(opts.RunsDir))
	s.lens = newDebouncer(lensEvery, func() {
		defer problems.Recover("asking for code lenses")
		s.refreshLenses()
	})
	s.index = newNotifier(ctx, func(f *workspace.Folder) {
		defer problems.Recover("telling of a folder")
		s.tellIndex(f)
	})
	if opts.Debug != nil {
		s.background("the debug page", func() {
			if err := opts.Debug(ctx, s.state); err != nil {
				s.log.Error("the debug page is gone", "reason", err)
			}
		})
	}
	if opts.Publish != nil {
		s.background("telling what is unsaved", func() {
			if err := opts.Publish(ctx, s.unsaved); err != nil {
				s.log.Info("nobody is told what is unsaved", "reason", err)
			}
		})
	}
	clean := conn.Serve(ctx, s.handlers())
	cancel()
	s.close()
	if clean {
		return 0
	}
	return 1
}

// close ends the session; a worker that does not die is not waited for.
func (s *server) close() {
	s.lens.stop()
	s.mu.Lock()
	session := s.session
	s.mu.Unlock()
	if session == nil {
		return
	}
	closed := make(chan struct{})
	go func() {
		session.Close()
		close(closed)
	}()
	select {
	case <-closed:
	case <-time.After(closeLimit):
	}
}

// requests are the custom requests, by method.
func (s *server) requests() map[string]rpc.Query {
	return map[string]rpc.Query{
		"context/pack":         onFolder(s, s.pack),
		"context/repoMap":      onFolder(s, s.repoMap),
		"context/rank":         onFolder(s, s.rank),
		"context/explain":      onFolder(s, s.explain),
		"context/symbols":      onFolder(s, s.symbols),
		"context/imports":      onFolder(s, s.importEdges),
		"context/importChain":  onFolder(s, s.importChain),
		"context/query":        onFolder(s, s.query),
		"context/source":       onFolder(s, s.source),
		"context/skeleton":     onFolder(s, s.skeleton),
		"context/dependencies": onFolder(s, s.dependencies),
		"context/impact":       onFolder(s, s.impact),
		"context/compress":     onFolder(s, s.compress),
		"context/stats":        s.stats,
		"context/scan":         onFolder(s, s.scan),
		"context/providers":    onFolder(s, s.menu),
		"context/explore":      onFolder(s, s.explore),
		"context/analyzeTask":  onFolder(s, s.analyzeTask),
	}
}

// handlers are the server's handlers of everything that a client sends.
func (s *server) handlers() rpc.Handlers {
	s.methods = s.requests()
	queries := maps.Clone(s.methods)
	queries["initialize"] = s.initialize
	queries["textDocument/codeLens"] = s.codeLens
	queries["workspace/executeCommand"] = s.executeCommand
	for method, handle := range queries {
		queries[method] = withCodes(handle)
	}
	return rpc.Handlers{Queries: queries, Changes: map[string]rpc.Change{
		"initialized":                         s.initialized,
		"$/setTrace":                          s.setTrace,
		"textDocument/didOpen":                s.didOpen,
		"textDocument/didChange":              s.didChange,
		"textDocument/didSave":                s.didSave,
		"textDocument/didClose":               s.didClose,
		"workspace/didChangeWatchedFiles":     s.filesChanged,
		"workspace/didCreateFiles":            s.filesChanged,
		"workspace/didRenameFiles":            s.filesChanged,
		"workspace/didDeleteFiles":            s.filesChanged,
		"workspace/didChangeWorkspaceFolders": s.didChangeWorkspaceFolders,
		"workspace/didChangeConfiguration":    s.didChangeConfiguration,
	}}
}

func (s *server) initialize(params []byte) (rpc.Answer, error) {
	s.info = readInitialize(params)
	s.explorer.Trusted = s.info.trusted
	s.engine.Untrusted = s.info.untrusted
	s.observer.setTrace(s.info.trace)
	session := s.newSession()
	s.mu.Lock()
	s.settings, s.session = s.info.options, session
	s.mu.Unlock()
	pid := s.opts.ClientProcessID
	if pid == 0 {
		pid = s.info.processID
	}
	s.watchClient(pid)
	s.log.Info("initialize", "client", s.info.name, "process", pid, "folders", s.info.roots, "encoding", s.info.encoding.Kind())

	methods := slices.Sorted(maps.Keys(s.methods))
	commands := []string{showImportance}
	for _, m := range methods {
		commands = append(commands, commandPrefix+strings.TrimPrefix(m, methodPrefix))
	}
	caps, err := capabilities(s.info.encoding, methods, commands)
	if err != nil {
		return nil, err
	}
	return func(context.Context) (any, error) {
		result, err := lsp.Marshal(lsp.InitializeResult{
			Capabilities: caps,
			ServerInfo:   lsp.ServerInfo{Name: "contextls", Version: lsp.NewOptional(s.opts.Version)},
		}) // the package's own encoder: it knows its unions
		return jsontext.Value(result), err
	}, nil
}

// initialized opens the folders, which starts to index them.
func (s *server) initialized([]byte) {
	s.addFolders(s.info.roots)
	s.background("asking for settings", s.configure)
}

// background does something apart from all else; a panic in it is reported and ends only that.
func (s *server) background(doing string, run func()) {
	go func() {
		defer s.problems.Recover(doing)
		run()
	}()
}

const (
	methodPrefix  = "context/"
	commandPrefix = "contextls."
)

// executeCommand serves the custom requests to clients that can only send commands.
func (s *server) executeCommand(params []byte) (rpc.Answer, error) {
	p, err := protocol.Decode[struct {
		Command   string           `json:"command"`
		Arguments []jsontext.Value `json:"arguments"`
	}](params)
	if err != nil {
		return nil, err
	}
	var argument []byte
	if len(p.Arguments) > 0 {
		argument = p.Arguments[0]
	}
	name, ok := strings.CutPrefix(p.Command, commandPrefix)
	handle := s.methods[methodPrefix+name]
	switch {
	case p.Command == showImportance:
		handle = onFolder(s, s.explainImportance)
	case !ok || handle == nil:
		return nil, protocol.Bad("command", "there is no %q", p.Command)
	}
	run, err := handle(argument)
	return run, protocol.Within("arguments[0]", err)
}

// parse decodes a notification's parameters. A notification has no answer: what is wrong is logged.
func parse[P any](s *server, method string, params []byte) (P, bool) {
	p, err := protocol.Decode[P](params)
	if err != nil {
		s.log.Warn("a notification with bad parameters", "method", method, "reason", err)
	}
	return p, err == nil
}
