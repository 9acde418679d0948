package protobuf

import (
	"strings"

	"github.com/contextls/contextls/analysis"
)

// Language is Protocol Buffers.
func Language() *analysis.Language {
	return &analysis.Language{ID: "proto", Aliases: []string{"proto3", "protobuf"}, Extensions: []string{".proto"}, Fence: "proto",
		Lexis: analysis.Lexis{Line: []string{"//"}, Block: [2]string{"/*", "*/"}, Quotes: `"'`}, Extract: extract,
		Family: "protobuf", Manifests: []string{"buf.yaml", "go.mod"}, NewResolver: newResolver,
		IsTest: func(p string) bool {
			return strings.HasSuffix(p, "_test.proto") || strings.HasSuffix(p, "_unittest.proto") || analysis.InTestDir(p, "testdata")
		}}
}
