package protocol

import (
	"bytes"
	"flag"
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "rewrite what is derived from the wire types")

// extensions is the page that explains the wire; its order of types is that of the other files.
const extensions = "../EXTENSIONS.md"

var (
	pageBlock   = regexp.MustCompile(`(?s)<!-- types ([\w ]+) -->\n.*?<!-- end -->`)
	editorBlock = regexp.MustCompile(`(?s)((?://|--) generated: .*?\n).*?((?://|--) end of what is generated\n)`)
	heading     = regexp.MustCompile(`(?m)^## (context/\w+)$`)
)

// What is derived from the wire types is as they say.
func TestGenerated(t *testing.T) {
	types := wireTypes(t)
	methods := requests(t, types)
	page := read(t, extensions)

	var order []wireType // those that methods need
	needed := reachable(types)
	maps.DeleteFunc(needed, func(name string, _ bool) bool { return inTypeScript.own[name] != "" })
	for _, block := range pageBlock.FindAllSubmatch(page, -1) {
		for _, name := range strings.Fields(string(block[1])) {
			if _, known := types[name]; !known {
				t.Fatalf("%s: there is no type %s", extensions, name)
			}
			if needed[name] {
				order = append(order, types[name])
				delete(needed, name)
			}
		}
	}
	if len(needed) > 0 {
		t.Fatalf("%s does not show %v", extensions, slices.Sorted(maps.Keys(needed)))
	}
	var headings []string
	for _, h := range heading.FindAllSubmatch(page, -1) {
		headings = append(headings, string(h[1]))
	}
	slices.Sort(headings)
	if all := slices.Sorted(maps.Keys(methods)); !slices.Equal(headings, all) {
		t.Errorf("%s explains %v, and there are types of %v", extensions, headings, all)
	}

	said := map[string]bool{}
	check(t, extensions, page, pageBlock, func(block []byte) string {
		names := string(pageBlock.FindSubmatch(block)[1])
		return "<!-- types " + names + " -->\n\n```ts\n" + pageTypes(types, strings.Fields(names), said) + "```\n\n<!-- end -->"
	})
	for path, text := range map[string]string{
		"../../editors/vscode/api.d.ts":              typeScript(order, methods),
		"../../editors/nvim/lua/contextls/types.lua": luaCATS(order),
	} {
		check(t, path, read(t, path), editorBlock, func(block []byte) string {
			m := editorBlock.FindSubmatch(block)
			return string(m[1]) + "\n" + text + "\n" + string(m[2])
		})
	}
}

func read(t *testing.T, path string) []byte {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// check fails if the blocks of a file are not as they are derived, or writes them with -update.
func check(t *testing.T, path string, page []byte, block *regexp.Regexp, derived func([]byte) string) {
	t.Helper()
	if !block.Match(page) {
		t.Errorf("%s: there is no room for what is derived", path)
		return
	}
	want := block.ReplaceAllFunc(page, func(b []byte) []byte { return []byte(derived(b)) })
	switch {
	case bytes.Equal(page, want):
	case *update:
		if err := os.WriteFile(path, want, 0o644); err != nil {
			t.Fatal(err)
		}
	default:
		t.Errorf("%s is not what the wire types say: run go generate, and look at what changes", path)
	}
}
