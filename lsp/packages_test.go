//go:build cgo

package lsp

import (
	"archive/zip"
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/contextls/contextls/analysis/lang"
	"github.com/contextls/contextls/lsp/lsptest"
	"github.com/contextls/contextls/lsp/protocol"
	"github.com/contextls/contextls/lsp/settings"
	"github.com/contextls/contextls/workspace"
)

const goUser = `
-- go.mod --
module example.com/app

go 1.26

require example.com/Tea v1.4.0
-- main.go --
package main

import "example.com/Tea/pot"

func main() {
	p := pot.New(3)
	p.Pour("cup")
	p.Pour("mug")
	pot.Boil()
}
-- other.go --
package main

func other() {}
`

const teaModule = `
-- pot.go --
// Package pot makes tea.
package pot

// New makes a pot for so many cups.
func New(cups int) *Pot { return &Pot{} }

// A Pot holds tea.
type Pot struct{ cups int }

// Pour fills what it is given, and says nothing of how long that takes, which depends on how full it was and on what it is.
func (p *Pot) Pour(into string) error { return nil }

// Unused is used by nobody.
func Unused() {}
-- pot_test.go --
package pot

func Boil() {}
`

// ofPackages are the items that are installed packages.
func (r packed) ofPackages() (ids []string) {
	for _, i := range r.Items {
		if i.Origin == "package" {
			ids = append(ids, i.Path)
		}
	}
	return ids
}

// served serves a folder with all languages. trusted is what the client says of it, nil for nothing; userFile is
// the path of the user's settings.
func served(t *testing.T, root string, trusted any, userFile string) session {
	t.Helper()
	s := serveWith(t, root, Options{Workspace: workspace.Options{Languages: lang.All()}, Sources: settings.Sources{UserFile: userFile}})
	s.Expect("context/didChangeIndex", "window/showMessage")
	params := map[string]any{"processId": nil, "capabilities": map[string]any{}, "workspaceFolders": []any{map[string]any{"uri": lsptest.URI(root), "name": "app"}}}
	if trusted != nil {
		params["initializationOptions"] = map[string]any{"trusted": trusted}
	}
	s.MustCall("initialize", params, nil)
	s.Notify("initialized", map[string]any{})
	s.MustCall("context/rank", nil, nil)
	return s
}

