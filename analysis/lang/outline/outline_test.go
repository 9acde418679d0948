package outline

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/contextls/contextls/analysis"
)

// words is a language whose definitions are "def NAME", with what is indented more or in braces.
func words(code string, at uint32) (h Header, read int) {
	rest, ok := strings.CutPrefix(code, "def ")
	if !ok {
		return h, 0
	}
	n := len(rest) - len(strings.TrimLeft(rest, "abcdefgh"))
	return Header{Kind: "def", Name: analysis.Span{Start: at + 4, End: at + 4 + uint32(n)}}, 4 + n
}

func TestHeaders(t *testing.T) {
	src := `@Note
@Other
def a(
  x
) {
  /* def no
  def no */
  def b { def c; def d }
  """
def no
  """
}
// def no
def e = 1

def f
  .g()
`
	var got []string
	for _, h := range headers([]byte(src), words) {
		got = append(got, fmt.Sprintf("%s %q", src[h.Name.Start:h.Name.End], src[h.Whole.Start:h.Whole.End]))
	}
	want := []string{
		fmt.Sprintf("a %q", src[:strings.Index(src, "// def no")-1]),
		`b "def b { def c; def d }"`,
		`c "def c"`,
		`d "def d"`,
		`e "def e = 1"`,
		`f "def f\n  .g()"`,
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestExtensions(t *testing.T) {
	extract := Extensions(func([]byte) (*analysis.Facts, error) {
		return &analysis.Facts{
			Imports: []analysis.Import{{Names: []analysis.Binding{{Name: "pretty", Local: "nice"}, {Name: "Type", Local: "Type"}}}},
			References: []analysis.Reference{
				{Name: "nice", Count: 1}, {Name: "other", Count: 1},
				{Qualifier: "?", Name: "Type", Count: 1}, {Qualifier: "?", Name: "nice", Count: 2}, {Qualifier: "?", Name: "other", Count: 3},
			},
		}, nil
	})
	f, err := extract(nil)
	if err != nil {
		t.Fatal(err)
	}
	want := []analysis.Reference{
		{Name: "nice", Count: 3}, {Name: "other", Count: 1},
		{Qualifier: "?", Name: "Type", Count: 1}, {Qualifier: "?", Name: "other", Count: 3},
	}
	if diff := cmp.Diff(want, f.References); diff != "" {
		t.Error(diff)
	}
}
