package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"log/slog"
	"maps"
	"net/url"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/contextls/contextls/lsp"
	"github.com/contextls/contextls/lsp/settings"
	"github.com/contextls/contextls/workspace"
)

// agentServer answers an agent over MCP. Like the LSP server it only carries: what a tool says is a method
// of the engine on a snapshot.
//
// It answers initialize at once and indexes in the background; a tool call waits for that. Paths are
// relative to the folder, since that is what models read and write.
type agentServer struct {
	engine  *lsp.Engine
	session *workspace.Session
	server  *mcp.Server

	mu       sync.Mutex
	folders  []namedFolder // in order; none while it is not settled which they are
	settings map[string]settings.Values
}

// namedFolder is an open folder, with a name that no other one has.
type namedFolder struct {
	*workspace.Folder
	name string
}

const agentInstructions = `contextls keeps a live symbol and import graph of this workspace. Call pack first, with the task in the user's own words and the files to be changed if they are known: it answers with the code that matters, in a token budget, so that few files need to be searched for and read by hand. repo_map gives an overview. Paths are relative to the folder. Files changed on disk are seen.`

func serveMCP(args []string) (int, error) {
	flags := flag.NewFlagSet("mcp", flag.ContinueOnError)
	level := slog.LevelWarn
	flags.TextVar(&level, "log", level, "log from this `level` on, to standard error: debug, info, warn or error")
	dir, err := parseArgs(flags, args)
	if err != nil {
		return exitUsage, err
	}
	log := slog.New(slog.NewTextHandler(os.Stderr, &slog.HandlerOptions{Level: level}))
	opts, err := sessionOptions(log)
	if err != nil {
		return exitFailed, err
	}
	s := newAgentServer(opts)
	defer s.session.Close()
	if dir != "." || slices.Contains(args, ".") { // else the client says where it works
		root, err := filepath.Abs(dir)
		if err == nil {
			err = s.open([]string{root})
		}
		if err != nil {
			return exitFailed, err
		}
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := s.server.Run(ctx, &mcp.StdioTransport{}); err != nil && ctx.Err() == nil {
		return exitFailed, err
	}
	return exitOK, nil
}

func newAgentServer(opts workspace.Options) *agentServer {
	s := &agentServer{engine: lsp.NewEngine(buildVersion(), settings.Default()), settings: map[string]settings.Values{}}
	opts.Watch = true
	opts.ForFolder = func(root string, o *workspace.Options) {
		v := s.engine.Settings(root)
		v.ApplyTo(o)
	}
	s.engine.KeepRuns(runsDir()) // to read; only the LSP server writes
	s.session = workspace.NewSession(opts)
	s.server = mcp.NewServer(&mcp.Implementation{Name: "contextls", Version: buildVersion()}, &mcp.ServerOptions{
		Instructions:       agentInstructions,
		Logger:             opts.Log,
		Capabilities:       &mcp.ServerCapabilities{}, // tools and resources are added by themselves
		InitializedHandler: s.initialized,
	})
	s.server.AddReceivingMiddleware(s.discovered)
	s.addTools()
	s.addMap("", mapURI)
	return s
}

// open opens folders, which starts to index them. Opening one twice changes nothing. One that cannot be
// opened is an error where no other can.
func (s *agentServer) open(roots []string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	var failed error
	for _, root := range roots {
		s.settings[root] = configuration(root).Values
		s.engine.Configure(settings.Default(), maps.Clone(s.settings))
		f, err := s.session.AddFolder(root)
		if err != nil {
			failed = errors.Join(failed, err)
			continue
		}
		if s.named(f.Root()) == nil {
			s.add(f)
		}
	}
	if len(s.folders) == 0 {
		return failed
	}
	return nil
}

// add takes in an open folder under a name that no other one has. It needs the lock.
func (s *agentServer) add(f *workspace.Folder) {
	name := filepath.Base(f.Root())
	for i := 2; s.named(name) != nil; i++ {
		name = fmt.Sprintf("%s-%d", filepath.Base(f.Root()), i)
	}
	s.folders = append(s.folders, namedFolder{f, name})
	if len(s.folders) > 1 {
		s.addMap(name, mapURI+"/"+url.PathEscape(name))
	}
}

// named finds a folder by its name or path, nil if there is none. It needs the lock.
func (s *agentServer) named(name string) *workspace.Folder {
	for _, f := range s.folders {
		if f.name == name || f.Root() == filepath.Clean(name) {
			return f.Folder
		}
	}
	return nil
}

// folder finds the folder that a call is about: the one it names, else the one that the first of its
// files lies in, else the first.
func (s *agentServer) folder(name string, files []string) (*workspace.Folder, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if name != "" {
		if f := s.named(name); f != nil {
			return f, nil
		}
		var names []string
		for _, f := range s.folders {
			names = append(names, f.name)
		}
		return nil, fmt.Errorf("folder: %q is none of %s", name, strings.Join(names, ", "))
	}
	for _, file := range files {
		if f, _, ok := s.session.FolderOf(filepath.Clean(file)); ok {
			return f, nil
		}
	}
	return s.folders[0].Folder, nil
}

// progressEvery is how often a call that waits tells how far indexing is.
const progressEvery = 500 * time.Millisecond

// settled is a folder's snapshot once all is taken in that is known to have changed, the files that a
// call names with it, whether or not the watch has seen them yet.
func (s *agentServer) settled(ctx context.Context, f *workspace.Folder, files []string, tell func(done, total int)) (*workspace.Snapshot, error) {
	var paths []string
	for _, file := range files {
		paths = append(paths, absolute(f, file))
	}
	s.session.DiskChanged(paths)
	told := -1
	for {
		soon, cancel := context.WithTimeout(ctx, progressEvery)
		err := f.Ready(soon)
		cancel()
		if err == nil {
			return f.Snapshot(), nil
		}
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if status := f.Status(); status.Done > told { // progress may only grow
			told = status.Done
			tell(status.Done, status.Total)
		}
	}
}
