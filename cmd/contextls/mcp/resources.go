package mcp

import (
	"context"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/contextls/contextls/budget/render"
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
		input, err := s.locate(req.ClientCapabilities(), req.Params.InputResponses)
		if err != nil {
			return nil, err
		}
		if input != nil {
			none := []*mcp.ResourceContents{} // nil is an error to the SDK, where it puts the question itself
			return &mcp.ReadResourceResult{InputRequests: input, Contents: none}, nil
		}
		root, err := s.folder(folder, nil)
		if err != nil {
			return nil, err
		}
		r, err := ask(ctx, s, root, repoMapInput{}, "repo_map", s.tools.repoMap, func(int, int) {})
		if err != nil {
			return nil, err
		}
		return &mcp.ReadResourceResult{Contents: []*mcp.ResourceContents{{URI: uri, MIMEType: "text/plain", Text: render.Visible(r.Texts[0])}}}, nil
	})
}
