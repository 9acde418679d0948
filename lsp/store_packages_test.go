//go:build cgo

package lsp

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/contextls/contextls/analysis/lang"
	"github.com/contextls/contextls/lsp/protocol"
	"github.com/contextls/contextls/lsp/settings"
	"github.com/contextls/contextls/workspace"
	"github.com/contextls/contextls/workspace/store"
	"github.com/contextls/contextls/workspace/store/storetest"
)

// pythonWithStore serves a folder of Python to somebody who has a store.
func pythonWithStore(t *testing.T, archive string, f *storetest.Fake, userFile string) session {
	t.Helper()
	environment := []string{"CONTEXTLS_STORE_URL=" + f.URL, "CONTEXTLS_STORE_TIMEOUT_MS=60000"}
	s := serveWith(t, write(t, archive), Options{Workspace: workspace.Options{Languages: lang.All()}, Sources: settings.Sources{Environment: environment, UserFile: userFile}})
	s.Initialize(nil, s.root)
	s.MustCall("context/rank", nil, nil)
	return s
}

const teaUser = `
-- requirements.txt --
tea==%s
-- app.py --
import tea
from tea.kitchen import wash
from tea import Pot

def serve():
    tea.pour("cup")
    tea.pour("mug")
    wash()
    Pot(3)
-- .venv/lib/python3.11/site-packages/tea-1.4.dist-info/RECORD --
tea/__init__.py,,
-- .venv/lib/python3.11/site-packages/tea/__init__.py --
def pour(into): ...
class Pot: ...
-- .venv/lib/python3.11/site-packages/tea/kitchen.py --
def wash(): ...
`

// definingTea is a store in which a repository defines a package of some version.
func definingTea(t *testing.T, version string) *storetest.Fake {
	f := storetest.NewFake(t)
	tea := store.Package{Ecosystem: "pypi", Name: "tea"}
	f.Put(store.Repositories, store.Repository{Name: "team/tea", Schema: store.Schema, Generation: 1, Last: 1})
	define := func(path, module, name, signature string) store.Definition {
		d := inTea(path, name)
		d.Module, d.Signature, d.Doc, d.Package = module, signature, "Of "+module+".", &tea
		return d
	}
	own := tea
	own.Version = version
	f.Put(store.Packages, store.DefinedPackage{Place: inTea("pyproject.toml", "x").Place, Package: own})
	f.Put(store.Definitions,
		define("tea/pots.py", "tea.pots", "pour", "def pour(into, slowly=True)"), // passed on by tea/__init__.py
		define("tea/kitchen.py", "tea.kitchen", "wash", "def wash(*, gently=False)"),
		define("other/kitchen.py", "other.kitchen", "wash", "def wash(another)"),
		define("tea/a.py", "tea.a", "Pot", "class Pot(A)"), define("tea/b.py", "tea.b", "Pot", "class Pot(B)")) // which of them is a guess
	return f
}

// What a repository of the team's says of a package that it defines takes the place of an installed copy, unless that is of
// another version.
func TestPackFromStore(t *testing.T) {
	const ofStore = "class Pot\ndef wash(*, gently=False)  # Of tea.kitchen.\ndef pour(into, slowly=True)  # Of tea.pots.\n"
	const installed = "def pour(into)\nclass Pot\ndef wash()\n"
	user := filepath.Join(t.TempDir(), "config.toml")
	for what, tt := range map[string]struct {
		version, archive, user, want, origin string
	}{
		"the same version":   {"1.4", teaUser, "", ofStore, "store"},
		"no version":         {"", teaUser, "", ofStore, "store"},
		"another version":    {"2.0", teaUser, "", installed, "package"},
		"not installed":      {"2.0", teaUser[:strings.Index(teaUser, "-- .venv")], "", "def wash(*, gently=False)  # Of tea.kitchen.\ndef pour(into, slowly=True)  # Of tea.pots.\n", "store"},
		"only in the folder": {"1.4", teaUser, `dependencies = "folder"`, installed, "package"},
	} {
		t.Run(what, func(t *testing.T) {
			put(t, user, tt.user)
			f := definingTea(t, tt.version)
			s := pythonWithStore(t, fmt.Sprintf(tt.archive, "1.4"), f, user)
			r := s.pack(map[string]any{"targets": s.target("app.py")})
			i := slices.IndexFunc(r.Items, func(i protocol.PackItem) bool { return strings.HasPrefix(i.Path, "package:pypi/tea") })
			if i < 0 || r.Items[i].Content != tt.want || r.Items[i].Origin != tt.origin || (r.Items[i].Repository == "team/tea") != (tt.origin == "store") {
				t.Fatalf("got %+v\nwarnings %q", r.Items[max(i, 0)], r.Warnings)
			}
			if tt.origin == "store" && !strings.Contains(r.Text, "as team/tea defines it") {
				t.Errorf("got\n%s", r.Text)
			}
			var d protocol.DependenciesResult
			s.MustCall("context/dependencies", map[string]any{"uri": s.uri("app.py")}, &d)
			if len(d.Packages) != 1 || d.Packages[0].Origin != tt.origin {
				t.Errorf("dependencies: %+v", d.Packages)
			}
		})
	}
}

