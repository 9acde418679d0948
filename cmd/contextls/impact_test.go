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
		"shop.js": "class Shop {\n  #sold = 0;\n  #sell() { this.#sold++; }\n  trade(o) { o.#sell(); }\n}\nclass Fair {\n  #sell() {}\n" +
			"  open() { this.#sell(); return #sell in this; }\n}\n",
		"Box.java": "class Box {\n  int size;\n  Box(int size) {\n    this.size = size;\n  }\n  int twice() { return size * 2; }\n" +
			"  int none(Box b) { int size = 1; return size; }\n}\n",
		"Pan.java": "package p;\nimport static p.Mode.HOT;\nclass Pan {\n  boolean b(Mode m) {\n    switch (m) { case COLD: return false; }\n" +
			"    return m == HOT || m == Mode.HOT;\n  }\n}\n",
		"Mode.java":    "package p;\nenum Mode { HOT, COLD }\n",
		"Cup.cs":       "namespace N;\npublic partial class Cup { int size; public int Full { get; set; } }\n",
		"Cup.Async.cs": "namespace N;\npublic partial class Cup {\n  int Twice() { return size * 2; }\n}\n",
		"Tea.cs":       "namespace N;\nclass Tea {\n  string text = @\"\"\"a\";\n  Cup Make() { return new Cup { Full = 1 }; }\n}\n",
		"Lid.kt":       "class Lid(val wide: Boolean) {\n  fun twin() = Lid(wide = size())\n  companion object {\n    fun size() = true\n  }\n}\n",
		"Hob.swift":    "enum Heat { case low, high }\nstruct Hob { static func warm() {} }\n",
		"Use.swift":    "func f() {\n  turn(.high)\n}\n",
		"Urn.php": "<?php\nclass Urn {\n  static $all = [];\n  private $tea = 1;\n  function fill() {\n    static::$all[] = $this->tea;\n" +
			"    $tea = 2;\n    return $tea;\n  }\n}\n",
		"brew/Leaf.php": "<?php\nnamespace Brew\\Leaves;\nclass Leaf {}\n",
		"Kettle.php":    "<?php\nnamespace Brew;\nclass Kettle { function boil() { return new Leaves\\Leaf; } }\n",
		"jar.hpp":       "namespace n {\nclass Jar { void open(); int lid_; };\nint help();\n}\n",
		"jar.cpp":       "#include \"jar.hpp\"\nnamespace n {\nvoid Jar::open() { lid_ = 1; }\n}\n",
		"rack.hpp":      "#include \"jar.hpp\"\n",
		"rack.cpp":      "#include \"rack.hpp\"\nvoid lift(n::Jar* j) { j->open(); }\n",
		"jar_test.cpp": "class JarTest : public Test {\n  int fill();\n};\nTEST_F(JarTest, Full) { fill(); }\nclass Big : JarTest { void g() { fill(); } };\n" +
			"class Odd : JarTest { int fill(); void h() { fill(); } };\nTEST(Other, X) { fill(); }\n",
		"vat.rs": "pub struct Vat { size: u8, full: bool }\nimpl Vat {\n  fn new(size: u8) -> Self {\n    Self {\n      size,\n      // none\n" +
			"      #[cfg(x)]\n      full: false,\n    }\n  }\n}\nfn empty(v: Vat) -> bool { let Vat { full, .. } = v; full }\n" +
			"struct Keg { full: bool }\nfn keg(full: bool) -> Keg { Keg { full } }\n",
		"hue.rs": "use self::Hue::{\n  Dark,\n  Pale,\n};\nenum Hue { Dark, Pale, Red }\nfn hue(h: Hue) -> u8 {\n  match h { Dark | Pale => 1, _ => 2 }\n}\n" +
			"mod tone {\n  use super::{\n    Tone::*, Hue,\n  };\n  fn tone(t: super::Tone) -> bool { t == Loud }\n}\nenum Tone { Loud, Low }\n",
		"Bay.kt": "package bay\nimport bay.Bay.Ebb\nfun ebb() = Ebb(1)\nclass Bay { class Ebb(val n: Int) }\n",
		"Sea.kt": "class Sea {\n  fun tide(x: Int) = when (x) {\n    LOW -> 1\n    else -> 2\n  }\n  companion object { const val LOW = 1 }\n}\n" +
			"fun Sea.calm() = this\nfun sail(s: Sea) = s.calm()\n",
		"tap.ml":      "type tap = Shut | Open of int\ntype t = { state : tap; hot : bool }\nlet turn ?hot t = match t.state with Shut -> Open 1 | Open _ -> Shut\nlet f () = { state = Shut; hot = true }\n",
		"Mug.scala":   "class Mug(val broad: Boolean)\n",
		"Sip.scala":   "object Sip { val m = new Mug(broad = true); def w = m.broad }\n",
		"use.ml":      "open Tap\nlet x = Open 2\nlet y t = t.hot\n",
		"test_pie.py": "import pytest\n\n@pytest.fixture\ndef pie() -> list: return []\n\ndef test_eat(pie: list, fork: int = 1) -> None:\n    pass\n\ndef fork(): pass\n",
		"a.rb":        "class Stove\n  def warm_the_oven\n  end\nend\n",
		"b.rb":        "class Grill\n  def warm_the_oven\n  end\nend\n",
		"c.rb":        "class Cook\n  def cook(y)\n    y.warm_the_oven\n  end\nend\n",
		"d_test.rb":   "class D\n  def cook(y)\n    Grill.new.warm_the_oven\n    y.warm_the_oven\n  end\nend\n",
		"ware.go":     "package bakery\n\nimport \"other.org/model\"\n\nconst label = \"x\"\n\nfunc set() model.Set { return model.Set{label: 1} }\n",
		"gas.go":      "package bakery\n\ntype Gas struct{}\n\nfunc (g *Gas) Heat(degrees int) error { return nil }\n",
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
		{"shop.js", "Shop.#sold", []string{"caller shop.js:2 shop.js:Shop.#sell 0.95"}},
		{"shop.js", "Shop.#sell", []string{"caller shop.js:3 shop.js:Shop.trade 0.95"}},
		{"shop.js", "Fair.#sell", []string{"caller shop.js:7 shop.js:Fair.open 0.95"}},
		{"Box.java", "Box.size", []string{"caller Box.java:3 Box.java:Box.Box 0.95", "caller Box.java:5 Box.java:Box.twice 0.95"}},
		{"a.rb", "Stove.warm_the_oven", []string{"caller c.rb:2 c.rb:Cook.cook 0.15"}},
		{"b.rb", "Grill.warm_the_oven", []string{"caller c.rb:2 c.rb:Cook.cook 0.15", "caller d_test.rb:2:3 d_test.rb:D.cook 0.70"}},
		{"Mode.java", "HOT", []string{"caller Pan.java:5:5 Pan.java:Pan.b 1.00"}},
		{"Mode.java", "COLD", []string{"caller Pan.java:4 Pan.java:Pan.b 0.95"}},
		{"Cup.cs", "size", []string{"caller Cup.Async.cs:2 Cup.Async.cs:Cup.Twice 0.70"}},
		{"Cup.cs", "Full", []string{"caller Tea.cs:3 Tea.cs:Tea.Make 0.70"}},
		{"Lid.kt", "wide", []string{"caller Lid.kt:1 Lid.kt:Lid.twin 0.70"}},
		{"Lid.kt", "size", []string{"caller Lid.kt:1 Lid.kt:Lid.twin 1.00"}},
		{"Hob.swift", "high", []string{"caller Use.swift:1 Use.swift:f 0.30"}},
		{"Urn.php", "all", []string{"caller Urn.php:5 Urn.php:Urn.fill 0.95"}},
		{"Urn.php", "tea", []string{"caller Urn.php:5 Urn.php:Urn.fill 0.95"}},
		{"brew/Leaf.php", "Leaf", []string{"caller Kettle.php:2 Kettle.php:Kettle.boil 1.00"}},
		{"vat.rs", "Vat.full", []string{"caller vat.rs:7 vat.rs:Vat.new 0.70", "caller vat.rs:11 vat.rs:empty 0.70"}},
		{"vat.rs", "Vat.size", []string{"caller vat.rs:4 vat.rs:Vat.new 0.70"}},
		{"hue.rs", "Dark", []string{"caller hue.rs:6 hue.rs:hue 1.00"}},
		{"hue.rs", "Red", nil},
		{"hue.rs", "Loud", []string{"caller hue.rs:12 hue.rs:tone.tone 1.00"}},
		{"test_pie.py", "pie", []string{"caller test_pie.py:5 test_pie.py:test_eat 1.00"}},
		{"test_pie.py", "fork", nil},
		{"ware.go", "label", []string{"caller ware.go:6 ware.go:set 1.00"}},
		{"Bay.kt", "Ebb", []string{"caller Bay.kt:2 Bay.kt:ebb 1.00"}},
		{"Sea.kt", "LOW", []string{"caller Sea.kt:2 Sea.kt:Sea.tide 1.00"}},
		{"Sea.kt", "calm", []string{"caller Sea.kt:8 Sea.kt:sail 0.70"}},
		{"jar.hpp", "lid_", []string{"caller jar.cpp:2 jar.cpp:n.Jar.open 0.70"}},
		{"jar.hpp", "open", []string{"caller rack.cpp:1 rack.cpp:lift 0.15"}},
		{"jar_test.cpp", "fill", []string{"caller jar_test.cpp:3 jar_test.cpp:JarTest.Full 1.00", "caller jar_test.cpp:4 jar_test.cpp:Big.g 1.00",
			"overrider 5:26-30 jar_test.cpp:Odd.fill 0.95"}},
		{"jar_test.cpp", "JarTest", []string{"caller jar_test.cpp:3 jar_test.cpp:JarTest.Full 1.00", "caller jar_test.cpp:4 jar_test.cpp:Big 1.00",
			"caller jar_test.cpp:5 jar_test.cpp:Odd 1.00", "implementer 4:6-9 jar_test.cpp:Big 0.95", "implementer 5:6-9 jar_test.cpp:Odd 0.95"}},
		{"tap.ml", "Open", []string{"caller tap.ml:2:2 tap.ml:turn 0.70", "caller use.ml:1 use.ml:x 0.80"}},
		{"tap.ml", "hot", []string{"caller tap.ml:3 tap.ml:f 0.70", "caller use.ml:2 use.ml:y 0.70"}},
		{"Mug.scala", "broad", []string{"caller Sip.scala:0 Sip.scala:Sip.m 0.70", "caller Sip.scala:0 Sip.scala:Sip.w 0.30"}},
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

