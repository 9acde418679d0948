package lsp

import "github.com/contextls/contextls/lsp/protocol"

// JSON writes an answer as the server does.
func JSON(v any) ([]byte, error) { return protocol.Marshal(v) }
