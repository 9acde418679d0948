package lsp

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestReadFile(t *testing.T) {
	s := edit(t, shop)
	s.Open(s.uri("store/user.py"), "python", 3, "class User:\n    unsaved = 1\n")
	s.Open(s.uri("new.py"), "python", 1, "x = 1")
	s.Open(s.uri(".env"), "plaintext", 1, "PASSWORD=typed")
	put(t, s.path("empty.py"), "")
	for _, tt := range []struct {
		params any
		want   string
	}{
		{params{"path": "store/price.py", "start_line": 3, "end_line": 3}, "store/price.py, lines 3-3 of 4\ndef price(item):\n"},
		{params{"path": "./store//price.py", "start_line": 4.0, "end_line": 99}, "store/price.py, lines 4-4 of 4\n    return item.price * rates()\n"},
		{params{"path": "store/user.py"}, "store/user.py, lines 1-2 of 2, open in the editor, version 3\nclass User:\n    unsaved = 1\n"},
		{params{"path": "new.py"}, "new.py, lines 1-1 of 1, open in the editor, version 1\nx = 1"},
		{params{"path": "README.md"}, "README.md, lines 1-1 of 1\n# Shop\n"},
		{params{"path": "empty.py"}, "empty.py, empty\n"},
		{params{"path": ".env"}, "!path: .env is left out: secret"},
		{params{"path": "x/.env.local"}, "!path: x/.env.local is left out: secret"},
		{params{"path": "debug.log"}, "!path: debug.log is left out: ignored: .gitignore"},
		{params{"path": "../other/x.py"}, "!path: ../other/x.py is left out: not a path in the folder"},
		{params{"path": "/etc/passwd"}, "!path: /etc/passwd is left out: not a path in the folder"},
		{params{"path": "cart.py"}, "!path: cart.py does not exist; there is store/cart.py"},
		{params{"path": "store/gone.py"}, "!path: store/gone.py does not exist"},
		{params{"path": "store"}, "!path: store cannot be read: "},
		{params{"path": "."}, "!path: "},
		{params{"path": "app.py", "start_line": 5, "end_line": 4}, "!end_line: 4 is before start_line, 5"},
		{params{"path": "app.py", "start_line": 10}, "!start_line: 10 is behind the last line, 9"},
		{params{"path": "app.py", "start_line": 0}, "!start_line: 0 is not a whole number from 1 to 1000000000"},
		{params{"path": "app.py", "start_line": "1"}, `!start_line: "1" is not a whole number from 1 to 1000000000`},
		{params{"path": "app.py", "start_line": nil}, "!start_line: null is not a whole number from 1 to 1000000000"},
		{params{"path": ""}, `!path: "" is not a string of 1 to 4096 characters`},
		{params{"path": []string{"app.py"}}, "!path: an array is not a string of 1 to 4096 characters"},
		{params{"file": "app.py"}, "!file: there is no such parameter; there are end_line, path, start_line"},
		{nil, "!path: it is required"},
		{[]int{1}, "!params: an array is not an object"},
	} {
		got := s.one("read_file", tt.params)
		if got != tt.want && !(strings.HasSuffix(tt.want, ": ") && strings.HasPrefix(got, tt.want)) {
			t.Errorf("%v: got %q, want %q", tt.params, got, tt.want)
		}
	}
}

func TestSearchCode(t *testing.T) {
	s := edit(t, shop)
	s.Open(s.uri("store/user.py"), "python", 3, "class User:\n    Unsaved = 1\r\n    # "+strings.Repeat("é", 300)+"\n")
	s.Open(s.uri("debug.log"), "plaintext", 1, "noise Unsaved")
	put(t, s.path("store/price.bin"), "\x00def price")
	s.Notify("workspace/didChangeWatchedFiles", params{"changes": []any{params{"uri": s.uri("store/price.bin"), "type": 1}}})
	for _, tt := range []struct {
		params any
		want   string
	}{
		{params{"pattern": "Unsaved"}, "1 match in 1 file, of 7 searched (1 other is no text)\nstore/user.py:2:     Unsaved = 1  [in User]\n"},
		{params{"pattern": `^def (price|total)\b.*:$`}, "2 matches in 2 files, of 7 searched (1 other is no text)\n" +
			"store/cart.py:8: def total(cart):\nstore/price.py:3: def price(item):\n"},
		{params{"pattern": "unsaved|hunter2|noise", "ignore_case": true, "glob": "*.py"}, "1 match in 1 file, of 5 searched\nstore/user.py:2:     Unsaved = 1  [in User]\n"},
		{params{"pattern": "hunter2|noise"}, "0 matches in 0 files, of 7 searched (1 other is no text)\n"},
		{params{"pattern": "def", "glob": "/store/cart.py", "context": 1}, "2 matches in 1 file, of 1 searched\n" +
			"store/cart.py-4-     \"\"\"What a customer wants to buy.\"\"\"\nstore/cart.py:5:     def add(self, item):  [in Cart]\nstore/cart.py-6-         self.items.append(item)\n" +
			"store/cart.py-7- \nstore/cart.py:8: def total(cart):\nstore/cart.py-9-     \"\"\"Sums the prices up.\"\"\"\n"},
		{params{"pattern": "Cart", "glob": "/app.py", "context": 1}, "2 matches in 1 file, of 1 searched\n" +
			"app.py:1: from store.cart import Cart, total\napp.py-2- from store.user import User\n--\n" +
			"app.py-6-     \"\"\"Runs the shop.\"\"\"\napp.py:7:     cart = Cart()  [in main]\napp.py-8-     user = User()\n"},
		{params{"pattern": "import", "glob": "app.py", "context": 1}, "3 matches in 1 file, of 1 searched\n" +
			"app.py:1: from store.cart import Cart, total\napp.py:2: from store.user import User\napp.py:3: import os\napp.py-4- \n"},
		{params{"pattern": "é{9}"}, "1 match in 1 file, of 7 searched (1 other is no text)\nstore/user.py:3:     # " + strings.Repeat("é", 197) + "…  [in User]\n"},
		{params{"pattern": "import", "glob": "app.py", "limit": 2}, "2 matches in 1 file\napp.py:1: from store.cart import Cart, total\n" +
			"app.py:2: from store.user import User\n[truncated: there are more matches: narrow the pattern or the glob]"},
		{params{"pattern": "(a"}, "!pattern: error parsing regexp: missing closing ): `(a`"},
		{params{"pattern": "(?=a)"}, "!pattern: error parsing regexp: invalid or unsupported Perl syntax: `(?=`"},
		{params{"pattern": "a", "glob": "[z"}, `!glob: glob "[z" matches nothing`},
		{params{"pattern": "a", "context": 21}, "!context: 21 is not a whole number from 0 to 20"},
		{params{"pattern": strings.Repeat("a", 1001)}, "!pattern: a string of 1001 characters is not a string of 1 to 1000 characters"},
	} {
		if diff := cmp.Diff(tt.want, s.one("search_code", tt.params)); diff != "" {
			t.Errorf("%v (-want +got):\n%s", tt.params, diff)
		}
	}
}

