package rank

import (
	"slices"
	"testing"

	"github.com/contextls/contextls/analysis"
)

func TestArguments(t *testing.T) {
	for text, want := range map[string][]string{
		")":                          nil,
		"a, b)":                      {"a", " b"},
		`",)(", '\'')`:               {`",)("`, ` '\''`},
		"new Map<A, B>(x, y), z)":    {"new Map<A, B>(x, y)", " z"},
		"(a, b) -> a < b, {1, 2}) x": {"(a, b) -> a < b", " {1, 2}"},
		"a /* , ) */, b // )\n)":     {"a /* , ) */", " b // )\n"},
		"a, b":                       {"a"},
		"":                           nil,
	} {
		if got := arguments(text); !slices.Equal(got, want) {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
}

func TestTypeOfValue(t *testing.T) {
	f := &useFinder{}
	for value, want := range map[string]string{
		`"a"`: "String", `"a" + b`: "String", `"a".length()`: "", "'a'": "char", "1": "int", "-1L": "long", "0x1F": "int", "2.5f": "float", "1e3": "double",
		"true": "boolean", "!a": "boolean", "a == b": "boolean", "null": "null", "A.class": "Class", "(B) a": "B", "(java.util.List<A>) a": "List", "(a).b()": "",
		"(a + b)": "", "new A(1)": "A", "new a.B<C>()": "B", "new int[] {1}": "int[]", "new A().b()": "", "new A() {}.b()": "", "x -> x": lambdaType,
		"(x, y) -> x": lambdaType, "A::b": lambdaType, "f(x -> x)": "", "a ? b : c": "", `new A("a" + n)`: "A", "make(n == 1)": "", `x.equals("a" + x)`: "",
		`(char) c + "a"`: "String", "(int) a / 2.0": "", "String.valueOf(a).length()": "", "new Object[0].length": "", "new int[n][]": "int[][]",
		`"a" /* b */`: "String", "(": "", "-(a)": "", "b()": "", "a.toString()": "String", "": "",
	} {
		if got := f.typeOf(value, analysis.Span{}); got != want {
			t.Errorf("%s: %q, want %q", value, got, want)
		}
	}
}

func TestFits(t *testing.T) {
	o := &overloads{heirs: map[string]map[string]bool{"Shape": {"Circle": true}, "List": nil}}
	for _, tt := range []struct {
		params, args []string
		many, want   bool
	}{
		{[]string{"String"}, []string{"String"}, false, true},
		{[]string{"String"}, []string{"int"}, false, false},
		{[]string{"String"}, nil, false, false},
		{[]string{"long"}, []string{"int"}, false, true},
		{[]string{"int"}, []string{"long"}, false, false},
		{[]string{"Integer"}, []string{"int"}, false, true},
		{[]string{"int"}, []string{"null"}, false, false},
		{[]string{"Object", "T"}, []string{"boolean", "String"}, false, true},
		{[]string{"Shape"}, []string{"Circle"}, false, true},
		{[]string{"Shape"}, []string{"Date"}, false, false},
		{[]string{"List"}, []string{"ArrayList"}, false, true},
		{[]string{"Runnable"}, []string{lambdaType}, false, true},
		{[]string{"Object"}, []string{lambdaType}, false, false},
		{[]string{"int"}, []string{"int", "int"}, true, true},
		{[]string{"int"}, nil, true, true},
		{[]string{"int"}, []string{"int[]"}, true, true},
	} {
		one := overload{symbol: &analysis.Symbol{}, params: tt.params, many: tt.many}
		if got := o.fit(&one, tt.args) > 0; got != tt.want {
			t.Errorf("%v for %v: %v", tt.args, tt.params, got)
		}
	}
}
