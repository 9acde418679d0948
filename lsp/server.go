package lsp

import (
	"context"
	"io"
	"log/slog"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/go-json-experiment/json/jsontext"
	"go.lsp.dev/protocol"

	"github.com/contextls/contextls/lsp/settings"
	"github.com/contextls/contextls/workspace"
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
}

// server is one client's session.
type server struct {
	ctx    context.Context
	opts   Options
	log    *slog.Logger
	client *client
	engine *Engine
	info   clientInfo // written by initialize, before anything else runs

	died  chan struct{} // closed when the client's process is gone
	lens  *debouncer    // asks the client to ask for code lenses again
	index *notifier

	methods map[string]query // the custom requests, by method

	configuring sync.Mutex // held while settings are taken in, so that the last ones win
	loading     sync.Mutex // held while settings are read; never while the client is waited for

	mu        sync.Mutex
	session   *workspace.Session
	roots     []string                  // of the open folders, in the client's order
	documents map[string]*document      // what the client has open, by path
	settings  []byte                    // as the client said them last
	stamps    map[string]settings.Stamp // of the folders' own files of settings, by root
	problems  []string                  // of the settings, as last told
}

// Serve speaks LSP with one client until it is gone. The exit code is 0 when the session ended with
// shutdown and exit, else 1. It closes rwc.
func Serve(ctx context.Context, rwc io.ReadWriteCloser, opts Options) (exitCode int) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	c := newConnection(rwc, opts.Log)
	s := &server{
		ctx: ctx, opts: opts, log: opts.Log, client: newClient(ctx, c, opts.Log), engine: NewEngine(opts.Version, settings.Default()),
		died: make(chan struct{}), documents: map[string]*document{},
	}
	s.engine.KeepRuns(opts.RunsDir)
	s.lens = newDebouncer(lensEvery, s.refreshLenses)
	s.index = newNotifier(ctx, s.tellIndex)
	s.route(c.dispatcher)
	clean := c.run(ctx, s.died)
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
	case <-time.After(closeTime):
	}
}

// requests are the custom requests, by method.
func (s *server) requests() map[string]query {
	return map[string]query{
		"context/pack":         onFolder(s, s.recorded(s.engine.Pack)),
		"context/repoMap":      onFolder(s, s.engine.RepoMap),
		"context/rank":         onFolder(s, s.engine.Rank),
		"context/explain":      onFolder(s, s.engine.Explain),
		"context/symbols":      onFolder(s, s.engine.Symbols),
		"context/imports":      onFolder(s, s.engine.Imports),
		"context/importChain":  onFolder(s, s.engine.ImportChain),
		"context/query":        onFolder(s, s.engine.Query),
		"context/source":       onFolder(s, s.engine.Source),
		"context/skeleton":     onFolder(s, s.engine.Skeleton),
		"context/dependencies": onFolder(s, s.engine.Dependencies),
		"context/impact":       onFolder(s, s.engine.Impact),
		"context/compress":     onFolder(s, s.engine.Compress),
		"context/stats":        s.stats,
		"context/scan":         onFolder(s, s.engine.Scan),
		"context/providers":    onFolder(s, s.engine.Providers),
		"context/explore":      onFolder(s, s.engine.Explore),
		"context/analyzeTask":  onFolder(s, s.engine.AnalyzeTask),
	}
}

// route says which handler is for which method.
func (s *server) route(d *dispatcher) {
	s.methods = s.requests()
	d.queries = maps.Clone(s.methods)
	d.queries["initialize"] = s.initialize
	d.queries["textDocument/codeLens"] = s.codeLens
	d.queries["workspace/executeCommand"] = s.executeCommand

	d.changes = map[string]change{
		"initialized":                         s.initialized,
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
	}
}

func (s *server) initialize(params []byte) (answer, error) {
	s.info = readInitialize(params)
	s.engine.encoding = s.info.encoding
	s.engine.trusted = s.info.trusted
	s.settings = s.info.options
	s.session = s.newSession()
	pid := s.opts.ClientProcessID
	if pid == 0 {
		pid = s.info.processID
	}
	s.watchClient(pid)
	s.log.Info("initialize", "client", s.info.name, "process", pid, "folders", s.info.roots, "encoding", s.info.encoding.kind())

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
		return protocol.InitializeResult{
			Capabilities: caps,
			ServerInfo:   protocol.ServerInfo{Name: "contextls", Version: protocol.NewOptional(s.opts.Version)},
		}, nil
	}, nil
}

// initialized opens the folders, which starts to index them.
func (s *server) initialized([]byte) {
	s.addFolders(s.info.roots)
	go s.configure()
}

const (
	methodPrefix  = "context/"
	commandPrefix = "contextls."
)

// executeCommand serves the custom requests to clients that can only send commands.
func (s *server) executeCommand(params []byte) (answer, error) {
	p, err := decode[struct {
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
	if p.Command == showImportance {
		return s.showImportance(argument)
	}
	name, ok := strings.CutPrefix(p.Command, commandPrefix)
	handle := s.methods[methodPrefix+name]
	if !ok || handle == nil {
		return nil, bad("command", "there is no %q", p.Command)
	}
	run, err := handle(argument)
	return run, withPrefix(err, "arguments[0]")
}

// clientPoll is how often it is looked whether the client's process lives.
const clientPoll = time.Second

// watchClient waits for the end of the client's process. A process that was never there is not waited
// for: its number is one of another machine or container.
func (s *server) watchClient(pid int) {
	if pid <= 0 {
		return
	}
	if !alive(pid) {
		s.log.Warn("the client's process is not to be seen; it is not watched", "process", pid)
		return
	}
	go func() {
		tick := time.NewTicker(clientPoll)
		defer tick.Stop()
		for alive(pid) {
			select {
			case <-tick.C:
			case <-s.ctx.Done():
				return
			}
		}
		close(s.died)
	}()
}

// parse decodes a notification's parameters. A notification has no answer: what is wrong is logged.
func parse[P any](s *server, method string, params []byte) (P, bool) {
	p, err := decode[P](params)
	if err != nil {
		s.log.Warn("a notification with bad parameters", "method", method, "reason", err)
	}
	return p, err == nil
}

// encoded is an answer in wire form.
func encoded(v any, err error) (any, error) {
	if err != nil {
		return nil, err
	}
	return encode(v)
}
