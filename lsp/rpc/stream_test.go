package rpc

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"
	"go.lsp.dev/jsonrpc2"

	"github.com/contextls/contextls/lsp/lsptest"
)

// replay reads from a byte slice and keeps what is written.
type replay struct {
	io.Reader
	bytes.Buffer
}

func (r *replay) Read(p []byte) (int, error) { return r.Reader.Read(p) }
func (*replay) Close() error                 { return nil }

func replayed(input string) (*stream, *replay) {
	r := &replay{Reader: strings.NewReader(input)}
	return newStream(r, slog.New(slog.DiscardHandler)), r
}

func frames(bodies ...string) string {
	var b strings.Builder
	for _, body := range bodies {
		fmt.Fprintf(&b, "Content-Length: %d\r\n\r\n%s", len(body), body)
	}
	return b.String()
}

func TestHeaders(t *testing.T) {
	const body = `{"jsonrpc":"2.0","method":"m"}`
	for _, header := range []string{
		"Content-Length: %d\r\n\r\n",
		"content-length:%d\n\n",
		"Content-Type: application/vscode-jsonrpc; charset=utf-8\r\nContent-Length: %d\r\n\r\n",
		"CONTENT-LENGTH:\t%d \r\nX-Other: a:b\r\n\r\n",
	} {
		s, _ := replayed(strings.Repeat(fmt.Sprintf(header, len(body))+body, 2))
		for range 2 {
			got, _, err := s.ReadFrame(context.Background())
			if err != nil || string(got) != body {
				t.Errorf("%q: got %q, %v", header, got, err)
			}
		}
		if _, _, err := s.ReadFrame(context.Background()); err != io.EOF {
			t.Errorf("%q: ends with %v", header, err)
		}
	}
}

func TestTruncatedInput(t *testing.T) {
	whole := frames(`{"jsonrpc":"2.0","method":"m"}`)
	for n := range len(whole) {
		s, _ := replayed(whole[:n])
		_, _, err := s.ReadFrame(context.Background())
		if n == 0 && err != io.EOF || n > 0 && !errors.Is(err, errFraming) {
			t.Errorf("%q: %v", whole[:n], err)
		}
	}
}

func TestWriteFrames(t *testing.T) {
	s, out := replayed("")
	for _, n := range []int{0, 5, 2 * keptBuffer, 7} {
		body := []byte(strings.Repeat("x", n))
		out.Reset()
		if _, err := s.WriteFrame(context.Background(), body); err != nil {
			t.Fatal(err)
		}
		if want := frames(string(body)); out.String() != want {
			t.Errorf("a body of %d bytes is written as %.60q", n, out.String())
		}
	}
}

// What is no message is answered, and the next message is served.
func TestBadBodies(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, body string
		code       int
	}{
		{"not JSON", `{"jsonrpc":`, -32700},
		{"empty", ``, -32700},
		{"two values", `{} {}`, -32700},
		{"broken inside", `{"jsonrpc":"2.0","id":1,"method":"ping","params":{"a":1,,}}`, -32700},
		{"not an object", `42`, -32600},
		{"no version", `{"id":1,"method":"ping"}`, -32600},
		{"no method", `{"jsonrpc":"2.0"}`, -32600},
		{"method of a wrong type", `{"jsonrpc":"2.0","id":1,"method":7}`, -32600},
		{"id of a wrong type", `{"jsonrpc":"2.0","id":{},"method":"ping"}`, -32600},
		{"empty batch", `[]`, -32600},
		{"too large", strings.Repeat(" ", maxBody+1), -32600},
	}
	s := script(t, func(h Handlers) { h.Queries["ping"] = answering("pong") }).initialize()
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s.Frame(tt.body)
			msg := s.Await("", nil)
			if string(msg.ID) != "null" {
				t.Errorf("the id is %s", msg.ID)
			}
			lsptest.CheckError(t, msg.Error, tt.code)
			s.MustCall("ping", nil, nil)
		})
	}
}

func TestBatch(t *testing.T) {
	client, server := lsptest.Pipe()
	h := Handlers{Queries: map[string]Query{"initialize": answering(1), "ping": answering("pong")}}
	go New(server, options()).Serve(context.Background(), h)
	defer client.Close()
	go io.WriteString(client, frames(`[{"jsonrpc":"2.0","id":1,"method":"initialize"},{"jsonrpc":"2.0","id":2,"method":"ping"},{"id":3}]`))
	var answers []struct {
		ID     *int
		Result any
		Error  *lsptest.Error
	}
	var n int
	if _, err := fmt.Fscanf(client, "Content-Length: %d\r\n\r\n", &n); err != nil {
		t.Fatal(err)
	}
	if err := json.NewDecoder(io.LimitReader(client, int64(n))).Decode(&answers); err != nil {
		t.Fatal(err)
	}
	if len(answers) != 3 {
		t.Fatalf("got %+v", answers)
	}
	for _, a := range answers {
		switch {
		case a.ID == nil:
			lsptest.CheckError(t, a.Error, -32600)
		case *a.ID == 2 && a.Result != "pong", *a.ID == 3 && a.Error == nil:
			t.Errorf("ping gave %v", a.Result)
		}
	}
}

// Where the next message begins is unknown: the session ends, and not as a clean one.
func TestLostFraming(t *testing.T) {
	for name, input := range map[string]string{
		"no colon":         "Content-Length 3\r\n\r\n{}",
		"no length":        "Content-Type: x\r\n\r\n{}",
		"negative length":  "Content-Length: -1\r\n\r\n{}",
		"not a number":     "Content-Length: ten\r\n\r\n{}",
		"beyond 31 bits":   "Content-Length: 99999999999\r\n\r\n{}",
		"long header line": "X: " + strings.Repeat("x", maxHeader) + "\r\n\r\n{}",
		"many headers":     strings.Repeat("X: y\r\n", maxHeader/6+1) + "\r\n\r\n{}",
	} {
		t.Run(name, func(t *testing.T) {
			s := script(t, func(Handlers) {})
			s.Raw([]byte(input))
			if <-s.ended {
				t.Error("a clean end")
			}
		})
	}
}

// FuzzStream checks what the connection relies on: every frame that comes through is a message or a
// batch, whatever the input, and every answer is a well-formed frame.
func FuzzStream(f *testing.F) {
	f.Add([]byte(frames(`{"jsonrpc":"2.0","id":1,"method":"m"}`, `{]`, `[]`, `7`, `[{"jsonrpc":"2.0"}]`)))
	f.Add([]byte("Content-Length: 2\r\nX: y\r\n\r\n{}Content-Length: x\r\n\r\n"))
	f.Fuzz(func(t *testing.T, input []byte) {
		s, out := replayed(string(input))
		for {
			body, _, err := s.ReadFrame(context.Background())
			if err != nil {
				break
			}
			if !jsontext.Value(body).IsValid(lenient) {
				t.Fatalf("let through %q", body)
			}
			if bytes.HasPrefix(bytes.TrimSpace(body), []byte("[")) {
				if _, err := jsonrpc2.ParseRequests(body); err != nil {
					t.Fatalf("let through the batch %q: %v", body, err)
				}
			} else if _, err := jsonrpc2.DecodeMessage(body); err != nil {
				t.Fatalf("let through %q: %v", body, err)
			}
		}
		answers, _ := replayed(out.String())
		for {
			if _, _, err := answers.ReadFrame(context.Background()); err == io.EOF {
				break
			} else if err != nil {
				t.Fatalf("the answers %q: %v", out.String(), err)
			}
		}
	})
}
