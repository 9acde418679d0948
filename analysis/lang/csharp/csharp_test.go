package csharp

import (
	"testing"

	"github.com/contextls/contextls/analysis"
	"github.com/contextls/contextls/analysis/lang/langtest"
)

func langs() []*analysis.Language { return []*analysis.Language{Language()} }

func TestFacts(t *testing.T)     { langtest.Facts(t, langs(), "testdata/facts") }
func TestResolve(t *testing.T)   { langtest.Resolve(t, langs(), "testdata/resolve") }
func TestComeAndGo(t *testing.T) { langtest.ComeAndGo(t, langs(), "testdata/resolve", 300) }
