package rust

import (
	"cmp"
	"fmt"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/contextls/contextls/analysis"
)

// unpackedCrates are crates as Cargo unpacks them, by path.
func unpackedCrates(dir string) fstest.MapFS {
	files := fstest.MapFS{}
	for p, text := range map[string]string{
		"tea-1.4.0/Cargo.toml": `[package]
name = "tea"
version = "1.4.0"
[dependencies]
tea-core = "0.3"
brewing = { version = "2", package = "brew" }`,
		"tea-1.4.0/src/lib.rs": `
#[macro_use]
mod macros;
pub mod pot;
cfg_leaves! { pub mod leaf { pub use crate::pot::Lid as Cover; pub struct Leaf; } }
pub use tea_core::*;
pub use brewing::Brewer;
pub use self::pot::boil as heat;
#[cfg(feature = "cold")] pub use pot::cool;
#[cfg(not(feature = "cold"))] pub use pot::boil as cool;
pub use pot::Kind::Green;
mod private;
`,
		"tea-1.4.0/src/macros.rs":   "#[macro_export]\nmacro_rules! pour { () => {} }\ndoc! { macro_rules! choose { () => {} } }\nmacro_rules! cfg_leaves { ($($i:item)*) => { $($i)* } }",
		"tea-1.4.0/src/pot/mod.rs":  "pub mod lid;\npub use lid::Lid;\npub struct Pot<T = Green> { t: T }\npub fn cool() {}\npub fn boil() { fn inner() {} }\npub enum Kind { Green, Black }\n#[path = \"odd.rs\"] pub mod even;\npub use super::private::*;",
		"tea-1.4.0/src/pot/lid.rs":  "pub struct Lid;",
		"tea-1.4.0/src/pot/odd.rs":  "extern \"C\" { pub fn odd(); }",
		"tea-1.4.0/src/private.rs":  "pub trait Steep {}",
		"tea-core-0.3.0/Cargo.toml": "[package]\nname = \"tea-core\"\nversion = \"0.3.0\"",
		"tea-core-0.3.0/src/lib.rs": "pub struct Old;",
		"tea-core-0.3.7/Cargo.toml": "[package]\nname = \"tea-core\"\nversion = \"0.3.7\"",
		"tea-core-0.3.7/src/lib.rs": "macro_rules! root { () => { pub trait Cup {} } }\nroot!();",
		"tea-core-0.4.0/Cargo.toml": "[package]\nname = \"tea-core\"\nversion = \"0.4.0\"",
		"tea-core-0.4.0/src/lib.rs": "pub struct New;",
		"brew-2.1.0/Cargo.toml":     "[package]\nname = \"brew\"\nversion = \"2.1.0\"\n[lib]\nproc-macro = true\npath = \"brew.rs\"",
		"brew-2.1.0/brew.rs":        "#[proc_macro_derive(Brewer, attributes(tea))]\npub fn derive_brewer(input: TokenStream) -> TokenStream { input }",
	} {
		files[dir+"/"+p] = &fstest.MapFile{Data: []byte(text)}
	}
	return files
}

