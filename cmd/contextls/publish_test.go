package main

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/contextls/contextls/lsp/engine"
	"github.com/contextls/contextls/workspace/store"
)

// listener is a store that takes everything, and remembers all that it was sent.
type listener struct {
	*httptest.Server
	mu   sync.Mutex
	text strings.Builder
}

func newListener(t *testing.T) *listener {
	l := &listener{}
	l.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if err != nil {
			t.Error(err)
		}
		l.mu.Lock()
		fmt.Fprintf(&l.text, "%s %s %v\n%s\n", r.Method, r.URL, r.Header, body)
		l.mu.Unlock()
		switch {
		case r.Method == http.MethodGet && strings.Contains(r.URL.Path, "/_doc/"):
			w.WriteHeader(http.StatusNotFound)
		case r.Method == http.MethodGet: // no index is there yet
			fmt.Fprint(w, `{}`)
		case strings.HasSuffix(r.URL.Path, "/_search"):
			fmt.Fprint(w, `{"hits": {"hits": []}}`)
		default:
			fmt.Fprint(w, `{"_seq_no": 1, "_primary_term": 1}`)
		}
	}))
	t.Cleanup(l.Close)
	return l
}

// heard is all that was sent.
func (l *listener) heard() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.String()
}

// TestPublishTellsNoSecret publishes 500 made credentials, with sources, and what is left out.
func TestPublishTellsNoSecret(t *testing.T) {
	p, l := plant(t, 500), newListener(t)
	write(t, filepath.Join(p.dir, ".gitignore"), "hidden.py\n")
	write(t, filepath.Join(p.dir, "hidden.py"), "def hushed(): pass\n")
	write(t, filepath.Join(p.dir, ".env"), "HUSHED=hushed\n")
	write(t, filepath.Join(p.dir, ".aws/helper.py"), "def hushed(): pass\n")
	t.Setenv("CONTEXTLS_STORE_SOURCES", "true")
	t.Setenv("CONTEXTLS_STORE_USER", "scanner")
	t.Setenv("CONTEXTLS_STORE_PASSWORD", "open sesame")
	out := p.run(t, "", "scan", "--store", l.URL, "--repository", "team/planted")
	heard := l.heard()
	p.check(t, "publishing", heard)
	for _, hidden := range []string{"hushed", "hidden.py", ".aws", "open sesame"} {
		if strings.Contains(heard, hidden) || strings.Contains(out, "sesame") {
			t.Errorf("it tells of %s", hidden)
		}
	}
	contains(t, heard, `"name":"use_90"`, "‹secret: ", `"source":"def use_`)
	contains(t, out, "team/planted: ", " documents sent to 127.0.0.1:")

	write(t, filepath.Join(p.state, "contextls/config.toml"), "[secrets]\nredact = false\n")
	cmd := contextls(t, p.dir, "scan", "--store", l.URL)
	cmd.Env = append(cmd.Env, "XDG_STATE_HOME="+p.state, "XDG_CONFIG_HOME="+p.state)
	if out, err := cmd.CombinedOutput(); err == nil || !strings.Contains(string(out), "secrets.redact is false") || l.heard() != heard && strings.Contains(l.heard()[len(heard):], "_bulk") {
		t.Errorf("with secrets shown: %v\n%s", err, out)
	}
}