// A file's own helpers are used where they are called in it, in every language, and functions that a file imports by their
// names where it calls them; what says for which arguments a function is, is no use of it.
func TestImpactOfHelpers(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"a.c":     "static int helper(int x) { return x; }\nint run(void) { return helper(1); }\n",
		"a.cs":    "class A {\n    int Helper(int x) { return x; }\n    int Run() { return Helper(1); }\n}\n",
		"a.ex":    "defmodule Shop.A do\n  @spec helper(integer) :: integer\n  def helper(0), do: 0\n  def helper(x), do: x\n  def run(x), do: x |> helper()\nend\n",
		"b.ex":    "defmodule Shop.B do\n  import Shop.A\n  def go(x), do: helper(x)\nend\n",
		"a.go":    "package a\n\nfunc helper() int { return 1 }\n\nfunc run() int { return helper() }\n",
		"A.java":  "class A {\n    private int helper(int x) { return x; }\n    int run() { return helper(1); }\n}\n",
		"a.js":    "function helper() { return 1 }\nexport function run() { return helper() }\n",
		"A.kt":    "class A {\n    private fun helper(x: Int) = x\n    fun run() = helper(1)\n}\n",
		"a.lua":   "local M = {}\nlocal function helper(x) return x end\nfunction M.run(x) return helper(x) end\nreturn M\n",
		"a.ml":    "let helper x = x + 1\nlet run x = helper x\n",
		"a.php":   "<?php\nclass A {\n    private function helper($x) { return $x; }\n    public function run() { return $this->helper(1); }\n}\n",
		"a.py":    "def _helper():\n    return 1\n\ndef run():\n    return _helper()\n",
		"a.rb":    "class A\n  def run; helper(1); end\n  private\n  def helper(x); x; end\nend\n",
		"b.rb":    "class B\n  def cap(n)\n    copy.cap!(n)\n  end\n  def cap!(n); cap(n).cap?; end\n  def first(cap = nil); cap; end\nend\n",
		"a.rs":    "struct A;\nimpl A {\n    fn helper(&self) -> i32 { 1 }\n    fn run(&self) -> i32 { self.helper() }\n}\n",
		"a.sh":    "helper() { echo hi; }\nrun() { helper; }\n",
		"A.scala": "class A {\n  private def helper(x: Int): Int = x\n  def run(): Int = helper(1)\n}\n",
		"a.swift": "class A {\n  private func helper(_ x: Int) -> Int { return x }\n  func run() -> Int { return helper(1) }\n}\n",
	} {
		write(t, filepath.Join(dir, name), text)
	}
	for _, tt := range []struct{ file, symbol, want string }{
		{"a.c", "helper", "a.c:2 run"}, {"a.cs", "Helper", "a.cs:3 A.Run"}, {"a.ex", "helper", "a.ex:5 Shop.A.run\n  b.ex:3 Shop.B.go"},
		{"a.go", "helper", "a.go:5 run"}, {"A.java", "helper", "A.java:3 A.run"}, {"a.js", "helper", "a.js:2 run"}, {"A.kt", "helper", "A.kt:3 A.run"},
		{"a.lua", "helper", "a.lua:3 M.run"}, {"a.ml", "helper", "a.ml:2 run"}, {"a.php", "helper", "a.php:4 A.run"}, {"a.py", "_helper", "a.py:5 run"},
		{"a.rb", "helper", "a.rb:2 A.run"}, {"b.rb", "cap", "b.rb:5 B.cap!"}, {"a.rs", "helper", "a.rs:4 A.run"}, {"a.sh", "helper", "a.sh:2 run"}, {"A.scala", "helper", "A.scala:3 A.run"},
		{"a.swift", "helper", "a.swift:3 A.run"},
	} {
		out, err := contextls(t, dir, "impact", "--symbol", tt.symbol, tt.file).Output()
		if want := fmt.Sprintf("Uses (%d)\n  %s\nDirect", 1+strings.Count(tt.want, "\n"), tt.want); err != nil || !strings.HasPrefix(string(out), want) {
			t.Errorf("%s: %v\n%s\nwant %s", tt.file, err, out, want)
		}
	}
}

