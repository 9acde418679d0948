package mcp

import (
	"context"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/contextls/contextls/budget/render"
	"github.com/contextls/contextls/lsp/engine"
)

// mapURI is the repository map of the first folder; a further folder's has its name below.
const mapURI = "contextls://repo-map"

// addMap offers the repository map of a folder as a resource, made anew each time it is read.
func (s *Server) addMap(folder, uri string) {
	s.server.AddResource(&mcp.Resource{
		URI: uri, Name: "repo-map", Title: strings.TrimSpace("Repository map " + folder), MIMEType: "text/plain",
		Description: "The most important files of the folder with their signatures, in 2048 tokens.",
	}, func(ctx context.Context, req *mcp.ReadResourceRequest) (_ *mcp.ReadResourceResult, err error) {
		defer func() { err = visible(err) }()
		ask, err := s.locate(req.ClientCapabilities(), req.Params.InputResponses)
		if err != nil {
			return nil, err
		}
		if ask != nil {
			none := []*mcp.ResourceContents{} // nil is an error to the SDK, where it puts the question itself
			return &mcp.ReadResourceResult{InputRequests: ask, Contents: none}, nil
		}
		f, err := s.folder(folder, nil)
		if err != nil {
			return nil, err
		}
		snap, err := s.settled(ctx, f, nil, func(int, int) {})
		if err != nil {
			return nil, err
		}
		m, err := s.engine.Map(ctx, snap, engine.MapRequest{})
		if err != nil {
			return nil, err
		}
		return &mcp.ReadResourceResult{Contents: []*mcp.ResourceContents{{URI: uri, MIMEType: "text/plain", Text: render.Visible(m.Content)}}}, nil
	})
}
