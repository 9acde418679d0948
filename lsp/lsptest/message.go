package lsptest

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"net/textproto"
	"strconv"
	"strings"
	"testing"
)

// Error is an error response.
type Error struct {
	Code    int             `json:"code"`
	Message string          `json:"message"`
	Data    json.RawMessage `json:"data"`
}

func (e *Error) Error() string { return fmt.Sprintf("%d: %s", e.Code, e.Message) }

// CheckError fails the test unless err is there, has this code and mentions the words.
func CheckError(t testing.TB, err *Error, code int, words ...string) {
	t.Helper()
	if err == nil {
		t.Fatalf("no error, want %d", code)
	}
	for _, w := range words {
		if !strings.Contains(err.Message, w) {
			t.Errorf("error %q does not mention %q", err.Message, w)
		}
	}
	if err.Code != code {
		t.Errorf("error %v, want code %d", err, code)
	}
}

// Message is one message from the server.
type Message struct {
	ID     json.RawMessage `json:"id"`
	Method string          `json:"method"`
	Params json.RawMessage `json:"params"`
	Result json.RawMessage `json:"result"`
	Error  *Error          `json:"error"`
}

// Handler answers a request of the server.
type Handler func(params json.RawMessage) (result any, err *Error)

func readMessage(in *bufio.Reader) (msg Message, err error) {
	header, err := textproto.NewReader(in).ReadMIMEHeader()
	if err != nil {
		return msg, err
	}
	n, err := strconv.Atoi(header.Get("Content-Length"))
	if err != nil {
		return msg, err
	}
	body := make([]byte, n)
	if _, err := io.ReadFull(in, body); err != nil {
		return msg, err
	}
	var shape struct {
		JSONRPC string          `json:"jsonrpc"`
		Result  json.RawMessage `json:"result"`
	}
	if err := json.Unmarshal(body, &shape); err != nil {
		return msg, err
	}
	if shape.JSONRPC != "2.0" {
		return msg, fmt.Errorf("no jsonrpc 2.0 in %.200s", body)
	}
	return msg, json.Unmarshal(body, &msg)
}