// A store that hangs costs a pack a warning.
func TestPackWithBrokenStore(t *testing.T) {
	f := definingTea(t, "1.4")
	f.Fail(hangs)
	s := serveWith(t, write(t, fmt.Sprintf(teaUser, "1.4")), Options{Workspace: workspace.Options{Languages: lang.All()},
		Sources: settings.Sources{Environment: []string{"CONTEXTLS_STORE_URL=" + f.URL, "CONTEXTLS_STORE_TIMEOUT_MS=20"}}})
	s.Initialize(nil, s.root)
	r := s.pack(map[string]any{"targets": s.target("app.py")})
	if len(r.Degraded) != 1 || !strings.Contains(r.Degraded[0], "does not answer within 20ms") || !slices.Contains(r.Warnings, r.Degraded[0]) || len(r.ofPackages()) != 1 {
		t.Errorf("degraded %q, warnings %q, packages %v", r.Degraded, r.Warnings, r.ofPackages())
	}
}

// Others that use what a file defines are named with their repository; those that mean something else of that name are not.
func TestImpactElsewhere(t *testing.T) {
	f := storetest.NewFake(t)
	f.Put(store.Repositories, store.Repository{Name: "team/shop", Schema: store.Schema, Generation: 1, Last: 1})
	use := func(path, module, name string, lines ...int) store.Use {
		return store.Use{Place: store.Place{Repository: "team/shop", Life: store.Life{From: 1}, Path: path}, Language: "python", Package: store.Package{Ecosystem: "pypi", Name: "tea"},
			Module: module, Name: name, Count: len(lines), Lines: lines, In: "serve"}
	}
	f.Put(store.Uses, use("b.py", "tea", "pour", 3, 8), use("a.py", "tea.pots", "pour", 4), use("c.py", "tea", "pots.pour", 1), use("d.py", "tea.kitchen", "pour", 1), use("../e.py", "tea", "pour", 1))
	s := pythonWithStore(t, `
-- pyproject.toml --
[project]
name = "tea"
-- tea/__init__.py --
from .pots import pour
-- tea/pots.py --
def pour(into):
    pass

def _boil():
    pass
`, f, "")
	ask := func(params map[string]any) (r protocol.ImpactResult) {
		s.MustCall("context/impact", params, &r)
		return r
	}
	chunk := s.chunk("tea/pots.py", "pour")
	r := ask(map[string]any{"chunk": chunk, "repositories": "*"})
	want := []protocol.UseElsewhere{
		{Repository: "team/shop", Path: "a.py", Line: 4, Name: "pour", Count: 1, In: "serve", Package: "tea"},
		{Repository: "team/shop", Path: "b.py", Line: 3, Name: "pour", Count: 2, In: "serve", Package: "tea"},
		{Repository: "team/shop", Path: "c.py", Line: 1, Name: "pots.pour", Count: 1, In: "serve", Package: "tea"},
	}
	if diff := cmp.Diff(want, r.Elsewhere); diff != "" || len(r.Degraded) != 1 || !strings.Contains(r.Degraded[0], `path: "../e.py" leads out`) {
		t.Errorf("(-want +got):\n%s%q", diff, r.Degraded)
	}
	if r := ask(map[string]any{"uri": s.uri("tea/pots.py"), "repositories": []string{"team/*"}}); len(r.Elsewhere) != 3 {
		t.Errorf("of the file: %+v", r.Elsewhere)
	}
	before := f.Asked.Load()
	if r := ask(map[string]any{"chunk": s.chunk("tea/pots.py", "_boil"), "repositories": "*"}); len(r.Elsewhere) > 0 || f.Asked.Load() != before {
		t.Errorf("of what nobody else sees: %+v after %d requests", r.Elsewhere, f.Asked.Load()-before)
	}
	if r := ask(map[string]any{"chunk": chunk}); r.Elsewhere != nil || r.Degraded != nil || f.Asked.Load() != before {
		t.Errorf("without repositories: %+v, %q", r.Elsewhere, r.Degraded)
	}
	nobodys := pythonWithStore(t, "\n-- a.py --\ndef pour(): ...\n", f, "")
	nobodys.MustCall("context/impact", map[string]any{"uri": nobodys.uri("a.py"), "repositories": "*"}, &r)
	if len(r.Degraded) != 1 || !strings.Contains(r.Degraded[0], "no manifest says which package a.py belongs to") {
		t.Errorf("without a manifest: %q", r.Degraded)
	}
}