// TestPublishedDocuments has a dry run tell all that would be sent of a folder of five ecosystems.
func TestPublishedDocuments(t *testing.T) {
	dir, l := filepath.Join(t.TempDir(), "shop"), newListener(t)
	for name, text := range map[string]string{
		"go.mod":                "module example.com/shop\n\ngo 1.26\n\nrequire example.com/tea v1.2.0\n",
		"main.go":               "package main\n\nimport (\n\t\"fmt\"\n\n\t\"example.com/tea/pot\"\n)\n\n// Serve serves.\nfunc Serve(p *pot.Pot) {\n\tpot.Brew(pot.Hot)\n\tfmt.Println(p.Fill())\n}\n",
		"main_test.go":          "package main\n\n// Hidden \u202e text.\nfunc helper() {}\n",
		"testdata/fake/go.mod":  "module example.com/fake\n",
		"web/package.json":      `{"name": "@shop/web", "version": "2.0.0", "dependencies": {"react": "^18.0.0", "left-pad": "1"}}`,
		"web/app.ts":            "import React, { useState as state } from 'react';\nexport { pad } from 'left-pad';\nexport function App() { return React.createElement(state(1)); }\n",
		"py/pyproject.toml":     "[project]\nname = \"Shop-Py\"\nversion = \"1.0\"\ndependencies = [\"requests\"]\n",
		"py/shop_tools/core.py": "import requests\nfrom requests import Session\n\ndef fetch():\n    \"\"\"Fetches.\"\"\"\n    requests.get('x')\n    return Session()\n",
		"jvm/pom.xml": "<project><groupId>shop</groupId><artifactId>core</artifactId><version>3</version><dependencies><dependency><groupId>com.tea</groupId>" +
			"<artifactId>tea-starter</artifactId><version>1.4</version></dependency></dependencies></project>",
		"jvm/src/main/java/shop/App.java": "package shop;\n\nimport com.tea.pot.Pot;\nimport static org.leaf.Green.paint;\n\nclass App {\n  void serve() { Pot.brew(paint()); }\n}\n",
		"rb/Gemfile":                      "gem 'tea'\n",
		"rb/app.rb":                       "require 'tea'\n\nTea::Pot.boil(Tea::HOT)\n",
	} {
		write(t, filepath.Join(dir, name), text)
	}
	out, err := contextls(t, dir, "scan", "--store", l.URL, "--dry-run", "--json").Output()
	if err != nil {
		t.Fatal(err)
	}
	if strings.Contains(string(out), "\u202e") {
		t.Error("it shows what is not to be seen")
	}
	lines := strings.Split(strings.TrimSpace(string(out)), "\n")
	var got []string
	for _, line := range lines[:len(lines)-1] {
		var d store.FileDocuments
		if err := json.Unmarshal([]byte(line), &d); err != nil {
			t.Fatalf("%v: %s", err, line)
		}
		for _, p := range d.Packages {
			got = append(got, fmt.Sprintf("package %s %s %s in %q", p.Ecosystem, p.Name, p.Version, p.Directory))
		}
		for _, u := range d.Uses {
			got = append(got, fmt.Sprintf("use %s %s %s@%s: %s %s, %d at %v in %q", d.File.Path, u.Package.Ecosystem, u.Package.Name, u.Package.Version, u.Module, u.Name, u.Count, u.Lines, u.In))
			if u.Package.As != "" {
				got[len(got)-1] += " as " + u.Package.As
			}
		}
		for _, f := range d.Definitions {
			of := store.Package{}
			if f.Package != nil {
				of = *f.Package
			}
			got = append(got, fmt.Sprintf("definition %s %s at %d–%d of %s %s: %s; %s", d.File.Path, f.Name, f.Line, f.End, of.Name, of.As, f.Signature, f.Words))
		}
	}
	want := []string{
		`definition main.go Serve at 9–12 of example.com/shop : func Serve(p *pot.Pot); func Serve pot Pot Brew Hot fmt Println Fill`,
		`definition main_test.go helper at 3–3 of  : func helper(); func helper`,
		`definition py/shop_tools/core.py fetch at 3–6 of shop-py shop-tools: def fetch(); def fetch Fetches requests get return Session`,
		`definition web/app.ts App at 2–2 of @shop/web : export function App(); export function App return React createElement state`,
		`package go example.com/shop  in ""`,
		`definition jvm/src/main/java/shop/App.java App at 5–7 of shop:core shop: class App; class App`,
		`package maven shop:core 3 in "jvm"`,
		`package npm @shop/web 2.0.0 in "web"`,
		`package pypi shop-py 1.0 in "py"`,
	}
	for _, w := range want {
		if !slices.Contains(got, w) {
			t.Errorf("there is no %s", w)
		}
	}
	uses := slices.DeleteFunc(got, func(s string) bool { return !strings.HasPrefix(s, "use ") })
	slices.Sort(uses)
	if wantUses := []string{
		`use jvm/src/main/java/shop/App.java maven com.tea:tea-starter@1.4: com.tea.pot Pot, 1 at [6] in "App.serve" as com.tea.pot`,
		`use jvm/src/main/java/shop/App.java maven com.tea:tea-starter@1.4: com.tea.pot Pot.brew, 1 at [6] in "App.serve" as com.tea.pot`,
		`use jvm/src/main/java/shop/App.java maven org.leaf@: org.leaf.Green paint, 1 at [6] in "App.serve" as org.leaf`,
		`use main.go go example.com/tea@v1.2.0: example.com/tea/pot Brew, 1 at [10] in "Serve"`,
		`use main.go go example.com/tea@v1.2.0: example.com/tea/pot Hot, 1 at [10] in "Serve"`,
		`use main.go go example.com/tea@v1.2.0: example.com/tea/pot Pot, 1 at [9] in "Serve"`,
		`use main.go go example.com/tea@v1.2.0: example.com/tea/pot Pot.Fill, 1 at [11] in "Serve"`,
		`use py/shop_tools/core.py pypi requests@: requests Session, 2 at [1 6] in ""`,
		`use py/shop_tools/core.py pypi requests@: requests get, 1 at [5] in "fetch"`,
		`use rb/app.rb rubygems tea@: Tea::HOT Tea.HOT, 1 at [2] in ""`,
		`use rb/app.rb rubygems tea@: Tea::Pot Tea.Pot, 1 at [2] in ""`,
		`use rb/app.rb rubygems tea@: Tea::Pot Tea.Pot.boil, 1 at [2] in ""`,
		`use web/app.ts npm left-pad@: left-pad pad, 1 at [1] in ""`,
	}; !slices.Equal(slices.DeleteFunc(slices.Clone(uses), func(s string) bool { return strings.Contains(s, " react") }), wantUses) {
		t.Errorf("uses:\n%s", strings.Join(uses, "\n"))
	}
	var summary struct {
		Repository string
		DryRun     bool
		Sent       struct{ Documents, Packages int }
	}
	if err := json.Unmarshal([]byte(lines[len(lines)-1]), &summary); err != nil || summary.Repository != "shop" || !summary.DryRun || summary.Sent.Packages != 4 {
		t.Errorf("%v: %s", err, lines[len(lines)-1])
	}
	if strings.Contains(l.heard(), "PUT") || strings.Contains(l.heard(), "_bulk") {
		t.Errorf("a dry run sends\n%s", l.heard())
	}
}

