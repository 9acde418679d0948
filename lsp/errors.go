package lsp

import (
	"context"
	"errors"

	"go.lsp.dev/jsonrpc2"

	"github.com/contextls/contextls/lsp/rpc"
)

// requestFailed is the code of a request that is right and still has no result.
const requestFailed = rpc.RequestFailed

// withCodes gives the errors of a query the codes that package rpc does not know.
func withCodes(handle rpc.Query) rpc.Query {
	return func(params []byte) (rpc.Answer, error) {
		answer, err := handle(params)
		if err != nil {
			return nil, withCode(err)
		}
		return func(ctx context.Context) (any, error) {
			result, err := answer(ctx)
			return result, withCode(err)
		}, nil
	}
}

// withCode gives an error about a parameter its code. All others, and nil, stay as they are.
func withCode(err error) error {
	var bad *paramError
	if errors.As(err, &bad) {
		return jsonrpc2.NewError(jsonrpc2.InvalidParams, bad.Error())
	}
	return err
}