// What repositories use of each other is found where imports name no artifact, as those of the JVM's languages, and where they name
// things otherwise than definitions do.
func TestElsewhereByLanguage(t *testing.T) {
	use := func(path, ecosystem, pkg, as, module, name string) store.Use {
		return store.Use{Place: store.Place{Repository: "team/shop", Life: store.Life{From: 1}, Path: path}, Language: "x",
			Package: store.Package{Ecosystem: ecosystem, Name: pkg, As: as}, Module: module, Name: name, Count: 1, Lines: []int{3}}
	}
	f := storetest.NewFake(t)
	f.Put(store.Repositories, store.Repository{Name: "team/shop", Schema: store.Schema, Generation: 1, Last: 1})
	f.Put(store.Uses,
		use("a.java", "maven", "com.tea:starter", "com.tea.pot", "com.tea.pot", "Pot"), use("b.kt", "maven", "com.tea.pot", "com.tea.pot", "com.tea.pot", "Pot.pour"),
		use("c.java", "maven", "com.tea:starter", "com.tea.pot", "com.tea.pot.Pot", "boil"), use("d.scala", "maven", "com.tea:starter", "com.tea.pot", "_root_.com.tea.pot.Pot", "Lid.lift"),
		use("e.java", "maven", "com.tea:starter", "com.tea.pot", "com.tea.pot", "boil"), use("f.java", "maven", "com.tea:tea-all", "com.tea.cup", "com.tea.cup", "Pot"),
		use("a.rb", "rubygems", "tea", "", "Tea::Pot", "Tea.Pot"), use("b.rb", "rubygems", "tea", "", "Tea::Pot", "Tea.Pot.boil"), use("c.rb", "rubygems", "tea", "", "Cup::Pot", "Cup.Pot"),
		use("a.php", "composer", "acme/tea", "", `Acme\Tea`, "Pot"), use("b.php", "composer", "acme/tea", "", `Acme\Tea`, "Pot.boil"), use("c.php", "composer", "acme/tea", "", `Acme\Cup`, "Pot"),
		use("a.ex", "hex", "tea", "", "Tea.Pot", "boil"), use("b.ex", "hex", "tea", "", "Tea.Cup", "boil"))
	for _, c := range []struct{ archive, file, name, want string }{
		{potProject, "src/main/java/com/tea/pot/Pot.java", "Pot", "a.java Pot"},
		{potProject, "src/main/java/com/tea/pot/Pot.java", "pour", "b.kt Pot.pour"},
		{potProject, "src/main/java/com/tea/pot/Pot.java", "boil", "c.java boil"},
		{potProject, "src/main/java/com/tea/pot/Pot.java", "lift", "d.scala Lid.lift"},
		{potGem, "lib/tea/pot.rb", "Pot", "a.rb Tea.Pot"},
		{potGem, "lib/tea/pot.rb", "boil", "b.rb Tea.Pot.boil"},
		{potLibrary, "src/Pot.php", "Pot", "a.php Pot"},
		{potLibrary, "src/Pot.php", "boil", "b.php Pot.boil"},
		{potApplication, "lib/tea/pot.ex", "boil", "a.ex boil"},
	} {
		s := pythonWithStore(t, c.archive, f, "")
		var r protocol.ImpactResult
		s.MustCall("context/impact", map[string]any{"chunk": s.chunk(c.file, c.name), "repositories": "*"}, &r)
		var got []string
		for _, u := range r.Elsewhere {
			got = append(got, u.Path+" "+u.Name)
		}
		if strings.Join(got, ", ") != c.want {
			t.Errorf("%s of %s is used by %q, want %q; %q", c.name, c.file, got, c.want, r.Degraded)
		}
	}
}

