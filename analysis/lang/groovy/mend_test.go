package groovy

import (
	"strings"
	"testing"
)

// TestEditingKeepsTheRest: whatever half a line somebody types into a method, the definitions around it
// stay, under their containers, and none appears.
func TestEditingKeepsTheRest(t *testing.T) {
	const source = `package p

import java.util.List

class Shop extends Base {
    static final int SIZE = 1
    def items = [
        'a',
    ]

    Shop(int x) {
        EDIT
    }

    def "sells well"() {
        items.each {
            EDIT
        }
    }

    enum Mode {
        FAST, SLOW

        int speed() {
            EDIT
        }
    }

    static class Inner {
        void method() {
            EDIT
        }

        int last
    }

    void end() {}
}

def top(x) {
    EDIT
}

interface Other {
    void other()
}
`
	const want = "Shop Shop.SIZE Shop.items Shop.Shop Shop.sells well Shop.Mode Shop.Mode.FAST Shop.Mode.SLOW Shop.Mode.speed " +
		"Shop.Inner Shop.Inner.method Shop.Inner.last Shop.end top Other Other.other"
	parts := strings.Split(source, "EDIT")
	for _, edit := range []string{"", "items.", "foo(a, (b", "if (x) {", `String s = "abc`, "def a = [1, 2", "x ->", "}", ")", "new ", "List<",
		"switch (x) { case 1", "return a ? b", "@", "foo { it", "class", "public void", "for (int i = 0;", "def s = /abc", `"${x`, "'"} {
		for at := range len(parts) - 1 {
			text := strings.Join(parts[:at+1], "") + edit + strings.Join(parts[at+1:], "")
			facts, err := Language().Extract([]byte(text))
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, s := range facts.Symbols {
				got = append(got, strings.TrimPrefix(s.Container+"."+s.Name, "."))
			}
			if strings.Join(got, " ") != want {
				t.Errorf("%q at %d: got %s", edit, at, strings.Join(got, " "))
			}
			if len(facts.Imports) != 1 {
				t.Errorf("%q at %d: got imports %v", edit, at, facts.Imports)
			}
		}
	}
}
