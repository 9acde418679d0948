package lsp

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"flag"
	"fmt"
	"maps"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	lsp "go.lsp.dev/protocol"
	"golang.org/x/tools/txtar"

	"github.com/contextls/contextls/lsp/lsptest"
	"github.com/contextls/contextls/lsp/protocol"
)

var update = flag.Bool("update", false, "rewrite the examples and the stamp of EXTENSIONS.md")

// wireTypes are the types that a peer depends on.
func wireTypes() []any {
	return []any{
		protocol.PackParams{}, protocol.PackResult{}, protocol.RepoMapParams{}, protocol.RepoMapResult{}, protocol.RankParams{}, protocol.RankResult{}, protocol.ExplainParams{}, protocol.ExplainResult{},
		protocol.SymbolsParams{}, protocol.SymbolSummary{}, protocol.ImportsParams{}, protocol.ImportsResult{}, protocol.ImportChainParams{}, protocol.ImportChainResult{},
		protocol.QueryParams{}, protocol.QueryResult{}, protocol.SourceParams{}, protocol.SourceResult{}, protocol.SkeletonParams{}, protocol.SkeletonResult{}, protocol.ChunkOrFile{}, protocol.DependenciesResult{},
		protocol.ImpactParams{}, protocol.ImpactResult{}, protocol.CompressParams{}, protocol.CompressResult{},
		protocol.StatsParams{}, protocol.StatsResult{}, protocol.ProvidersParams{}, protocol.ProvidersResult{}, protocol.ExploreParams{}, protocol.ExploreResult{}, protocol.IndexChanged{}, importanceArgs{}, experimental{}, protocol.AnalyzeTaskParams{}, protocol.AnalyzeTaskResult{},
		protocol.ScanParams{}, protocol.ScanResult{}, protocol.ExportFolder{}, protocol.ExportFile{}, protocol.ExportSymbol{}, protocol.ExportImport{}, protocol.ExportEdge{}, protocol.ExportEnd{},
	}
}

// shape writes a type down as it is on the wire, and notes the names of its fields.
func shape(t reflect.Type, names map[string]bool) string {
	switch t.Kind() {
	case reflect.Pointer:
		return "null|" + shape(t.Elem(), names)
	case reflect.Slice:
		return "[]" + shape(t.Elem(), names)
	case reflect.Map:
		return "map[" + shape(t.Key(), names) + "]" + shape(t.Elem(), names)
	case reflect.Struct:
		if t == reflect.TypeFor[lsp.Range]() {
			return "Range" // LSP's own
		}
		var b strings.Builder
		b.WriteString("{")
		for i := range t.NumField() {
			f := t.Field(i)
			if f.Anonymous { // its fields are the outer's
				b.WriteString(strings.Trim(shape(f.Type, names), "{}"))
				continue
			}
			name, options, _ := strings.Cut(f.Tag.Get("json"), ",")
			names[name] = true
			fmt.Fprintf(&b, "%s,%s:%s;", name, options, shape(f.Type, names))
		}
		return b.String() + "}"
	}
	return t.Kind().String()
}