const potProject = `
-- pom.xml --
<project><groupId>com.tea</groupId><artifactId>tea-all</artifactId><version>1.4</version></project>
-- src/main/java/com/tea/pot/Pot.java --
package com.tea.pot;

public class Pot {
    public static void boil(Pot pot) {}
    public void pour() {}
    public static class Lid { public void lift() {} }
}
`

const potGem = `
-- tea.gemspec --
Gem::Specification.new { |s| s.name = "tea" }
-- lib/tea/pot.rb --
module Tea
  class Pot
    def self.boil
    end
  end
end
`

const potLibrary = `
-- composer.json --
{"name": "acme/tea", "autoload": {"psr-4": {"Acme\\Tea\\": "src"}}}
-- src/Pot.php --
<?php
namespace Acme\Tea;

class Pot {
    public static function boil() {}
}
`

const potApplication = `
-- mix.exs --
defmodule Tea.MixProject do
  def project do
    [
      app: :tea,
      version: "1.0.0"
    ]
  end
end
-- lib/tea/pot.ex --
defmodule Tea.Pot do
  def boil(cups), do: cups
end
`

// A repository that defines a package of Java's is asked for by that package, whatever artifact brings it.
func TestPackFromStoreOfTheJVM(t *testing.T) {
	f := storetest.NewFake(t)
	f.Put(store.Repositories, store.Repository{Name: "team/tea", Schema: store.Schema, Generation: 1, Last: 1})
	own := store.Package{Ecosystem: "maven", Name: "com.tea:tea-all", Version: "1.4"}
	at := store.Place{Repository: "team/tea", Life: store.Life{From: 1}, Path: "Pot.java"}
	of := &store.Package{Ecosystem: "maven", Name: "com.tea:tea-all", As: "com.tea.pot"}
	f.Put(store.Packages, store.DefinedPackage{Place: store.Place{Repository: "team/tea", Life: store.Life{From: 1}, Path: "pom.xml"}, Package: own})
	f.Put(store.Definitions,
		store.Definition{Place: at, Language: "java", Kind: "class", Name: "Pot", Signature: "public class Pot", Module: "com.tea.pot.Pot", Exported: true, Package: of},
		store.Definition{Place: at, Language: "java", Kind: "method", Name: "boil", Container: "Pot", Signature: "public static void boil(Pot pot)", Module: "com.tea.pot.Pot", Exported: true, Package: of})
	s := pythonWithStore(t, `
-- pom.xml --
<project><groupId>shop</groupId><artifactId>app</artifactId><version>1</version><dependencies>
<dependency><groupId>com.tea</groupId><artifactId>starter</artifactId><version>3</version></dependency></dependencies></project>
-- src/main/java/shop/App.java --
package shop;

import com.tea.pot.Pot;
import static com.tea.pot.Pot.boil;

class App { void serve() { boil(new Pot()); } }
`, f, "")
	r := s.pack(map[string]any{"targets": s.target("src/main/java/shop/App.java")})
	i := slices.IndexFunc(r.Items, func(i protocol.PackItem) bool { return i.Path == "package:maven/com.tea:tea-all@1.4" })
	if i < 0 || r.Items[i].Content != "public class Pot\n    public static void boil(Pot pot)\n" || r.Items[i].Repository != "team/tea" {
		t.Errorf("got %+v\nwarnings %q\n%s", r.Items, r.Warnings, r.Text)
	}
}
