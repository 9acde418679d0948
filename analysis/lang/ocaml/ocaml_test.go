package ocaml

import (
	"testing"

	"github.com/contextls/contextls/analysis/lang/langtest"
)

func TestFacts(t *testing.T)   { langtest.Facts(t, Languages(), "testdata/facts") }
func TestParts(t *testing.T)   { langtest.Parts(t, Languages(), "testdata/facts") }
func TestResolve(t *testing.T) { langtest.Resolve(t, Languages(), "testdata/resolve") }