func TestPublishSaysWhatIsWrong(t *testing.T) {
	dir := shop(t)
	for _, c := range []struct{ args, want string }{
		{"--dry-run", "there is no store"},
		{"--store http://search.example.com", "is not encrypted"},
		{"--store https://scan:hunter2@example.com", "CONTEXTLS_STORE_USER"},
		{"--store http://127.0.0.1:1 --repository a*b", `repository: "a*b"`},
		{"--store http://127.0.0.1:1 --since HEAD", "--since: "},
		{"--store http://127.0.0.1:1 --shards 0", "--shards: 0 "},
		{"--store http://127.0.0.1:1", "127.0.0.1:1 does not answer"},
	} {
		out, err := contextls(t, dir, append([]string{"scan"}, strings.Fields(c.args)...)...).CombinedOutput()
		if err == nil || !strings.Contains(string(out), c.want) || strings.Contains(string(out), "hunter2") {
			t.Errorf("%s: %v: %s", c.args, err, out)
		}
	}
}

func TestRepositoryOf(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "shop")
	write(t, filepath.Join(dir, "web/app.ts"), "")
	if got, err := engine.RepositoryOf(t.Context(), dir, true); got != (store.Own{Repository: "shop"}) || err != nil {
		t.Errorf("%+v, %v", got, err)
	}
	for _, args := range [][]string{{"init", "-q"}, {"remote", "add", "origin", "git@example.com:team/cart.git"}} {
		cmd := exec.Command("git", args...)
		cmd.Dir = dir
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("%v: %s", err, out)
		}
	}
	for at, want := range map[string]string{"": "team/cart", "web": "team/cart/web"} {
		got, err := engine.RepositoryOf(t.Context(), filepath.Join(dir, at), true)
		if err != nil || got != (store.Own{Repository: want, Origin: store.Origin{Remote: "example.com/team/cart", Directory: at}}) {
			t.Errorf("in %q: %+v, %v", at, got, err)
		}
	}
}
