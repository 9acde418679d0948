package mcp

//lint:file-ignore SA1019 MCP retires roots, but they are how the clients of today say where they work.

import (
	"context"
	"os"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/contextls/contextls/lsp/protocol"
	"github.com/contextls/contextls/workspace"
)

// rootsTime is how long a client may take to tell its roots.
const rootsTime = 5 * time.Second

// rootsRequest names the question for the roots, where it is put in the answer to a call.
const rootsRequest = "roots"

// initialized opens the folders as soon as a session begins, where no folder was given. Since protocol
// version 2026-07-28 there are no sessions any more, and the first call asks for the roots.
func (s *Server) initialized(_ context.Context, req *mcp.InitializedRequest) {
	if s.located() {
		return
	}
	go func() { // the answer comes on the connection that this would block
		ctx, cancel := context.WithTimeout(context.Background(), rootsTime)
		defer cancel()
		var roots *mcp.ListRootsResult
		if offersRoots(req.ClientCapabilities()) {
			roots, _ = req.Session.ListRoots(ctx, nil) // without them it is the working directory
		}
		_ = s.openRoots(roots) // the first call says what is wrong
	}()
}

// discovered wraps what answers a client of the newer protocol when it looks at the server for the first
// time: where that tells no roots, there is nothing to wait for.
func (s *Server) discovered(answer mcp.MethodHandler) mcp.MethodHandler {
	return func(ctx context.Context, method string, req mcp.Request) (mcp.Result, error) {
		if d, ok := req.(*mcp.ServerRequest[*mcp.DiscoverParams]); ok && !s.located() && !offersRoots(d.ClientCapabilities()) {
			go s.openRoots(nil) // the first call says what is wrong
		}
		return answer(ctx, method, req)
	}
}

func (s *Server) located() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.folders) > 0
}

// locate sees to it that a folder is open before a call is answered. It returns what the client has to be
// asked before, if anything.
func (s *Server) locate(caps *mcp.ClientCapabilities, responses mcp.InputResponseMap) (mcp.InputRequestMap, error) {
	if s.located() {
		return nil, nil
	}
	roots, answered := responses[rootsRequest].(*mcp.ListRootsResult)
	if !answered && offersRoots(caps) {
		return mcp.InputRequestMap{rootsRequest: &mcp.ListRootsParams{}}, nil
	}
	return nil, s.openRoots(roots)
}

func offersRoots(caps *mcp.ClientCapabilities) bool { return caps != nil && caps.RootsV2 != nil }

// openRoots opens the client's roots that are folders here; where it has none, the project of the working
// directory.
func (s *Server) openRoots(roots *mcp.ListRootsResult) error {
	var dirs []string
	if roots != nil {
		for _, r := range roots.Roots {
			dir, err := protocol.Path(r.URI)
			if err != nil {
				continue
			}
			if info, err := os.Stat(dir); err == nil && info.IsDir() {
				dirs = append(dirs, dir)
			}
		}
	}
	if len(dirs) == 0 {
		dir, err := os.Getwd()
		if err != nil {
			return err
		}
		if dir, err = workspace.ProjectRoot(dir); err != nil {
			return err
		}
		dirs = []string{dir}
	}
	return s.Open(dirs)
}
