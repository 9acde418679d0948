package relay

import (
	"bytes"
	"strconv"

	"go.lsp.dev/jsonrpc2"

	"github.com/contextls/contextls/lsp/protocol"
)

// The methods that the relay knows, besides those of its state.
const (
	methodInitialize    = "initialize"
	methodConfiguration = "workspace/configuration"
	methodRegister      = "client/registerCapability"
	methodProgress      = "$/progress"
	methodCancel        = "$/cancelRequest"
)

// send passes a message of the editor on, and notes what it says. That a session is lost is learnt by who receives from it.
func (r *relay) send(l *link, m []byte) {
	decoded, err := jsonrpc2.DecodeMessage(m)
	if err != nil { // a batch, which LSP has none of
		_ = l.frames.Write(m)
		return
	}
	switch d := decoded.(type) {
	case *jsonrpc2.Call:
		if d.Method() == "shutdown" {
			r.shutdown = true
		}
		if d.Method() == methodInitialize && r.state.initialize == nil {
			r.state.initialize = d
		}
		r.mu.Lock()
		r.arrived++
		r.pending[d.ID()] = &request{number: r.arrived, method: d.Method(), message: m}
		r.mu.Unlock()
	case *jsonrpc2.Notification:
		switch d.Method() {
		case "exit":
			r.exit = true
		case methodCancel:
			r.cancel(d.Params())
		}
	case *jsonrpc2.Response:
		r.mu.Lock()
		q, known := r.asked[d.ID()]
		delete(r.asked, d.ID())
		r.mu.Unlock()
		if !known && d.ID().IsValid() { // the session that asked was lost
			return
		}
		if q.method == methodConfiguration && d.Err() == nil {
			r.state.configured(d.Result())
		}
		m = jsonrpc2.AppendMessage(nil, jsonrpc2.NewResponse(q.id, d.Result(), d.Err()))
	}
	_ = l.frames.Write(m)
	if n, ok := decoded.(*jsonrpc2.Notification); ok && !r.shutdown {
		r.mu.Lock()
		defer r.mu.Unlock()
		r.state.note(n.Method(), n.Params(), m)
	}
}

// cancel notes that the editor does not wait for an answer.
func (r *relay) cancel(params []byte) {
	var p struct {
		ID any `json:"id"`
	}
	if protocol.Unmarshal(params, &p) != nil {
		return
	}
	var id jsonrpc2.ID
	switch value := p.ID.(type) {
	case float64:
		id = jsonrpc2.NewNumberID(int64(value))
	case string:
		id = jsonrpc2.NewStringID(value)
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if p := r.pending[id]; p != nil {
		p.cancelled = true
	}
}

// receive is what the editor is to get of a message of the session, nil for nothing.
func (r *relay) receive(l *link, m []byte) []byte {
	id, isAnswer := answered(m)
	if isAnswer {
		return r.receiveAnswer(id, m)
	}
	decoded, err := jsonrpc2.DecodeMessage(m)
	if err != nil {
		return m // the answer to a batch
	}
	switch d := decoded.(type) {
	case *jsonrpc2.Response:
		if !d.ID().IsValid() { // to what was no request
			return m
		}
		return r.receiveAnswer(d.ID(), m)
	case *jsonrpc2.Call:
		r.mu.Lock()
		defer r.mu.Unlock()
		if d.Method() == methodRegister {
			if r.registered {
				go l.frames.Write(jsonrpc2.AppendMessage(nil, jsonrpc2.NewResponse(d.ID(), nil, nil))) // who receives never waits to send
				return nil
			}
			r.registered = true
		}
		r.asking++
		asked := jsonrpc2.NewNumberID(r.asking)
		r.asked[asked] = question{d.ID(), d.Method()}
		return jsonrpc2.AppendMessage(nil, jsonrpc2.NewCall(asked, d.Method(), d.Params()))
	case *jsonrpc2.Notification:
		if d.Method() == methodProgress {
			r.progress(d.Params())
		}
	}
	return m
}

// receiveAnswer is receive for an answer. Nobody waits for those to what the relay sent by itself.
func (r *relay) receiveAnswer(id jsonrpc2.ID, m []byte) []byte {
	r.mu.Lock()
	defer r.mu.Unlock()
	p := r.pending[id]
	if p == nil {
		return nil
	}
	delete(r.pending, id)
	r.lost = 0
	if p.method == methodInitialize {
		r.state.negotiated(m)
	}
	return m
}

// answered is the number of the request that a message of our own server answers; ok is false where it is no answer, or one that is to
// be looked at more closely. Answers can be long: they are not read.
func answered(m []byte) (id jsonrpc2.ID, ok bool) {
	rest, ok := bytes.CutPrefix(m, []byte(`{"jsonrpc":"2.0","id":`))
	if !ok {
		return id, false
	}
	end := bytes.IndexByte(rest[:min(len(rest), len("-9223372036854775808,"))], ',')
	if end < 0 {
		return id, false
	}
	n, err := strconv.ParseInt(string(rest[:end]), 10, 64)
	return jsonrpc2.NewNumberID(n), err == nil
}

// progress notes what the editor sees going on. It needs no more than the token and the kind.
func (r *relay) progress(params []byte) {
	token, kind := progressOf(params)
	r.mu.Lock()
	defer r.mu.Unlock()
	switch kind {
	case "begin":
		r.shown[string(token)] = true
	case "end":
		delete(r.shown, string(token))
	}
}
