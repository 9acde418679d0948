package lsp

import (
	"context"
	"errors"
	"strings"

	"go.lsp.dev/jsonrpc2"

	"github.com/contextls/contextls/budget/render"
	"github.com/contextls/contextls/lsp/engine"
	"github.com/contextls/contextls/lsp/protocol"
	"github.com/contextls/contextls/lsp/rpc"
)

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

// withCode gives errors about parameters, and of the program itself, their codes. All others, and nil, stay as
// they are, but for the unseen characters of their texts.
func withCode(err error) error {
	var param *protocol.ParamError
	var field *engine.ParamError
	switch {
	case err == nil:
		return nil
	case errors.As(err, &param):
		return jsonrpc2.NewError(jsonrpc2.InvalidParams, render.Visible(param.Error()))
	case errors.As(err, &field):
		return jsonrpc2.NewError(jsonrpc2.InvalidParams, render.Visible(wireParam(field).Error()))
	case errors.Is(err, engine.ErrBroken):
		return jsonrpc2.NewError(jsonrpc2.InternalError, err.Error())
	}
	return visible{err}
}

// visible is an error whose text has no unseen characters.
type visible struct{ error }

func (v visible) Error() string { return render.Visible(v.error.Error()) }
func (v visible) Unwrap() error { return v.error }

// wireParam is an error of the engine's as the wire names its field: where the engine has paths, the wire
// has URIs.
func wireParam(err *engine.ParamError) *protocol.ParamError {
	field := err.Field
	if outer, last := strings.CutSuffix(field, "path"); last && (outer == "" || strings.HasSuffix(outer, ".")) {
		field = outer + "uri"
	}
	return &protocol.ParamError{Field: field, Problem: err.Problem}
}
