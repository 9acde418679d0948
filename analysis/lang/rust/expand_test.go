package rust

import (
	"reflect"
	"strings"
	"testing"

	"github.com/contextls/contextls/analysis/lang/langtest"
)

// TestExpandEnds shows that no macro goes on for long, and that others of its file are expanded nevertheless, those before
// it at least.
func TestExpandEnds(t *testing.T) {
	const before = "macro_rules! one { ($n:ident) => { pub struct $n; } } one!(First);\n"
	for name, src := range map[string]string{
		"itself":       `macro_rules! m { ($n:ident) => { m!($n); } } m!(A);`,
		"each other":   `macro_rules! a { ($n:ident) => { b!($n); } } macro_rules! b { ($n:ident) => { a!($n); } } a!(A);`,
		"doubled":      `macro_rules! m { ($($t:tt)*) => { m!($($t)* $($t)*); pub struct $($t)*; } } m!(A);`,
		"two of them":  `macro_rules! m { ($n:ident) => { m!($n); m!($n); pub struct $n; } } m!(A);`,
		"inwards":      `macro_rules! m { ($t:tt) => { m!([$t]); pub struct $t; } } m!(A);`,
		"makes itself": `macro_rules! m { ($n:ident) => { macro_rules! m { ($x:ident) => { m!($n); m!($x); } } m!($n); } } m!(A);`,
		"nothing":      `macro_rules! m { ($($($n:ident)?)* $($(),*)+) => { pub struct $n; } } m!();`,
		"nothing read": `macro_rules! m { ($($v:vis)*) => { $(pub struct $v;)* } } m!(a b c);`,
		"repeats":      `macro_rules! m { ($($a:tt)*) => { $(pub struct $a;)* } } m!(` + strings.Repeat("a ", 1<<19) + `);`,
		"long":         `macro_rules! m { ($($a:tt)*) => { $(pub type $a = "` + strings.Repeat("x", 1<<16) + `";)* } } m!(a b c d e f g h);`,
		"deep":         `macro_rules! m { ($n:ident) => { pub struct $n; } } m!(A); ` + strings.Repeat("{", 1<<19),
	} {
		e := expand(before + src)
		if len(e.text) > maxExpansion+1024 {
			t.Errorf("%s: %d bytes", name, len(e.text))
		}
		if name != "deep" && !strings.Contains(e.text, "First;") {
			t.Errorf("%s: the first macro is not expanded: %.80q", name, e.text)
		}
	}
}

// FuzzExpand shows that whatever macros and their invocations look like, expanding them ends with what can be read, and
// with names that were given in the file.
func FuzzExpand(f *testing.F) {
	for _, seed := range []string{
		`macro_rules! rows { ($( $(#[$d:meta])* ($n:ident, $v:literal $(, $w:expr)?); )+) => { $( pub const $n: X = $v; )+ } } rows! { (A, 1); (B, "b", 2 + 3); }`,
		`macro_rules! nested { ($($t:ident { $($f:ident : $y:ty),* $(,)? })*) => { $(pub struct $t { $(pub $f: $y),* })* } } nested! { P { x: u8, y: Vec<(A, B)> } Q {} }`,
		`macro_rules! a { ($n:ident => $($r:tt)+) => { b!($n, $($r)+, $crate::T); } } macro_rules! b { ($n:ident, $t:ty, $u:path) => { pub fn $n(x: &$t) -> $u {} } } a!(f => [u8; 4]);`,
		`macro_rules! m { () => {}; ($h:ident $($t:tt)*) => { pub struct $h; m!($($t)*); } } m!(A B C);`,
		`macro_rules! maker { ($m:ident $n:ident) => { macro_rules! $m { ($x:ident) => { impl $n { pub const $x: u8 = 1; } } } } } maker!(own T); own!(K);`,
		`macro_rules! doubled { ($($t:tt)*) => { doubled!($($t)* $($t)*); } } doubled!(a);`,
		`macro_rules! v { ($v:vis $n:ident $l:lifetime $b:block $i:item $p:pat => $e:expr) => { $v struct $n<$l>; $i } } v!(pub(crate) N 'a {} struct S; Some(_) => 1);`,
		`macro_rules! broken { ($($n:ident),* => { pub enum $n { $(`,
		`macro_rules! empty { ($($n:ident)*) => { mod { $(pub type $n;)* } # ! } } mod x { empty! {A} } #![a] ! {}`,
		"macro_rules! lines { ($n:ident $t:tt) => { #[doc = $t] pub static mut $n: r#type = \"\n\"; } } lines!(r#fn \"\n\n\");",
	} {
		f.Add(seed)
	}
	langs := langs()
	f.Fuzz(func(t *testing.T, src string) {
		if len(src) > 4096 {
			return
		}
		e := expand(src)
		if again := expand(src); !reflect.DeepEqual(e, again) {
			t.Error("expanded differently")
		}
		if len(e.text) > maxExpansion+len(src) {
			t.Errorf("%d bytes of %d", len(e.text), len(src))
		}
		for _, at := range e.given {
			if line := at.inLine(src); line.Start > at.Start || at.Start >= at.End || at.End > line.End || int(line.End) > len(src) {
				t.Errorf("%+v is not in its line %+v", at, line)
			}
		}
		if facts, err := langs[0].Extract([]byte(src)); err == nil {
			langtest.Check(t, "f.rs", []byte(src), facts)
		}
		readItems(src)
	})
}