func TestLayout(t *testing.T) {
	l := layout()
	for _, tt := range []struct{ path, name, version, want string }{
		{"tea::pot::Pot", "tea", "1.4.0", "pot/mod.rs"},
		{"tea::pot::boil", "tea", "1.4.0", "pot/mod.rs"},
		{"tea::pot::inner", "tea", "1.4.0", "pot/mod.rs missing"},
		{"tea::pot::Missing", "tea", "1.4.0", "pot/mod.rs missing"},
		{"tea::pot::Missing", "tea", "1.4", "pot/mod.rs unsure"}, // of another version, perhaps
		{"tea::pot::Lid", "tea", "1.4.0", "pot/lid.rs"},
		{"tea::pot::lid", "tea", "1.4.0", "pot/lid.rs (lid)"},
		{"tea::pot::even::odd", "tea", "1.4.0", "pot/odd.rs"},
		{"tea::pot::Steep", "tea", "1.4.0", "private.rs"},
		{"tea::heat", "tea", "1.4.0", "pot/mod.rs (boil)"},
		{"tea::cool", "tea", "1.4.0", "pot/mod.rs"},
		{"tea::Green", "tea", "1.4.0", "pot/mod.rs (Kind.Green)"},
		{"tea::leaf::Leaf", "tea", "1.4.0", "lib.rs (leaf.Leaf)"},
		{"tea::leaf::Cover", "tea", "1.4.0", "pot/lid.rs (Lid)"},
		{"tea::pour", "tea", "1.4.0", "macros.rs"},
		{"tea::choose", "tea", "1.4.0", "macros.rs"},
		{"tea::spill", "tea", "1.4.0", "lib.rs unsure"}, // some module may export a macro
		{"tea::Cup", "tea", "1.4.0", "tea-core-0.3.7/src/lib.rs"},
		{"tea::Brewer", "tea", "1.4.0", "brew-2.1.0/brew.rs"},
		{"tea_core::New", "tea-core", "0.4.0", "tea-core-0.4.0/src/lib.rs"},
		{"tea_core::Old", "tea-core", "0.5", ""},
		{"green::pot::Pot", "tea as green", "1.4.0", "pot/mod.rs"},
		{"tea::../tea-core-0.4.0/src/lib::New", "tea", "1.4.0", ""},
		{"tea::pot::Pot", "../tea", "1.4.0", ""},
	} {
		name, as, _ := strings.Cut(tt.name, " as ")
		cut := strings.LastIndex(tt.path, "::")
		taken := tt.path[cut+2:]
		imp := &analysis.Import{Specifier: tt.path[:cut], Names: []analysis.Binding{{Name: taken, Local: taken}}}
		p := analysis.Package{Ecosystem: "cargo", Name: name, Version: tt.version, As: as}
		for dir, m := range map[string]analysis.InstalledModule{
			"src/index.crates.io-1": l.Find(unpackedCrates("src/index.crates.io-1"), true, "main.rs", imp, p),
			"a/vendor":              l.Find(unpackedCrates("a/vendor"), false, "a/b/src/main.rs", imp, p),
		} {
			got := strings.Join(m.Files, " ")
			for member, files := range m.Members {
				got += fmt.Sprintf("%s (%s)", strings.Join(files, " "), cmp.Or(m.Called[member], member))
			}
			got = strings.ReplaceAll(strings.ReplaceAll(got, dir+"/tea-1.4.0/src/", ""), dir+"/", "")
			if text, err := unpackedCrates(dir).ReadFile(strings.Join(m.Files, "")); err == nil && len(m.Members) == 0 && !strings.Contains(string(text), taken) {
				got += map[bool]string{true: " unsure", false: " missing"}[m.Loose]
			} else if strings.HasSuffix(tt.want, "missing") {
				got += map[bool]string{true: " unsure", false: " missing"}[m.Loose]
			}
			if got != tt.want {
				t.Errorf("%s in %s: got %q, want %q", tt.path, dir, got, tt.want)
			}
		}
	}
}

func TestVersions(t *testing.T) {
	for _, tt := range []struct{ version, required string }{
		{"1.4.2", "1.4"}, {"1.9.0", "1.4"}, {"0.3.7", "0.3"}, {"0.0.3", "0.0.3"}, {"1.4.2", "=1.4.2"}, {"1.4.2", "~1.4"}, {"1.4.2", ">=1.2, <1.5"},
		{"1.4.2", "*"}, {"1.4.2", "1.*"}, {"2.0.0-beta.1", "2.0.0-alpha"}, {"1.4.2", ">1.3"}, {"1.4.9", "<=1.4"},
	} {
		if !meets(tt.version, tt.required) {
			t.Errorf("%s does not meet %s", tt.version, tt.required)
		}
	}
	for _, tt := range []struct{ version, required string }{
		{"2.0.0", "1.4"}, {"1.3.9", "1.4"}, {"0.4.0", "0.3"}, {"0.0.4", "0.0.3"}, {"1.4.3", "=1.4.2"}, {"1.5.0", "~1.4"}, {"1.5.0", ">=1.2, <1.5"},
		{"1.5.0-beta", "1.4"}, {"1.4.9", ">1.4"}, {"1.5.0", "<=1.4"}, {"x", "1"},
	} {
		if meets(tt.version, tt.required) {
			t.Errorf("%s meets %s", tt.version, tt.required)
		}
	}
}

