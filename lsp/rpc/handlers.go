package rpc

import (
	"context"
	"time"

	"go.lsp.dev/jsonrpc2"
)

// A handler's kind is its type. Parameters are JSON, empty where there are none, and borrowed: valid
// until the handler returns.
type (
	// Change handles a notification. It runs on the read loop, in wire order, changes the server's
	// state, and waits for nothing.
	Change func(params []byte)

	// Query handles a request. It runs on the read loop too, where it decodes the parameters and takes
	// a snapshot of the state; the answer it returns is made from these alone.
	Query func(params []byte) (Answer, error)

	// Answer makes a request's result in the background, for [Options.Encode] to write. The context ends
	// when the client cancels the request or the session is over. An error that is no *jsonrpc2.Error
	// is answered as [RequestFailed] with its text.
	Answer func(ctx context.Context) (result any, err error)
)

// Handlers are the handlers of a session, by method.
//
// Of the life cycle's methods, initialize has a query, which has to succeed before any other is called,
// and a change of each notification after it. The dispatcher answers shutdown itself, and handles exit
// and $/cancelRequest.
type Handlers struct {
	Changes map[string]Change
	Queries map[string]Query
}

// Observed is what became of a request.
type Observed struct {
	ID     string // as text, also where it is a number
	Method string // as the client named it

	Queued time.Duration // for how long it waited for its turn: only so many requests run at once
	Ran    time.Duration // for how long it was worked on, on the read loop and in its turn
	Encode time.Duration // how much of Ran it took to write the result

	Params, Result int // sizes in bytes

	Code jsonrpc2.Code // of the error it was answered with; 0: none
}
