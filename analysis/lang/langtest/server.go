package langtest

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// Server is a language server that runs on a directory, to be asked what names mean.
type Server struct {
	t    testing.TB
	cmd  *exec.Cmd
	in   io.WriteCloser
	out  *bufio.Reader
	dir  string
	id   int
	told map[string]bool // the notifications that came, by method
}

// StartServer starts a server with options of its own; nil for none.
func StartServer(t testing.TB, cmd *exec.Cmd, dir string, options any) *Server {
	s := &Server{t: t, cmd: cmd, dir: dir, told: map[string]bool{}}
	var err error
	if s.in, err = cmd.StdinPipe(); err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	s.out = bufio.NewReader(out)
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	root := s.URI("")
	s.Call("initialize", map[string]any{"processId": os.Getpid(), "rootUri": root, "capabilities": map[string]any{}, "initializationOptions": options,
		"workspaceFolders": []any{map[string]any{"uri": root, "name": "folder"}}}, nil)
	s.Send(map[string]any{"jsonrpc": "2.0", "method": "initialized", "params": map[string]any{}})
	return s
}

// URI is that of a path in the directory.
func (s *Server) URI(path string) string {
	return (&url.URL{Scheme: "file", Path: filepath.ToSlash(filepath.Join(s.dir, path))}).String()
}

// Node is the file of an oracle's graph that has a URI.
func (s *Server) Node(o *Oracle, uri string) (n int32, ok bool) {
	u, err := url.Parse(uri)
	if err != nil {
		return 0, false
	}
	rel, err := filepath.Rel(s.dir, filepath.FromSlash(u.Path))
	if err != nil {
		return 0, false
	}
	return o.Graph.Node(filepath.ToSlash(rel))
}

// Send sends a message.
func (s *Server) Send(message any) {
	text, err := json.Marshal(message)
	if err == nil {
		_, err = fmt.Fprintf(s.in, "Content-Length: %d\r\n\r\n%s", len(text), text)
	}
	if err != nil {
		s.t.Fatal(err)
	}
}

// Call sends a request and waits for its answer.
func (s *Server) Call(method string, params, result any) {
	s.id++
	s.Send(map[string]any{"jsonrpc": "2.0", "id": s.id, "method": method, "params": params})
	for {
		m := s.read()
		if m.Method != "" || m.ID != float64(s.id) {
			continue
		}
		if result != nil {
			if err := json.Unmarshal(m.Result, result); err != nil {
				s.t.Fatal(err)
			}
		}
		return
	}
}

// Await waits for a notification, if it has not come before.
func (s *Server) Await(method string) {
	for !s.told[method] {
		s.read()
	}
}

// message is what the server says.
type message struct {
	ID     any             `json:"id"`
	Method string          `json:"method"`
	Result json.RawMessage `json:"result"`
}

// read reads a message; what the server asks is answered with nothing.
func (s *Server) read() (m message) {
	size := 0
	for {
		line, err := s.out.ReadString('\n')
		if err != nil {
			s.t.Fatal(err)
		}
		if line = strings.TrimSpace(line); line == "" {
			break
		}
		fmt.Sscanf(line, "Content-Length: %d", &size)
	}
	text := make([]byte, size)
	if _, err := io.ReadFull(s.out, text); err != nil {
		s.t.Fatal(err)
	}
	if err := json.Unmarshal(text, &m); err != nil {
		s.t.Fatal(err)
	}
	if m.Method == "" {
		return m
	}
	s.told[m.Method] = true
	if m.ID != nil {
		var nothing any
		if m.Method == "workspace/configuration" {
			nothing = []any{map[string]any{}, map[string]any{}, map[string]any{}}
		}
		s.Send(map[string]any{"jsonrpc": "2.0", "id": m.ID, "result": nothing})
	}
	return m
}

// Stop ends the server.
func (s *Server) Stop() {
	_ = s.in.Close()
	_ = s.cmd.Process.Kill()
	_ = s.cmd.Wait()
}
