package lsp

import (
	"errors"

	"github.com/contextls/contextls/lsp/rpc"
)

// client is the other side, as the server speaks to it.
type client struct{ *rpc.Conn }

// The types of messages, as LSP numbers them.
const (
	errorMessage = iota + 1
	warningMessage
	infoMessage
)

type message struct {
	Type    int    `json:"type"`
	Message string `json:"message"`
}

// logMessage writes to the client's log.
func (c client) logMessage(kind int, text string) {
	c.Notify("window/logMessage", message{kind, text})
}

// showMessage shows a text to the person at the client.
func (c client) showMessage(kind int, text string) {
	c.Notify("window/showMessage", message{kind, text})
}

// logFailure logs why a call to the client has failed and what follows, unless the session is over.
func (s *server) logFailure(err error, consequence string) {
	if err != nil && s.ctx.Err() == nil && !errors.Is(err, rpc.ErrClosed) {
		s.log.Warn(consequence, "reason", err)
	}
}