func TestIndexProviders(t *testing.T) {
	s := edit(t, shop)
	for _, tt := range []struct {
		provider string
		params   any
		want     string
	}{
		{"symbol_list", params{"path": "store/cart.py"}, "store/cart.py, python, 10 lines\n1 import store.price (price)\n" +
			"3 class: class Cart — What a customer wants to buy.\n5 method of Cart: def add(self, item)\n8 function: def total(cart) — Sums the prices up.\n"},
		{"symbol_list", params{"path": "README.md"}, "!path: README.md is in no language that is indexed"},
		{"symbol_list", params{"path": ".env"}, "!path: .env is left out: secret"},
		{"import_graph", params{"path": "store/price.py"}, "store/cart.py:1 imports store.price → store/price.py\n" +
			"store/price.py:1 imports store.missing (unresolved)\n"},
		{"import_graph", params{"path": "app.py", "direction": "imports", "depth": 2}, "app.py:1 imports store.cart → store/cart.py\n" +
			"app.py:2 imports store.user → store/user.py\napp.py:3 imports os (external)\nstore/cart.py:1 imports store.price → store/price.py\n"},
		{"import_graph", params{"path": "app.py", "direction": "importedBy"}, "no imports\n"},
		{"import_graph", params{"path": "app.py", "direction": "up"}, `!direction: "up" is not one of imports, importedBy, both`},
		{"import_graph", params{"path": "app.py", "direction": ""}, `!direction: "" is not one of imports, importedBy, both`},
		{"import_graph", params{"path": "tests/test_cart.py", "to": "store/price.py"}, "tests/test_cart.py → store/cart.py → store/price.py\n"},
		{"import_graph", params{"path": "store/price.py", "to": "app.py"}, "no chain of imports leads from store/price.py to app.py\n"},
		{"import_graph", params{"path": "app.py", "to": "debug.log"}, "!to: debug.log is left out: ignored: .gitignore"},
		{"repo_map", params{"paths": []string{"../x"}}, "!paths[0]: ../x is left out: not a path in the folder"},
		{"repo_map", params{"tokens": 0}, "!tokens: 0 is not a whole number from 1 to 100000"},
		{"discover_context", nil, "!task: without a task, paths are needed"},
		{"discover_context", params{"paths": []any{"app.py", 7}}, "!paths[1]: 7 is not a string of 1 to 4096 characters"},
		{"weather", nil, `!provider: there is no "weather"; there are `},
	} {
		got := s.one(tt.provider, tt.params)
		if strings.HasSuffix(tt.want, "there are ") {
			got = got[:min(len(got), len(tt.want))]
		}
		if diff := cmp.Diff(tt.want, got); diff != "" {
			t.Errorf("%s %v (-want +got):\n%s", tt.provider, tt.params, diff)
		}
	}
	if got := s.one("repo_map", nil); !strings.Contains(got, "store/cart.py:\n│class Cart") {
		t.Errorf("the map is %s", got)
	}
	if got := s.one("repo_map", params{"tokens": 12}); !strings.Contains(got, "not on the map]") {
		t.Errorf("the small map is %s", got)
	}
	got := s.one("discover_context", params{"paths": []string{"store/cart.py"}, "task": "sum prices", "limit": 3})
	if !strings.HasPrefix(got, "1.00 store/cart.py (target): is a target") || !strings.Contains(got, " store/price.py (direct import, 1 import away): ") ||
		!strings.Contains(got, "not listed]") {
		t.Errorf("the context is %s", got)
	}
}
