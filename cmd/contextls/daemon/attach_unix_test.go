//go:build linux || darwin

package daemon

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"time"
)

// A session carries what both sides send, in order and of any size, and ends as the daemon says.
func TestAttach(t *testing.T) {
	p := place(t)
	serve(t, p, func(_ context.Context, r Request) int {
		if !r.Session || r.Process != 7 || strings.Join(r.Environment, " ") != "A=1 B=2" {
			t.Errorf("%+v", r.Call)
		}
		fmt.Fprint(r.Err, "noted")
		n, err := io.Copy(r.Out, r.In)
		if n != 1<<20 || err != nil {
			t.Errorf("%d bytes, %v", n, err)
		}
		return 3
	})
	var log bytes.Buffer
	s, err := p.Attach(t.Context(), Call{Process: 7, Environment: []string{"A=1", "B=2"}}, &log, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	sent := strings.Repeat("0123456789abcdef", 1<<16)
	go func() {
		io.WriteString(s, sent)
		s.CloseWrite()
	}()
	got, err := io.ReadAll(s)
	if string(got) != sent || err != nil || log.String() != "noted" {
		t.Errorf("%d bytes, %v, log %q", len(got), err, &log)
	}
}

// A session whose daemon is lost is told from one that ended.
func TestAttachLost(t *testing.T) {
	p := place(t)
	serve(t, p, func(_ context.Context, r Request) int {
		fmt.Fprint(r.Out, "begun")
		panic("oh")
	})
	s, err := p.Attach(t.Context(), Call{}, io.Discard, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if got, err := io.ReadAll(s); string(got) != "begun" || err == nil || errors.Is(err, io.EOF) {
		t.Errorf("%q, %v", got, err)
	}
	if _, err := place(t).Attach(t.Context(), Call{}, io.Discard, nil); err == nil {
		t.Error("it is attached to nothing")
	}
}

// A session that is left ends, and whoever does not read is not waited for at the end.
func TestAttachLeft(t *testing.T) {
	p := place(t)
	ended := make(chan error, 1)
	serve(t, p, func(_ context.Context, r Request) int {
		_, err := io.ReadAll(r.In)
		ended <- err
		return 0
	})
	s, err := p.Attach(t.Context(), Call{}, io.Discard, nil)
	if err != nil {
		t.Fatal(err)
	}
	s.Close()
	if err := <-ended; err != nil {
		t.Errorf("it ended with %v", err)
	}
}

// Only a daemon that nobody asks, and that has no session, ends.
func TestRest(t *testing.T) {
	quit := 0
	r := newRest(time.Hour, func() { quit++ })
	r.begin()
	r.look()
	if quit != 0 {
		t.Error("it ends with a session")
	}
	r.begin()
	r.end()
	r.look()
	if quit != 0 {
		t.Error("it ends with another session")
	}
	r.end()
	r.look()
	if quit != 1 {
		t.Error("it does not end")
	}
}
