package rust

import (
	"slices"
	"strings"
	"testing"
)

func TestLex(t *testing.T) {
	for src, want := range map[string]string{
		"a::b.c":                      "a :: b . c",
		"// x\na /* b /* c */ d */ e": "a e",
		`"a\"}" b`:                    `"a\"}" b`,
		`r#"a "b" "# c`:               `r#"a "b" "# c`,
		`r"\" x`:                      `r"\" x`,
		`br##"x"#"## cr"y" c"z" b'{'`: `br##"x"#"## cr"y" c"z" b'{'`,
		"r#type r x":                  "r#type r x",
		"'a: '{' '\\'' '\\u{7d}' 'é'": "'a : '{' '\\'' '\\u{7d}' 'é'",
		"&'static str <'_>":           "& 'static str < '_ >",
		"'(' ')'":                     "'(' ')'",
		"$crate::x $y":                "$crate :: x $ y",
		"0..n 1_u8 0x1f":              "0 . . n 1_u8 0x1f",
		`"open`:                       `"open`,
		`r#"open`:                     `r#"open`,
		"/* open":                     "",
		"'":                           "'",
		`'\`:                          `'\`,
	} {
		var got []string
		for _, k := range lex(src) {
			got = append(got, src[k.start:k.end])
		}
		if g := strings.Join(got, " "); g != want {
			t.Errorf("lex(%q) = %q, want %q", src, g, want)
		}
	}
}

func TestUnwrap(t *testing.T) {
	for _, test := range []struct{ name, src, want, macros string }{
		{"items", "cfg! { pub mod a; }", "       pub mod a;  ", "cfg"},
		{"nested", "a! { b! { fn f() {} } }", "          fn f() {}    ", "b a"},
		{"in an impl", "impl X { a! { fn f() {} } }", "impl X {      fn f() {}   }", "a"},
		{"behind an attribute", "#[x] a! { use b; }", "#[x]      use b;  ", "a"},
		{"before items, one attributed", "a! { #[x] struct S; }", "     #[x] struct S;  ", "a"},
		{"by a path", "x::a! { mod b; }", "        mod b;  ", "a"},
		{"alternatives", "cfg_if! { if #[cfg(x)] { mod a; } else { mod b; } }", "                         mod a;          mod b;    ", "cfg_if"},
		{"expressions", "a! { 1 + 1 }", "", ""},
		{"a definition", "macro_rules! a { () => { mod b; } }", "", ""},
		{"in a function", "fn f() { a! { fn g() {} } }", "", ""},
		{"in a value", "const X: T = a! { pub fn g() {} };", "", ""},
		{"in an array type", "static X: [u8; 2] = a! { fn g() {} };", "", ""},
		{"other brackets", "a!(fn g() {});", "", ""},
		{"line breaks stay", "a! {\nmod b;\n}", "    \nmod b;\n ", "a"},
		{"without an end", "a! { mod b;", "", "-"},
		{"after a function", "fn f() -> X { y! { mod z; } } a! { mod b; }", "fn f() -> X { y! { mod z; } }      mod b;  ", "a"},
	} {
		text, macros, _ := unwrap(test.src)
		if test.macros == "-" { // whatever, if it is as long
			if len(text) != len(test.src) {
				t.Errorf("%s: %q", test.name, text)
			}
			continue
		}
		if test.want == "" {
			test.want = test.src
		}
		if text != test.want || strings.Join(macros, " ") != test.macros {
			t.Errorf("%s: %q %q, want %q %q", test.name, text, macros, test.want, test.macros)
		}
	}
}

func TestPlaceIsRead(t *testing.T) {
	place := "#b *<self::x a::b a{} a{}=sys b!! b<crate::x b=sys/b%20c.rs c!"
	if got := writeDeclarations(readDeclarations(place)); got != strings.Join(slices.Sorted(strings.FieldsSeq(place)), " ") {
		t.Errorf("%s became %s", place, got)
	}
	for _, d := range readDeclarations("a=b%20c.rs") {
		if d.target != "b c.rs" || d.kind != fileModule || d.name != "a" {
			t.Errorf("%+v", d)
		}
	}
}