// An external import says which package it leads to, and which version of it the lock file has.
func TestPackageOfImport(t *testing.T) {
	lang := Language()
	extract := func(p, text string) analysis.File {
		facts, err := lang.Extract([]byte(text))
		if err != nil {
			t.Fatal(err)
		}
		return analysis.File{Path: p, Language: lang, Facts: analysis.Known(facts)}
	}
	manifest := func(p, text string) analysis.File { return analysis.File{Path: p, Manifest: []byte(text)} }
	const registry = "source = \"registry+https://github.com/rust-lang/crates.io-index\"\n"
	r := newResolver(analysis.NewTree([]analysis.File{
		manifest("Cargo.lock", "version = 4\n\n[[package]]\nname = \"tea\"\nversion = \"1.4.2\"\n"+registry+"\n[[package]]\nname = \"tea\"\nversion = \"2.0.0\"\n"+registry+
			"\n[[package]]\nname = \"leaf\"\nversion = \"0.2.0\"\nsource = \"git+https://example.com/leaf.git#0123456789abcdef\"\n"+
			"\n[[package]]\nname = \"near\"\nversion = \"0.1.0\"\n"),
		manifest("Cargo.toml", "[workspace]\nmembers = [\"app\"]\n[workspace.dependencies]\ntea-pot = { package = \"tea\", version = \"1.2\" }\n"),
		manifest("app/Cargo.toml", "[package]\nname = \"app\"\nedition = \"2021\"\n[dependencies]\ntea-pot.workspace = true\ntea = \"2\"\nnear = { path = \"../../near\" }\nleaf = { git = \"https://example.com/leaf.git\" }\ncup = \"0.3\"\n"),
		extract("app/src/lib.rs", "pub use tea;\npub use tea::leaf as green;\nmod other;"),
		extract("app/src/other.rs", ""),
	}))
	for spec, want := range map[string]string{
		"tea":               "tea 2.0.0 ",
		"::tea::pot":        "tea 2.0.0 ",
		"tea_pot::lid":      "tea 1.4.2 tea_pot",
		"near":              "near  ",
		"cup::handle":       "cup 0.3 ",
		"leaf":              "leaf 0.2.0 ",
		"std::fmt":          "none",
		"crate::tea::pot":   "tea 2.0.0 crate::tea",
		"crate::green::pot": "none", // another module than it seems
	} {
		got := "none"
		if p := r.Resolve("app/src/other.rs", &analysis.Import{Specifier: spec}).Package; p != nil {
			got = fmt.Sprintf("%s %s %s", p.Name, p.Version, p.As)
		}
		if got != want {
			t.Errorf("%s: got %q, want %q", spec, got, want)
		}
	}
	for spec, want := range map[string]string{"leaf": "git+https://example.com/leaf.git#0123456789abcdef", "near": "../../near", "tea": ""} {
		if p := r.Resolve("app/src/other.rs", &analysis.Import{Specifier: spec}).Package; p.Source != want {
			t.Errorf("%s is from %q, want %q", spec, p.Source, want)
		}
	}
}

// A crate of a git repository lies where Cargo checked out the locked revision; one of another directory is refused.
func TestCheckouts(t *testing.T) {
	files := fstest.MapFS{}
	for p, text := range map[string]string{
		"leaf-0011/0123456/Cargo.toml":             "[workspace]\nmembers = [\"crates/*\"]",
		"leaf-0011/0123456/target/Cargo.toml":      "[package]\nname = \"leaf\"",
		"leaf-0011/0123456/crates/leaf/Cargo.toml": "[package]\nname = \"leaf\"\nversion = \"0.2.0\"\n[dependencies]\nvein = { path = \"../vein\" }",
		"leaf-0011/0123456/crates/leaf/src/lib.rs": "pub use vein::Vein;\npub struct Green;",
		"leaf-0011/0123456/crates/vein/Cargo.toml": "[package]\nname = \"vein\"\nversion = \"0.2.0\"",
		"leaf-0011/0123456/crates/vein/src/lib.rs": "pub struct Vein;",
		"leaf-0011/fedcba9/Cargo.toml":             "[package]\nname = \"leaf\"\nversion = \"0.3.0\"",
		"leaf-0011/fedcba9/src/lib.rs":             "pub struct Green;",
	} {
		files["checkouts/"+p] = &fstest.MapFile{Data: []byte(text)}
	}
	for _, tt := range []struct{ name, source, want string }{
		{"Green", "git+https://example.com/x/leaf.git?branch=main#0123456789abcdef", "leaf 0.2.0 [checkouts/leaf-0011/0123456/crates/leaf/src/lib.rs]"},
		{"Vein", "git+https://example.com/x/leaf#0123456789abcdef", "leaf 0.2.0 [checkouts/leaf-0011/0123456/crates/vein/src/lib.rs]"},
		{"Green", "git+https://example.com/x/leaf#0000000000000000", "  []"},
		{"Green", "git+https://example.com/x/other#0123456789abcdef", "  []"},
		{"Green", "git+https://example.com/x/leaf#../../../../x", "  []"},
	} {
		imp := &analysis.Import{Specifier: "leaf", Names: []analysis.Binding{{Name: tt.name, Local: tt.name}}}
		m := layout().Find(files, true, "main.rs", imp, analysis.Package{Ecosystem: "cargo", Name: "leaf", Version: "0.2.0", Source: tt.source})
		if got := fmt.Sprintf("%s %s %v", m.Package.Name, m.Package.Version, m.Files); got != tt.want {
			t.Errorf("%s of %s: got %s, want %s", tt.name, tt.source, got, tt.want)
		}
	}
	imp := &analysis.Import{Specifier: "near", Names: []analysis.Binding{{Name: "X", Local: "X"}}}
	if m := layout().Find(files, false, "main.rs", imp, analysis.Package{Ecosystem: "cargo", Name: "near", Source: "../near"}); fmt.Sprint(m.Files, m.Refused) != "[] [../near]" {
		t.Errorf("another directory: %+v", m)
	}
}
