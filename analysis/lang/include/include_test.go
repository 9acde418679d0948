package include_test

import (
	"testing"

	"github.com/contextls/contextls/analysis/lang/c"
	"github.com/contextls/contextls/analysis/lang/langtest"
)

func TestResolve(t *testing.T) { langtest.Resolve(t, c.Languages(), "testdata/resolve") }

func TestComeAndGo(t *testing.T) { langtest.ComeAndGo(t, c.Languages(), "testdata/resolve", 300) }
