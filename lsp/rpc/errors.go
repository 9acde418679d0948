package rpc

import (
	"context"
	"errors"
	"fmt"

	"go.lsp.dev/jsonrpc2"
)

// The codes of errors that LSP adds to JSON-RPC's own, as far as they are used here.
const (
	// RequestCancelled: the client has cancelled the request.
	RequestCancelled jsonrpc2.Code = -32800
	// RequestFailed: the request is right, and still has no result.
	RequestFailed jsonrpc2.Code = -32803
)

// ErrClosed is what a call returns when the connection ends before the client has answered.
var ErrClosed = errors.New("the connection is closed")

// wireError gives an error of a handler its code. A *jsonrpc2.Error has one; of the rest, all but
// cancellation are failures of this request.
func wireError(ctx context.Context, err error) *jsonrpc2.Error {
	var coded *jsonrpc2.Error
	switch {
	case errors.As(err, &coded):
		return coded
	case errors.Is(err, context.Canceled) && ctx.Err() != nil:
		return jsonrpc2.NewError(RequestCancelled, "cancelled")
	default:
		return jsonrpc2.NewError(RequestFailed, fmt.Sprint(err))
	}
}
