package groovy

import (
	"testing"

	"github.com/contextls/contextls/analysis/lang/langtest"
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
	const want = "Shop Shop.SIZE Shop.items Shop.Shop Shop.sells_well Shop.Mode Shop.Mode.FAST Shop.Mode.SLOW Shop.Mode.speed " +
		"Shop.Inner Shop.Inner.method Shop.Inner.last Shop.end top Other Other.other"
	typed := []string{"", "items.", "foo(a, (b", "if (x) {", `String s = "abc`, "def a = [1, 2", "x ->", "}", ")", "new ", "List<",
		"switch (x) { case 1", "return a ? b", "@", "foo { it", "class", "public void", "for (int i = 0;", "def s = /abc", `"${x`, "'"}
	langtest.HalfWritten(t, Language(), source, typed, want)
}
