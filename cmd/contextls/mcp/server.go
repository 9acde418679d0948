package mcp

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"net/url"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/contextls/contextls/budget/render"
	"github.com/contextls/contextls/lsp/engine"
	"github.com/contextls/contextls/lsp/engine/explore"
	"github.com/contextls/contextls/lsp/settings"
	"github.com/contextls/contextls/workspace"
	"github.com/contextls/contextls/workspace/problem"
)

// Options say how to serve.
type Options struct {
	Version   string
	Workspace workspace.Options                 // how folders are read; the settings overrule it
	Settings  func(root string) settings.Values // of the folder at a root
	RunsDir   string                            // where the LSP server keeps past packs, to read; "": nowhere
}

// Server answers an agent over MCP.
type Server struct {
	opts     Options
	engine   *engine.Engine
	explorer *explore.Explorer
	session  *workspace.Session
	server   *mcp.Server

	mu       sync.Mutex
	folders  []namedFolder // in order; none while it is not settled which they are
	settings map[string]settings.Values
}

// namedFolder is an open folder, with a name that no other one has.
type namedFolder struct {
	*workspace.Folder
	name string
}

const instructions = `contextls keeps a live symbol and import graph of this workspace. Call pack first, with the task in the user's own words and the files to be changed if they are known: it answers with the code that matters, in a token budget, so that few files need to be searched for and read by hand. repo_map gives an overview. Paths are relative to the folder. Files changed on disk are seen.`

// New makes a server without folders. Where Open opens none, the client says where it works.
func New(opts Options) *Server {
	s := &Server{opts: opts, engine: engine.New(settings.Default()), settings: map[string]settings.Values{}}
	s.explorer = explore.New(s.engine, explore.NewRuns(opts.RunsDir))
	read := opts.Workspace
	read.Watch, read.Problems = true, problem.NewList(opts.Workspace.Log)
	s.engine.Problems = read.Problems
	read.ForFolder = func(root string, o *workspace.Options) {
		v := s.engine.Settings(root)
		v.ApplyTo(o)
	}
	s.session = workspace.NewSession(read)
	s.server = mcp.NewServer(&mcp.Implementation{Name: "contextls", Version: opts.Version}, &mcp.ServerOptions{
		Instructions:       instructions,
		Logger:             read.Log,
		Capabilities:       &mcp.ServerCapabilities{}, // tools and resources are added by themselves
		InitializedHandler: s.initialized,
	})
	s.server.AddReceivingMiddleware(s.guarded, s.discovered)
	s.addTools()
	s.addMap("", mapURI)
	return s
}

// Run serves until the client is gone or ctx ends, which is no error.
func (s *Server) Run(ctx context.Context, transport mcp.Transport) error {
	if err := s.server.Run(ctx, transport); err != nil && ctx.Err() == nil {
		return err
	}
	return nil
}

// guarded has what panics fail its request alone, and calls without arguments be calls with none: the SDK fills in
// defaults where there is nothing to fill them into.
func (s *Server) guarded(answer mcp.MethodHandler) mcp.MethodHandler {
	return func(ctx context.Context, method string, req mcp.Request) (result mcp.Result, err error) {
		defer func() {
			if value := recover(); value != nil {
				s.engine.Problems.Panicked("the request "+method, value)
				result, err = nil, engine.ErrBroken
			}
		}()
		if call, ok := req.(*mcp.CallToolRequest); ok && call.Params != nil && string(call.Params.Arguments) == "null" {
			call.Params.Arguments = []byte("{}")
		}
		return answer(ctx, method, req)
	}
}

// Close closes the folders.
func (s *Server) Close() { s.session.Close() }

// Open opens folders, which starts to index them. Opening one twice changes nothing. One that cannot be
// opened is an error where no other can; one that is not there is indexed once it is.
func (s *Server) Open(roots []string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	var failed error
	for _, root := range roots {
		s.settings[root] = s.opts.Settings(root)
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
func (s *Server) add(f *workspace.Folder) {
	base := render.Visible(filepath.Base(f.Root()))
	name := base
	for i := 2; s.named(name) != nil; i++ {
		name = fmt.Sprintf("%s-%d", base, i)
	}
	s.folders = append(s.folders, namedFolder{f, name})
	if len(s.folders) > 1 {
		s.addMap(name, mapURI+"/"+url.PathEscape(name))
	}
}

// named finds a folder by its name or path, nil if there is none. It needs the lock.
func (s *Server) named(name string) *workspace.Folder {
	for _, f := range s.folders {
		if f.name == name || f.Root() == filepath.Clean(name) {
			return f.Folder
		}
	}
	return nil
}

// folder finds the folder that a call is about: the one it names, else the one that the first of its
// files lies in, else the first.
func (s *Server) folder(name string, files []string) (*workspace.Folder, error) {
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
func (s *Server) settled(ctx context.Context, f *workspace.Folder, files []string, tell func(done, total int)) (*workspace.Snapshot, error) {
	var paths []string
	for _, file := range files {
		paths = append(paths, engine.Abs(f, file))
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
