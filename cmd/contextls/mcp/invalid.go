package mcp

import (
	"context"
	"regexp"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// plainly has what the SDK says of arguments that a tool's schema refuses begin with the name of the argument, as all other
// errors do, in place of the way to it in the schema.
func plainly(answer mcp.MethodHandler) mcp.MethodHandler {
	return func(ctx context.Context, method string, req mcp.Request) (mcp.Result, error) {
		result, err := answer(ctx, method, req)
		if r, ok := result.(*mcp.CallToolResult); ok && r != nil && r.IsError {
			for _, c := range r.Content {
				if text, ok := c.(*mcp.TextContent); ok {
					text.Text = plain(text.Text)
				}
			}
		}
		return result, err
	}
}

var (
	inSchema = regexp.MustCompile(`^validating (\S+): `)
	fraction = regexp.MustCompile(`(-?\d+)/1\b`)             // the SDK's numbers are rationals…
	zeros    = regexp.MustCompile(`(\d)\.0+\b`)              // …or floats
	steps    = regexp.MustCompile(`/(?:properties|items)\b`) // of a way in a schema that name nothing
)

// plain is an error of the SDK's as its reader needs it; another error is left as it is.
func plain(text string) string {
	rest, refused := strings.CutPrefix(text, `validating "arguments": `)
	if !refused {
		return text
	}
	name := ""
	for {
		m := inSchema.FindStringSubmatch(rest)
		if m == nil {
			break
		}
		rest = rest[len(m[0]):]
		if n := strings.TrimPrefix(steps.ReplaceAllString(m[1], ""), "/"); n != "root" {
			name = n
		}
	}
	if name == "" {
		name = "arguments"
	}
	return name + ": " + zeros.ReplaceAllString(fraction.ReplaceAllString(rest, "$1"), "$1")
}