// A name that several definitions of a file have is taken for one, which is said; a use of which another may be meant says that.
func TestImpactOfANamesake(t *testing.T) {
	dir := t.TempDir()
	write(t, filepath.Join(dir, "pot.py"), "class Pot:\n    def fill(self):\n        pass\n\nclass Pan:\n    def fill(self):\n        pass\n\ndef cook():\n    pass\n")
	write(t, filepath.Join(dir, "cook.py"), "from pot import Pot\n\ndef cook(x):\n    x.fill()\n")
	write(t, filepath.Join(dir, "pot_spec.rb"), "describe Kitchen::Pot do\n  it 'fills' do\n  end\nend\n")
	write(t, filepath.Join(dir, "test_pot.py"), "class Pot:\n    def fill(self):\n        pass\n")
	const choice = "taken for Pot.fill (line 2); called so, too: Pan.fill (line 6)"
	for written, want := range map[string]string{
		"pot.py:fill": "contextls impact: fill is " + choice + "\n", "pot.py:Pot.fill": "", "pot.py:Pan.fill": "", "pot.py:cook": "",
		"fill":      "contextls impact: fill is taken for Pot.fill (pot.py:2); called so, too: Pan.fill (pot.py:6), Pot.fill (test_pot.py:2)\n",
		"Pot::fill": "contextls impact: Pot::fill is taken for Pot.fill (pot.py:2); called so, too: Pot.fill (test_pot.py:2)\n",
		"pot_spec.rb:describe Kitchen::Pot.it fills": "",
		"Pan.fill": "contextls impact: Pan.fill is taken for Pan.fill (pot.py:6)\n",
	} {
		_, name, inFile := strings.Cut(written, ".py:")
		if !inFile {
			name = strings.ReplaceAll(written, "::", ".")
		}
		var stderr strings.Builder
		cmd := contextls(t, dir, "impact", written)
		cmd.Stderr = &stderr
		out, err := cmd.Output()
		if err != nil || stderr.String() != want {
			t.Errorf("%s: %v, %q, want %q", written, err, stderr.String(), want)
		}
		if name == "fill" || name == "Pot.fill" {
			contains(t, string(out), "cook.py:4 cook (perhaps)\n")
		}
	}
	session := connectTo(t, contextls(t, t.TempDir(), "mcp", dir), versions()[0], offeringNothing())
	for name, says := range map[string]bool{"fill": true, "Pan.fill": false} {
		if text, _ := call(t, session, "impact", map[string]any{"file": "pot.py", "symbol": name}); strings.Contains(text, choice) != says {
			t.Errorf("%s over MCP:\n%s", name, text)
		}
	}
	for want, args := range map[string]map[string]any{
		"taken for Pot.fill (pot.py:2); called so, too: Pan.fill (pot.py:6), Pot.fill (test_pot.py:2)": {"symbol": "fill"},
		`symbol: no file of the folder defines "boil"`:                                                 {"symbol": "boil"},
		"file: it wants a file, a symbol or both":                                                      {},
	} {
		if text, _ := call(t, session, "impact", args); !strings.Contains(text, want) {
			t.Errorf("%v over MCP:\n%s", args, text)
		}
	}
}
