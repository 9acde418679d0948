package lsp

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/contextls/contextls/analysis"
	"github.com/contextls/contextls/budget"
	"github.com/contextls/contextls/rank"
	"github.com/contextls/contextls/workspace"
)

// The page, and what the editors' types take from the same comments, lists the values that the packages
// below write, and no other.
func TestValues(t *testing.T) {
	page, err := os.ReadFile("EXTENSIONS.md")
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string][]string{
		"SymbolKind":     names(analysis.Macro),
		"ImportStatus":   names(analysis.Unresolved),
		"IndexState":     names(workspace.Degraded),
		"Relationship":   append(names(rank.Unrelated), "manual"), // which is the client's to say
		"Representation": {string(budget.Full), string(budget.Slice), string(budget.Signatures), string(budget.Path)},
	} {
		union := regexp.MustCompile(`(?s)\ntype ` + name + ` = (.*?);`).FindSubmatch(page)
		if union == nil {
			t.Errorf("there is no type %s", name)
			continue
		}
		var listed []string
		for _, value := range regexp.MustCompile(`'(\w+)'`).FindAllStringSubmatch(string(union[1]), -1) {
			listed = append(listed, value[1])
		}
		slices.Sort(listed)
		slices.Sort(want)
		if !slices.Equal(listed, want) {
			t.Errorf("%s is %s, and the values are %s", name, strings.Join(listed, ", "), strings.Join(want, ", "))
		}
	}
}

// names are those of an enumeration's values, whose last one is given.
func names[T interface {
	~uint8
	String() string
}](last T) (all []string) {
	for v := range last + 1 {
		all = append(all, v.String())
	}
	return all
}
