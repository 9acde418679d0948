package mcp

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/contextls/contextls/budget/render"
	"github.com/contextls/contextls/lsp/engine"
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

	// Elsewhere may answer a call in place of this server; where it does not, the reply is nil. A question without a
	// tool only has the folder indexed. tell is told how that goes. nil: nobody may.
	Elsewhere func(ctx context.Context, q Question, tell func(done, total int)) (*Reply, error)

	// Unsaved are the texts below a folder that are open in an editor and not saved. nil: there are none.
	Unsaved func(ctx context.Context, root string) []workspace.Unsaved
}

// Server answers an agent over MCP.
type Server struct {
	opts    Options
	tools   *Tools
	session *workspace.Session
	server  *mcp.Server

	mu       sync.Mutex
	folders  []namedFolder // in order; none while it is not settled which they are
	settings map[string]settings.Values
}

// namedFolder is a folder's root, with a name that no other one has.
type namedFolder struct{ root, name string }

const instructions = `contextls keeps a live symbol and import graph of this workspace. Call pack first, with the task in the user's own words and the files to be changed if they are known: it answers with the code that matters, in a token budget, so that few files need to be searched for and read by hand. repo_map gives an overview. Paths are relative to the folder. Files changed on disk are seen, and what the user has not saved.`

// New makes a server without folders. Where Open opens none, the client says where it works.
func New(opts Options) *Server {
	s := &Server{opts: opts, tools: NewTools(engine.New(settings.Default()), opts.RunsDir), settings: map[string]settings.Values{}}
	read := opts.Workspace
	read.Watch, read.Problems = true, problem.NewList(opts.Workspace.Log)
	s.tools.engine.Problems = read.Problems
	read.ForFolder = func(root string, o *workspace.Options) {
		v := s.tools.engine.Settings(root)
		v.ApplyTo(o)
	}
	s.session = workspace.NewSession(read)
	s.server = mcp.NewServer(&mcp.Implementation{Name: "contextls", Version: opts.Version}, &mcp.ServerOptions{
		Instructions:       instructions,
		Logger:             read.Log,
		Capabilities:       &mcp.ServerCapabilities{}, // tools and resources are added by themselves
		InitializedHandler: s.initialized,
	})
	s.server.AddReceivingMiddleware(s.guarded, s.discovered, plainly)
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
				s.tools.engine.Problems.Panicked("the request "+method, value)
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

// Open opens folders, which starts to index them here or elsewhere. Opening one twice changes nothing. One that cannot be
// opened is an error where no other can; one that is not there is indexed once it is.
func (s *Server) Open(roots []string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	var failed error
	for _, root := range roots {
		s.settings[root] = s.opts.Settings(root)
		s.tools.engine.Configure(settings.Default(), maps.Clone(s.settings))
		if err := s.begin(root); err != nil {
			failed = errors.Join(failed, err)
			continue
		}
		if s.named(root) == "" {
			s.add(root)
		}
	}
	if len(s.folders) == 0 {
		return failed
	}
	return nil
}

// begin starts to index a folder.
func (s *Server) begin(root string) error {
	if s.opts.Elsewhere == nil {
		_, err := s.session.AddFolder(root)
		return err
	}
	dir, err := os.OpenRoot(root) // as it would be done here
	switch {
	case err == nil:
		dir.Close()
	case !errors.Is(err, fs.ErrNotExist):
		return err
	}
	go s.opts.Elsewhere(context.Background(), Question{Folder: root}, func(int, int) {}) // the first call says what is wrong
	return nil
}

// add takes in a folder under a name that no other one has. It needs the lock.
func (s *Server) add(root string) {
	root = filepath.Clean(root)
	base := render.Visible(filepath.Base(root))
	name := base
	for i := 2; s.named(name) != ""; i++ {
		name = fmt.Sprintf("%s-%d", base, i)
	}
	s.folders = append(s.folders, namedFolder{root, name})
	if len(s.folders) > 1 {
		s.addMap(name, mapURI+"/"+url.PathEscape(name))
	}
}

// named finds a folder's root by its name or path, "" if there is none. It needs the lock.
func (s *Server) named(name string) (root string) {
	for _, f := range s.folders {
		if f.name == name || f.root == filepath.Clean(name) {
			return f.root
		}
	}
	return ""
}

// folder finds the root of the folder that a call is about: the one it names, else the innermost that the first of its
// files lies in, else the first.
func (s *Server) folder(name string, files []string) (root string, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if name != "" {
		if root := s.named(name); root != "" {
			return root, nil
		}
		var names []string
		for _, f := range s.folders {
			names = append(names, f.name)
		}
		return "", fmt.Errorf("folder: %q is none of %s", name, strings.Join(names, ", "))
	}
	for _, file := range files {
		if root := s.innermost(file); root != "" {
			return root, nil
		}
	}
	return s.folders[0].root, nil
}

// borrow has what is not saved seen.
func (s *Server) borrow(ctx context.Context) {
	if s.opts.Unsaved == nil {
		return
	}
	var texts []workspace.Unsaved
	for _, f := range s.session.Folders() {
		texts = append(texts, s.opts.Unsaved(ctx, f.Root())...)
	}
	s.session.Borrow(texts)
}

// innermost is the root of the innermost folder that an absolute path lies in, through links if need be; "" where there is
// none. It needs the lock.
func (s *Server) innermost(file string) (root string) {
	for _, name := range []func(string) string{filepath.Clean, withoutLinks} {
		for _, f := range s.folders {
			if _, inside := workspace.Rel(name(f.root), name(file)); inside && len(f.root) > len(root) {
				root = f.root
			}
		}
		if root != "" {
			return root
		}
	}
	return ""
}

// withoutLinks is a path whose links are followed, as far as it exists.
func withoutLinks(path string) string {
	if real, err := filepath.EvalSymlinks(path); err == nil {
		return real
	}
	if dir := filepath.Dir(path); dir != path {
		return filepath.Join(withoutLinks(dir), filepath.Base(path))
	}
	return path
}

// progressEvery is how often a call that waits tells how far indexing is.
const progressEvery = 500 * time.Millisecond

// settled is a folder's snapshot once all is taken in that is known to have changed, the files that a
// call names with it, whether or not the watch has seen them yet.
func (s *Server) settled(ctx context.Context, root string, files []string, tell func(done, total int)) (*workspace.Snapshot, error) {
	f, err := s.session.AddFolder(root)
	if err != nil {
		return nil, err
	}
	s.borrow(ctx)
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
