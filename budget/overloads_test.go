package budget

import "testing"

// Of several definitions of a name the implementation comes first, and says how many others there are.
func TestOverloadsInOutlines(t *testing.T) {
	symbols := symbolsOf("def get(a):\n    pass\ndef get(b):\n    pass\ndef get(c):\n    pass\ndef put(x):\n    pass\n")
	symbols[0].Signature = "@overload " + symbols[0].Signature
	symbols[1].Signature = "@t.overload " + symbols[1].Signature
	o := newOutline(symbols, func(int32) float64 { return 0 })
	for k, want := range map[int]string{
		2: "def get(c)  (+2 more)\ndef put(x)\n…\n",
		3: "@overload def get(a)\ndef get(c)  (+1 more)\ndef put(x)\n…\n",
		4: "@overload def get(a)\n@t.overload def get(b)\ndef get(c)\ndef put(x)\n",
	} {
		if got := o.write(k, outlineStyle{widest: outlineMax}); got != want {
			t.Errorf("%d:\n%swant\n%s", k, got, want)
		}
	}
}
