package analysis

import (
	"fmt"
	"strings"
	"testing"
)

func TestDerived(t *testing.T) {
	structural := plain()
	structural.Structural = true
	nominal := map[string]string{
		"a": "places: type:Base def:Base.m def:Base.n type:Near@Base def:Near.m",
		"b": "places: from:a:Base from:a:Base=B Base type:Mid@Base def:Mid.k type:Other@Stranger def:Other.m",
		"c": "places: from:b:Mid Mid from:a:Near type:Far@Other,Mid def:Far.m def:Far.m", // an overload
		"d": "places: type:Base def:Base.m type:Alone@Base def:Alone.m",                  // of the same name
	}
	pkg := map[string]string{
		"p/1": "package:p places: interface:Saver method:Saver.Save@(!) method:Saver.Close@() interface:Wide@Saver method:Wide.Open@()",
		"p/2": "package:p places: type:Disk method:Disk.Save@(!) method:Disk.Close@() type:Half method:Half.Save@(!)",
		"p/3": "package:p places: Disk type:Both@Disk method:Both.Open@() type:Odd method:Odd.Save@(!,!) method:Odd.Close@()",
	}
	for _, test := range []struct {
		lang     *Language
		files    map[string]string
		of, want string
	}{
		{plain(), nominal, "a:Base", "a:Near 0.95, b:Mid 0.95, c:Far 0.95"},
		{plain(), nominal, "a:Base.m", "a:Near.m 0.95, c:Far.m 0.95, c:Far.m 0.95"},
		{plain(), nominal, "a:Base.n", ""},
		{plain(), nominal, "b:Mid", "c:Far 0.95"},
		{plain(), nominal, "a:Near", ""},
		{plain(), nominal, "d:Base.m", "d:Alone.m 0.95"},
		{plain(), pkg, "p/1:Saver", "p/1:Wide 0.95"}, // who implements it has to say so
		{structural, pkg, "p/1:Saver", "p/1:Wide 0.95, p/2:Disk 0.70, p/3:Both 0.95"},
		{structural, pkg, "p/1:Wide", "p/3:Both 0.70"},
		{structural, pkg, "p/1:Saver.Save", "p/2:Disk.Save 0.70"},
		{structural, pkg, "p/2:Disk", "p/3:Both 0.95"},
	} {
		g := Link(nil, tree(test.lang, test.files))
		file, name, _ := strings.Cut(test.of, ":")
		n, _ := g.Node(file)
		symbols := g.File(n).Facts.Get().Symbols
		of := 0
		for symbols[of].QualifiedName() != name {
			of++
		}
		var got []string
		for _, d := range g.Derived(n, of) {
			got = append(got, fmt.Sprintf("%s:%s %.2f", g.Path(d.File), g.File(d.File).Facts.Get().Symbols[d.Symbol].QualifiedName(), d.Confidence))
		}
		if got := strings.Join(got, ", "); got != test.want {
			t.Errorf("%s: got %s, want %s", test.of, got, test.want)
		}
	}
}