// TestExtensions holds EXTENSIONS.md to the wire types: their stamp, the names of all fields, and the
// examples, which are real.
func TestExtensions(t *testing.T) {
	page, err := os.ReadFile("EXTENSIONS.md")
	if err != nil {
		t.Fatal(err)
	}
	h, names := sha256.New(), map[string]bool{}
	for _, v := range wireTypes() {
		fmt.Fprintf(h, "%s %s\n", reflect.TypeOf(v), shape(reflect.TypeOf(v), names))
	}
	for name := range names {
		if !regexp.MustCompile(`\b` + name + `\b`).Match(page) {
			t.Errorf("the field %s is not explained", name)
		}
	}
	stamp := regexp.MustCompile(`<!-- wire types: \w+ -->`)
	want := stamp.ReplaceAllLiteral(page, fmt.Appendf(nil, "<!-- wire types: %x -->", h.Sum(nil)[:8]))
	if !*update && !bytes.Equal(page, want) {
		t.Error("the wire types have changed: say so on the page, raise protocolVersion if a field was renamed or retyped, then run with -update")
	}
	for _, e := range examples(t) {
		section := regexp.MustCompile(`(?s)(<!-- example ` + e.method + ` -->\n).*?(<!-- end -->)`)
		if !section.Match(want) {
			t.Errorf("there is no place for an example of %s", e.method)
		}
		want = section.ReplaceAll(want, []byte("${1}"+strings.ReplaceAll(e.text, "$", "$$")+"${2}"))
	}
	if bytes.Equal(page, want) {
		return
	}
	if *update {
		if err := os.WriteFile("EXTENSIONS.md", want, 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	t.Error("the examples are not what the server answers: look at what -update changes")
}

type example struct{ method, text string }

// examples asks the server what the page shows.
func examples(t *testing.T) (all []example) {
	root := filepath.Join(write(t, ""), "shop") // its name is in the pack's title
	for _, f := range txtar.Parse([]byte(shop)).Files {
		put(t, filepath.Join(root, filepath.FromSlash(f.Name)), string(f.Data))
	}
	s := serve(t, root)
	s.Initialize(nil, root)
	s.MustCall("context/rank", nil, nil)
	s.Open(s.uri("store/user.py"), "python", 3, "class User:\n    def name(self):\n        return self.first_name\n")
	for _, method := range slices.Sorted(maps.Keys((&server{}).requests())) {
		params := map[string]map[string]any{
			"context/pack": {"task": "Let carts hold several of an item", "targets": s.target("store/cart.py"), "repoMapTokens": 60,
				"budget": map[string]any{"tokens": 330}},
			"context/repoMap":      {"tokens": 80},
			"context/rank":         {"definitions": 2, "targets": s.target("app.py"), "limit": 2},
			"context/explain":      {"uri": s.uri("store/price.py"), "targets": s.target("app.py")},
			"context/symbols":      {"uri": s.uri("store/cart.py")},
			"context/imports":      {"uri": s.uri("store/price.py"), "direction": "both"},
			"context/importChain":  {"from": s.uri("app.py"), "to": s.uri("store/price.py")},
			"context/query":        {"query": "sum of the prices in a cart", "limit": 2},
			"context/source":       {"chunk": s.chunk("store/cart.py", "add")},
			"context/skeleton":     {"uri": s.uri("store/cart.py")},
			"context/dependencies": {"chunk": s.chunk("store/cart.py", "total")},
			"context/impact":       {"chunk": s.chunk("store/price.py", "price")},
			"context/compress":     {"query": "sum of the prices in a cart", "tokens": 30},
			"context/stats":        {},
			"context/scan":         {"mode": "full"},
			"context/providers":    {},
			"context/explore": {"requests": []any{
				map[string]any{"provider": "read_file", "params": map[string]any{"path": "store/user.py"}},
				map[string]any{"provider": "search_code", "params": map[string]any{"pattern": `price\(`, "glob": "*.py", "context": 1, "limit": 1}},
				map[string]any{"provider": "read_file", "params": map[string]any{"path": ".env"}},
			}},
			"context/analyzeTask": {"task": "Fix `Cart.add`\n\n  File \"/srv/shop/store/price.py\", line 4, in price\nAttributeError: 'NoneType' object has no attribute 'price'"},
		}[method]
		var result any
		s.MustCall(method, params, &result)
		conforms(t, method, reflect.TypeOf(results()[method]), result)
		all = append(all, example{method, "\n```jsonc\n// params\n" + show(t, s, params) + "\n// result\n" + show(t, s, result) + "\n```\n\n"})
	}
	return append(all, deltaExample(t, s))
}

// deltaExample asks for what an edit changes in a pack.
func deltaExample(t *testing.T, s session) example {
	params := map[string]any{"targets": append(s.target("store/user.py"), s.target("store/price.py")...), "autoDiscover": false, "includeRepoMap": false}
	params["baseEtag"] = s.pack(params).Etag
	s.Change(s.uri("store/user.py"), 4, lsptest.Edit{All: true, Text: "class User:\n    def name(self):\n        return self.last_name\n"})
	var result any
	s.MustCall("context/pack", params, &result)
	conforms(t, "the delta", reflect.TypeFor[protocol.PackResult](), result)
	return example{"context/pack with baseEtag", "\n```jsonc\n// params\n" + show(t, s, params) + "\n// result\n" + show(t, s, result) + "\n```\n\n"}
}

func results() map[string]any {
	return map[string]any{
		"context/pack": protocol.PackResult{}, "context/repoMap": protocol.RepoMapResult{}, "context/rank": protocol.RankResult{}, "context/explain": protocol.ExplainResult{},
		"context/symbols": protocol.SymbolSummary{}, "context/imports": protocol.ImportsResult{}, "context/importChain": protocol.ImportChainResult{},
		"context/query": protocol.QueryResult{}, "context/source": protocol.SourceResult{}, "context/skeleton": protocol.SkeletonResult{},
		"context/dependencies": protocol.DependenciesResult{}, "context/impact": protocol.ImpactResult{}, "context/compress": protocol.CompressResult{},
		"context/providers": protocol.ProvidersResult{}, "context/explore": protocol.ExploreResult{},
		"context/scan": protocol.ScanResult{}, "context/stats": protocol.StatsResult{}, "context/analyzeTask": protocol.AnalyzeTaskResult{},
	}
}

// conforms fails unless a result has every field that is not optional, no other, and null only where
// the type allows it.
func conforms(t *testing.T, at string, want reflect.Type, got any) {
	t.Helper()
	switch want.Kind() {
	case reflect.Pointer:
		if got != nil {
			conforms(t, at, want.Elem(), got)
		}
	case reflect.Slice:
		list, ok := got.([]any)
		if !ok {
			t.Errorf("%s is %v, not a list", at, got)
		}
		for i, x := range list {
			conforms(t, fmt.Sprintf("%s[%d]", at, i), want.Elem(), x)
		}
	case reflect.Struct:
		object, ok := got.(map[string]any)
		if !ok {
			t.Errorf("%s is %v, not an object", at, got)
			return
		}
		known := map[string]bool{}
		for i := range want.NumField() {
			name, options, _ := strings.Cut(want.Field(i).Tag.Get("json"), ",")
			known[name] = true
			if x, given := object[name]; given {
				conforms(t, at+"."+name, want.Field(i).Type, x)
			} else if options != "omitzero" {
				t.Errorf("%s has no %s", at, name)
			}
		}
		for name := range object {
			if !known[name] {
				t.Errorf("%s has %s, which is no field of it", at, name)
			}
		}
	default:
		if got == nil {
			t.Errorf("%s is null", at)
		}
	}
}

// show writes a value without what differs from run to run, and floats as no two machines differ.
func show(t *testing.T, s session, v any) string {
	b, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	text := strings.ReplaceAll(string(b), lsptest.URI(s.root), "file:///shop") // before what is short is told from what is long
	text = regexp.MustCompile(`"durationSeconds":[^,}]+`).ReplaceAllString(text, `"durationSeconds":0.012`)
	text = regexp.MustCompile(`"(builtAt|updatedAt)":"[^"]*"`).ReplaceAllString(text, `"$1":"2026-01-31T12:00:00Z"`)
	var plain any
	if err := json.Unmarshal([]byte(text), &plain); err != nil {
		t.Fatal(err)
	}
	return pretty(rounded(plain), "")
}

// pretty writes JSON in few lines: what is short stands on one.
func pretty(v any, indent string) string {
	var open, end string
	var parts []string
	switch v := v.(type) {
	case []any:
		open, end = "[", "]"
		for _, x := range v {
			parts = append(parts, pretty(x, indent+"  "))
		}
	case map[string]any:
		open, end = "{", "}"
		for _, k := range slices.Sorted(maps.Keys(v)) {
			parts = append(parts, strconv.Quote(k)+": "+pretty(v[k], indent+"  "))
		}
	default:
		var out bytes.Buffer
		e := json.NewEncoder(&out)
		e.SetEscapeHTML(false)
		if err := e.Encode(v); err != nil {
			return err.Error()
		}
		return strings.TrimSpace(out.String())
	}
	if line := open + strings.Join(parts, ", ") + end; len(line) < 110 && !strings.Contains(line, "\n") {
		return line
	}
	return open + "\n" + indent + "  " + strings.Join(parts, ",\n"+indent+"  ") + "\n" + indent + end
}

func rounded(v any) any {
	switch v := v.(type) {
	case float64:
		return math.Round(v*1000) / 1000
	case []any:
		for i := range v {
			v[i] = rounded(v[i])
		}
	case map[string]any:
		for k := range v {
			v[k] = rounded(v[k])
		}
	}
	return v
}
