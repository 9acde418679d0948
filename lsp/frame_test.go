package lsp

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"
	"go.lsp.dev/jsonrpc2"
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
			if !jsontext.Value(body).IsValid(wireJSON) {
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