// install writes an archive into a directory.
func install(t *testing.T, archive string, to ...string) {
	t.Helper()
	from, dir := write(t, archive), filepath.Join(to...)
	if err := os.MkdirAll(filepath.Dir(dir), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.CopyFS(dir, os.DirFS(from)); err != nil {
		t.Fatal(err)
	}
}

// A pack shows what targets use of the packages that their imports lead to.
func TestPackFromDependencies(t *testing.T) {
	root, cache := write(t, goUser), t.TempDir()
	t.Setenv("GOMODCACHE", cache)
	install(t, teaModule, cache, "example.com", "!tea@v1.4.0", "pot")
	s := served(t, root, nil, "")
	r := s.pack(map[string]any{"targets": s.target("main.go")})
	const id = "package:go/example.com/Tea@v1.4.0"
	item := r.item(id)
	if item == nil || item.Origin != "package" || item.URI != id || item.Representation != "signatures" || len(item.Ranges) > 0 {
		t.Fatalf("the item is %+v in\n%s", item, r.Text)
	}
	want := `// Pour fills what it is given, and says nothing of how long that takes, which depends on how full it was and on what it is.
func (p *Pot) Pour(into string) error
func New(cups int) *Pot  // New makes a pot for so many cups.
`
	if item.Content != want {
		t.Errorf("got\n%s\nwant\n%s", item.Content, want)
	}
	if !strings.Contains(r.Text, "## From dependencies\n\n### `example.com/Tea v1.4.0` · signatures · targets use it 3 times\n") {
		t.Errorf("got\n%s", r.Text)
	}
	if warning := "`example.com/Tea/pot.Boil` is not in example.com/Tea v1.4.0"; !slices.Contains(r.Warnings, warning) {
		t.Errorf("the warnings are %q", r.Warnings)
	}
	for what, params := range map[string]map[string]any{
		"without targets":                {"task": "Pour tea into a cup"},
		"for a target that uses nothing": {"targets": s.target("other.go")},
		"in a summary":                   {"targets": s.target("main.go"), "detail": "summary"},
	} {
		if ids := s.pack(params).ofPackages(); len(ids) > 0 {
			t.Errorf("%s: %v", what, ids)
		}
	}
	if r := s.pack(map[string]any{"targets": s.target("main.go"), "budget": map[string]any{"tokens": 700}}); len(r.ofPackages()) != 1 || r.item(id).EstimatedTokens > 70 {
		t.Errorf("of 700 tokens: %+v", r.item(id))
	}
}

// Nothing outside of a folder is read where the client does not trust it.
func TestUntrustedPackages(t *testing.T) {
	root, cache := write(t, goUser), t.TempDir()
	t.Setenv("GOMODCACHE", cache)
	install(t, teaModule, cache, "example.com", "!tea@v1.4.0", "pot")
	for _, tt := range []struct {
		trusted any
		want    int
	}{{true, 1}, {nil, 1}, {false, 0}} {
		s := served(t, root, tt.trusted, "")
		if ids := s.pack(map[string]any{"targets": s.target("main.go")}).ofPackages(); len(ids) != tt.want {
			t.Errorf("trusted %v: %v", tt.trusted, ids)
		}
	}
	install(t, teaModule, root, "vendor", "example.com", "Tea", "pot")
	s := served(t, root, false, "")
	if ids := s.pack(map[string]any{"targets": s.target("main.go")}).ofPackages(); len(ids) != 1 {
		t.Errorf("in the folder: %v", ids)
	}
}

// An external import says which package it leads to.
func TestImportsOfPackages(t *testing.T) {
	root := write(t, goUser)
	s := served(t, root, false, "")
	var r protocol.SymbolSummary
	s.MustCall("context/symbols", map[string]any{"uri": s.uri("main.go")}, &r)
	got := map[string]protocol.ImportedPackage{}
	for _, imp := range r.Imports {
		if imp.Package != nil {
			got[imp.Specifier] = *imp.Package
		}
	}
	want := map[string]protocol.ImportedPackage{"example.com/Tea/pot": {Ecosystem: "go", Name: "example.com/Tea", Version: "v1.4.0"}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// The user alone says how far packages are looked for.
func TestDependenciesSetting(t *testing.T) {
	root, cache, user := write(t, goUser), t.TempDir(), filepath.Join(t.TempDir(), "config.toml")
	t.Setenv("GOMODCACHE", cache)
	install(t, teaModule, cache, "example.com", "!tea@v1.4.0", "pot")
	for _, tt := range []struct {
		user, workspace string
		want            int
	}{
		{"", "", 1},
		{`dependencies = "folder"`, "", 0},
		{`dependencies = "off"`, "", 0},
		{`dependencies = "off"`, `dependencies = "installed"`, 0},
		{"", `dependencies = "off"`, 1},
		{"", "dependencyPercent = 0", 0},
	} {
		put(t, user, tt.user)
		put(t, filepath.Join(root, ".contextls.toml"), tt.workspace)
		s := served(t, root, nil, user)
		if ids := s.pack(map[string]any{"targets": s.target("main.go")}).ofPackages(); len(ids) != tt.want {
			t.Errorf("%q, %q: %v", tt.user, tt.workspace, ids)
		}
	}
}

// Names are found through what passes them on, under another name too, and in namespaces.
func TestPackFromNodeModules(t *testing.T) {
	root := write(t, `
-- package.json --
{"dependencies": {"tea": "^1.0.0", "editor": "1"}}
-- app.ts --
import { Pot, brew } from 'tea';
import * as editor from 'editor';

export function serve(pot: Pot) {
  brew(3);
  editor.window.show('tea');
  new editor.Disposable();
}
-- node_modules/tea/package.json --
{"version": "1.2.3", "types": "./index.d.ts"}
-- node_modules/tea/index.d.ts --
export * from './pot';
export { make as brew } from './kitchen';
-- node_modules/tea/pot.d.ts --
export interface Pot extends Vessel { pour(into: string): void }
export interface Vessel { clean(): void }
-- node_modules/tea/kitchen.d.ts --
/** Makes tea. */
export declare function make(cups: number): void;
-- node_modules/tea/other.d.ts --
export declare function other(): void;
-- node_modules/editor/package.json --
{"version": "9.0.0", "types": "./index.d.ts"}
-- node_modules/editor/index.d.ts --
declare module 'editor' {
  export namespace window { export function show(text: string): void; }
  export namespace other { export function show(text: string): void; }
  export class Disposable { dispose(): void; }
}
`)
	s := served(t, root, false, "")
	r := s.pack(map[string]any{"targets": s.target("app.ts")})
	for id, want := range map[string]string{
		"package:npm/tea@1.2.3":    "export declare function brew(cups: number): void  // Makes tea.\nexport interface Pot extends Vessel\n",
		"package:npm/editor@9.0.0": "export namespace window\n    export function show(text: string): void\nexport class Disposable\n",
	} {
		if item := r.item(id); item == nil || item.Content != want {
			t.Errorf("%s: got %+v in %v %v", id, item, r.ofPackages(), r.Warnings)
		}
	}
}

// A file may say that it is a namespace (export = N): then the names of the module are that one's, in whatever way they are imported.
// What a script gives is computed, so nothing is said to be missing there.
func TestPackFromNamespaceModule(t *testing.T) {
	root := write(t, `
-- package.json --
{"dependencies": {"tea": "^1.0.0", "saucer": "1", "party": "2"}}
-- party.ts --
import { invite } from 'party';
import { pour, Pot } from 'tea';
export const filled = (pot: Pot) => [pour(pot), invite(pot)];
-- passed.ts --
import { pour, Pot } from 'tea/passed';
export const filled = (pot: Pot) => pour(pot);
-- listed.ts --
import { pour, Pot } from 'tea/listed';
export const filled = (pot: Pot) => pour(pot);
-- named.ts --
import { pour, Pot } from 'tea';
export const filled = (pot: Pot) => pour(pot);
-- whole.ts --
import * as Tea from 'tea';
export const filled = (pot: Tea.Pot) => Tea.pour(pot);
-- both.ts --
import Tea, { pour } from 'tea';
export const filled = (pot: Tea.Pot) => pour(pot);
-- saucer.ts --
import { place } from 'saucer';
place();
-- node_modules/tea/package.json --
{"version": "1.2.3", "types": "./index.d.ts"}
-- node_modules/tea/index.d.ts --
import Other = require('other');
export = Tea;
export as namespace Tea;
declare namespace Tea {
  interface Pot { cups: number }
  function pour(pot: Pot): void;
  function drink(): void;
}
-- node_modules/party/package.json --
{"version": "2.0.0", "types": "./index.d.ts"}
-- node_modules/party/index.d.ts --
import { Pot } from 'tea';
export declare function invite(pot: Pot): void;
-- node_modules/tea/passed.d.ts --
import tea = require('./index');
export = tea;
-- node_modules/tea/listed.d.ts --
export { pour, Pot } from './index.js';
-- node_modules/saucer/package.json --
{"version": "1.0.0", "main": "saucer.js"}
-- node_modules/saucer/saucer.js --
(function (root, make) { make(module.exports); })(this, function (to) { to['pl' + 'ace'] = function () {}; });
`)
	s := served(t, root, false, "")
	for target, want := range map[string]string{
		"named.ts":  "declare namespace Tea\n    interface Pot\n    function pour(pot: Pot): void\n",
		"party.ts":  "declare namespace Tea\n    interface Pot\n    function pour(pot: Pot): void\n", // though party leads there first
		"passed.ts": "declare namespace Tea\n    interface Pot\n    function pour(pot: Pot): void\n",
		"listed.ts": "declare namespace Tea\n    interface Pot\n    function pour(pot: Pot): void\n",
		"whole.ts":  "declare namespace Tea\n    interface Pot\n    function pour(pot: Pot): void\n",
		"both.ts":   "declare namespace Tea\n    function pour(pot: Pot): void\n    interface Pot\n", // pour is used more
	} {
		r := s.pack(map[string]any{"targets": s.target(target)})
		if item := r.item("package:npm/tea@1.2.3"); item == nil || item.Content != want {
			t.Errorf("%s: got %+v in %v", target, item, r.ofPackages())
		}
	}
	if r := s.pack(map[string]any{"targets": s.target("saucer.ts")}); len(r.Warnings) > 0 {
		t.Errorf("the warnings are %q", r.Warnings)
	}
}

// Python's packages lie in the folder's virtual environment; context/dependencies has them, too.
func TestDependenciesInVirtualEnvironment(t *testing.T) {
	root := write(t, `
-- requirements.txt --
Tea-Pot==2.0
-- app.py --
from tea_pot import Pot, ground

def serve():
    pot = Pot(3)
    pot.pour("cup")

def other():
    ground.wash()
-- where.py --
import tea_pot
print(tea_pot.__file__, tea_pot.Lid)
-- .venv/lib/python3.11/site-packages/Tea_Pot-2.0.1.dist-info/RECORD --
tea_pot/__init__.py,,
-- .venv/lib/python3.11/site-packages/tea_pot/__init__.py --
from ._pots import Pot as Pot
-- .venv/lib/python3.11/site-packages/tea_pot/_pots.py --
class Pot:
    """Holds tea."""
    def __init__(self, cups):
        pass
    def pour(self, into):
        pass
-- .venv/lib/python3.11/site-packages/tea_pot/ground.py --
from os import path
-- .venv/lib/python3.11/site-packages/tea_pot/ground.pyi --
def wash() -> None: ...
`)
	s := served(t, root, false, "")
	ask := func(params map[string]any) (r protocol.DependenciesResult) {
		s.MustCall("context/dependencies", params, &r)
		return r
	}
	r := ask(map[string]any{"uri": s.uri("app.py")})
	if len(r.Packages) != 1 || r.Packages[0].Ecosystem != "pypi" || r.Packages[0].Name != "tea-pot" || r.Packages[0].Version != "2.0.1" {
		t.Fatalf("got %+v", r)
	}
	names := map[string]protocol.PackageName{}
	for _, n := range r.Packages[0].Names {
		names[n.Name] = n
	}
	const site = ".venv/lib/python3.11/site-packages/tea_pot/"
	for name, want := range map[string]protocol.PackageName{
		"Pot":      {Name: "Pot", Signature: "class Pot", Doc: "Holds tea.", URI: s.uri(site + "_pots.py")},
		"Pot.pour": {Name: "Pot.pour", Signature: "def pour(self, into)", URI: s.uri(site + "_pots.py")},
		"wash":     {Name: "wash", Signature: "def wash() -> None", URI: s.uri(site + "ground.pyi")},
	} {
		if names[name] != want {
			t.Errorf("%s: got %+v", name, names[name])
		}
	}
	warned := s.pack(map[string]any{"targets": s.target("where.py")}).Warnings
	if want := []string{"`tea_pot.Lid` is not in tea-pot 2.0.1"}; !slices.Equal(warned, want) { // all modules have a __file__
		t.Errorf("the warnings are %q", warned)
	}
	r = ask(map[string]any{"chunk": s.chunk("app.py", "other")})
	if len(r.Packages) != 1 || len(r.Packages[0].Names) != 1 || r.Packages[0].Names[0].Name != "wash" {
		t.Errorf("of a function: %+v", r.Packages)
	}
}

// Rust's crates lie among what Cargo unpacked; a use of a name in a crate is a use of it where it is defined.
func TestPackFromCargo(t *testing.T) {
	root, home := write(t, `
-- Cargo.lock --
[[package]]
name = "tea"
version = "1.4.2"
source = "registry+https://github.com/rust-lang/crates.io-index"
-- Cargo.toml --
[package]
name = "app"
edition = "2021"
[dependencies]
tea = "1.4"
-- src/main.rs --
use tea::{Milk, Pot};
use tea::kitchen::*;

fn main() {
    let pot = Pot::new(3);
    tea::kitchen::boil(pot);
    let _: Milk = Some(sugar());
    let kitchen = tea::kitchen::Stove;
}
`), t.TempDir()
	t.Setenv("CARGO_HOME", home)
	install(t, `
-- Cargo.toml --
[package]
name = "tea"
version = "1.4.2"
-- src/lib.rs --
mod pot;
pub mod kitchen;
pub use pot::*;
-- src/pot.rs --
/// Holds tea.
pub struct Pot;
impl Pot {
    pub fn new(cups: u8) -> Pot { Pot }
}
pub struct Cup;
impl Cup {
    pub fn new() -> Cup { Cup }
}
-- src/kitchen.rs --
pub fn boil(pot: crate::Pot) {}
`, home, "registry", "src", "index.crates.io-1", "tea-1.4.2")
	s := served(t, root, nil, "")
	r := s.pack(map[string]any{"targets": s.target("src/main.rs")})
	want := "pub fn boil(pot: crate::Pot)\npub struct Pot  // Holds tea.\n    pub fn new(cups: u8) -> Pot\n"
	if item := r.item("package:cargo/tea@1.4.2"); item == nil || item.Content != want {
		t.Errorf("got %+v in %v", item, r.ofPackages())
	}
	r.Warnings = slices.DeleteFunc(r.Warnings, func(w string) bool { return !strings.Contains(w, " is not in ") })
	if want := []string{"`tea::Milk` is not in tea 1.4.2", "`tea::kitchen::Stove` is not in tea 1.4.2"}; !slices.Equal(r.Warnings, want) {
		t.Errorf("the warnings are %q", r.Warnings)
	}
}

// Java's sources lie in archives; what has none is named, and no more.
func TestDependenciesInMavenRepository(t *testing.T) {
	root, home := write(t, `
-- pom.xml --
<project><groupId>shop</groupId><artifactId>app</artifactId><version>1</version><dependencies>
<dependency><groupId>com.tea</groupId><artifactId>pot</artifactId><version>1.4</version></dependency>
<dependency><groupId>com.tea</groupId><artifactId>cup</artifactId><version>2.0</version></dependency>
</dependencies></project>
-- src/main/java/shop/App.java --
package shop;

import com.tea.pot.Lid;
import com.tea.pot.Pot;
import com.tea.cup.Cup;
import static com.tea.pot.Pot.boil;

class App {
    void serve(Pot pot, Cup cup) { boil(Pot.of(3)); }
}
-- src/main/java/shop/Stars.java --
package shop;

import static com.tea.pot.Pot.*;
import com.tea.pot.*;
import java.util.*;

class Stars {
    void serve(Pot pot, List<Pot> pots) { boil(Pot.of(3)); }
}
`), t.TempDir()
	t.Setenv("HOME", home)
	zipped := func(name, text string, others ...string) string {
		var out bytes.Buffer
		w := zip.NewWriter(&out)
		if f, err := w.Create(name); err != nil {
			t.Fatal(err)
		} else if _, err := f.Write([]byte(text)); err != nil {
			t.Fatal(err)
		}
		for _, name := range others {
			if _, err := w.Create(name); err != nil {
				t.Fatal(err)
			}
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		return out.String()
	}
	const at = ".m2/repository/com/tea/"
	put(t, filepath.Join(home, at, "pot/1.4/pot-1.4.pom"), "<project><artifactId>pot</artifactId></project>")
	put(t, filepath.Join(home, at, "pot/1.4/pot-1.4-sources.jar"), zipped("com/tea/pot/Pot.java", `package com.tea.pot;
/** Holds tea. */
public class Pot {
    /** Makes one. */
    public static Pot of(int cups) { return new Pot(); }
    public static void boil(Pot pot) {}
    static class Stove { static void boil(Pot pot) {} }
}
class Other { static Other of(int cups) { return null; } }
`))
	put(t, filepath.Join(home, at, "cup/2.0/cup-2.0.jar"), zipped("com/tea/cup/Cup.class", ""))
	s := served(t, root, nil, "")
	told := func(name string) (got []string) {
		var r protocol.DependenciesResult
		s.MustCall("context/dependencies", map[string]any{"uri": s.uri("src/main/java/shop/" + name)}, &r)
		for _, p := range r.Packages {
			got = append(got, p.Ecosystem+"/"+p.Name+"@"+p.Version)
			for _, n := range p.Names {
				got = append(got, n.Name+": "+n.Signature+" "+strings.TrimPrefix(string(n.URI), "jar:"+lsptest.URI(filepath.Join(home, at))))
			}
		}
		slices.Sort(got)
		return got
	}
	want := []string{
		"Pot.boil: public static void boil(Pot pot) /pot/1.4/pot-1.4-sources.jar!/com/tea/pot/Pot.java",
		"Pot.of: public static Pot of(int cups) /pot/1.4/pot-1.4-sources.jar!/com/tea/pot/Pot.java",
		"Pot: public class Pot /pot/1.4/pot-1.4-sources.jar!/com/tea/pot/Pot.java",
		"maven/com.tea:cup@2.0",
		"maven/com.tea:pot@1.4",
	}
	if diff := cmp.Diff(want, told("App.java")); diff != "" {
		t.Error(diff)
	}
	want = slices.DeleteFunc(want, func(name string) bool { return strings.Contains(name, "cup@2.0") })
	if diff := cmp.Diff(want, told("Stars.java")); diff != "" {
		t.Errorf("of star imports: %s", diff)
	}
	if w := s.pack(map[string]any{"targets": s.target("src/main/java/shop/App.java")}); len(w.ofPackages()) != 1 || len(w.Warnings) > 0 {
		t.Errorf("a pack has %v, %q", w.ofPackages(), w.Warnings)
	}

	const manifest = "META-INF/MANIFEST.MF" // with it, all is there
	put(t, filepath.Join(home, at, "pot/1.4/pot-1.4.jar"), zipped("com/tea/pot/Pot.class", "", manifest))
	put(t, filepath.Join(home, at, "cup/2.0/cup-2.0.jar"), zipped("com/tea/cup/Cup.class", "", manifest))
	put(t, filepath.Join(home, at, "cup/2.0/cup-2.0.pom"), "<project><artifactId>cup</artifactId></project>")
	again := served(t, root, nil, "")
	w := again.pack(map[string]any{"targets": again.target("src/main/java/shop/App.java")})
	if diff := cmp.Diff([]string{"`com.tea.pot.Lid` is not in com.tea:pot 1.4"}, w.Warnings); diff != "" {
		t.Error(diff)
	}
}

// A header in a directory that a command names is read where a package manager has put it, and nowhere else.
func TestIncludeDirectories(t *testing.T) {
	home, outside := t.TempDir(), t.TempDir()
	t.Setenv("HOME", home)
	t.Setenv("CONAN_HOME", "")
	put(t, filepath.Join(home, ".conan2/p/cup1/p/include/cup.h"), "// Fills a cup.\nint cup_fill(int n);\n")
	put(t, filepath.Join(outside, "hidden.h"), "int hidden_call(int n);\n")
	root := write(t, `
-- main.c --
#include <cup.h>
#include <hidden.h>
#include "made.h"

int main(void) { return cup_fill(hidden_call(made_call())); }
-- made/made.h --
int made_call(void);
`)
	put(t, filepath.Join(root, "compile_commands.json"), fmt.Sprintf(`[{"directory": %q, "file": "main.c", "arguments": ["cc", "-Imade", "-I%s", "-I%s", "-c", "main.c"]}]`,
		filepath.ToSlash(root), filepath.ToSlash(filepath.Join(home, ".conan2/p/cup1/p/include")), filepath.ToSlash(outside)))
	s := served(t, root, nil, "")
	r := s.pack(map[string]any{"targets": s.target("main.c")})
	if !strings.Contains(r.Text, "int cup_fill(int n)") || strings.Contains(r.Text, "int hidden_call") || !strings.Contains(r.Text, "int made_call(void)") {
		t.Errorf("got\n%s", r.Text)
	}
	want := "the package at " + filepath.ToSlash(outside) + " is not read: it leads out of the package managers' directories"
	if !slices.Contains(r.Warnings, want) {
		t.Errorf("warnings %q", r.Warnings)
	}
}
