package java

import (
	"testing"

	"github.com/contextls/contextls/analysis/lang/langtest"
)

// TestEditingKeepsTheRest: whatever half a line somebody types into a method, the definitions around it
// stay, under their containers, and none appears.
func TestEditingKeepsTheRest(t *testing.T) {
	const source = `package p;

import java.util.List;

/** A shop. */
@Deprecated
public class Shop<T> extends Base {
    public static final int SIZE = 1;
    private final List<T> items = new ArrayList<>();

    /** Makes one. */
    public Shop(int x) {
        EDIT
    }

    @Override
    public <R> List<R> sell(T item,
            int amount) throws Exception {
        for (T t : items) {
            EDIT
        }
        Runnable r = new Runnable() {
            @Override
            public void run() {
                EDIT
            }
        };
        return null;
    }

    enum Mode {
        FAST,
        SLOW;

        int speed() {
            EDIT
        }
    }

    static class Inner {
        void method() {
            EDIT
        }

        int last;
    }

    void end() {}
}

interface Other {
    void other();
}
`
	const want = "Shop Shop.SIZE Shop.items Shop.Shop Shop.sell Shop.Mode Shop.Mode.FAST Shop.Mode.SLOW Shop.Mode.speed " +
		"Shop.Inner Shop.Inner.method Shop.Inner.last Shop.end Other Other.other"
	typed := []string{"", "items.", "foo(a, (b", "if (x) {", `String s = "abc`, "int[] a = {1, 2", "x ->", "}", ")", "new ", "List<",
		"switch (x) { case 1", "return a ? b", "@", "/ * not a comment", "foo(() -> {", "class", "public void", "for (int i = 0;"}
	langtest.HalfWritten(t, Language(), source, typed, want)
}
