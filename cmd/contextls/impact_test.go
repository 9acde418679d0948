package main

import (
	"encoding/json"
	"fmt"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/contextls/contextls/lsp/protocol"
)

// Who calls a definition and what stands in for it are lists of their own, each with places.
func TestImpactLists(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"store.py": "class Store:\n    def save(self, x):\n        return x\n\n    def close(self):\n        self.save(1)\n        self.save(2)\n",
		"disk.py":  "from store import Store\n\nclass Disk(Store):\n    def save(self, x):\n        return [x]\n\nStore().save(3)\n",
		"go.mod":   "module bakery\n",
		"oven.go":  "package bakery\n\ntype Heater interface {\n\tHeat(degrees int) error\n}\n\nfunc Warm(h Heater) error { return h.Heat(200) }\n",
		"gas.go":   "package bakery\n\ntype Gas struct{}\n\nfunc (g *Gas) Heat(degrees int) error { return nil }\n",
	} {
		write(t, filepath.Join(dir, name), text)
	}
	named := func(chunk string) string { return chunk[strings.Index(chunk, ":")+1 : strings.IndexByte(chunk, '@')] }
	place := func(r protocol.SymbolUse) string {
		return fmt.Sprintf("%d:%d-%d %s %.2f", r.Range.Start.Line, r.Range.Start.Character, r.Range.End.Character, named(*r.Chunk), r.Confidence)
	}
	for _, tt := range []struct {
		file, symbol string
		want         []string
	}{
		{"store.py", "Store.save", []string{"caller disk.py:6 outside 0.95", "caller store.py:5:6 store.py:Store.close 0.95",
			"overrider 3:8-12 disk.py:Disk.save 0.95"}},
		{"store.py", "Store", []string{"caller disk.py:2 disk.py:Disk 1.00", "caller disk.py:6 outside 1.00",
			"implementer 2:6-10 disk.py:Disk 0.95"}},
		{"oven.go", "Heater", []string{"caller oven.go:6 oven.go:Warm 1.00", "implementer 2:5-8 gas.go:Gas 0.70"}},
		{"oven.go", "Heater.Heat", []string{"caller oven.go:6 oven.go:Warm 0.95", "implementer 4:14-18 gas.go:Gas.Heat 0.70"}},
	} {
		out, err := contextls(t, dir, "impact", "--json", "--symbol", tt.symbol, tt.file).Output()
		var r protocol.ImpactResult
		if err == nil {
			err = json.Unmarshal(out, &r)
		}
		if err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
		var got []string
		for _, c := range r.Callers {
			line, in := path.Base(string(c.URI)), "outside"
			for _, x := range c.Ranges {
				line += fmt.Sprintf(":%d", x.Start.Line)
			}
			if c.Chunk != nil {
				in = named(*c.Chunk)
			}
			got = append(got, fmt.Sprintf("caller %s %s %.2f", line, in, c.Confidence))
		}
		for _, o := range r.Overriders {
			got = append(got, "overrider "+place(o))
		}
		for _, i := range r.Implementers {
			got = append(got, "implementer "+place(i))
		}
		if !slices.Equal(got, tt.want) {
			t.Errorf("%s:\n got %s\nwant %s", tt.symbol, strings.Join(got, "\n     "), strings.Join(tt.want, "\n     "))
		}
	}
}
