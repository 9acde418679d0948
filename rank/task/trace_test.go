package task

import (
	"fmt"
	"strings"
	"testing"
)

func TestReadTraces(t *testing.T) {
	for text, want := range map[string]string{
		"Traceback (most recent call last):\n  File \"/srv/run.py\", line 3, in <module>\n    main()\n    ~~~~^^\n" +
			"  File \"/srv/shop/cart.py\", line 40, in total\n    return x\n  File \"/srv/shop/cart.py\", line 9, in add\nKeyError: 'x'\n": "1 /srv/shop/cart.py:9 add, 1 /srv/run.py:3",
		"panic: nil\n\ngoroutine 1 [running]:\nshop.(*Cart).Add(0x0)\n\t/go/src/shop/cart.go:9 +0x1d\nmain.main()\n\t/go/src/main.go:3 +0x2f\n":          "1 /go/src/shop/cart.go:9 Add, 1 /go/src/main.go:3 main",
		"TypeError: x\n    at Cart.add (/srv/src/cart.ts:9:12)\n    at async file:///srv/src/main.mjs:3:1\n    at http://localhost:80/src/a.js?t=12:7:1": "1 /srv/src/cart.ts:9 add, 1 /srv/src/main.mjs:3, 1 src/a.js:7",
		"java.lang.Error: x\n\tat com.shop.Cart.add(Cart.java:9)\n\tat java.base/java.lang.Thread.run(Thread.java:3)\n":                                  "1 com/shop/Cart.java:9 add, 1 java/lang/Thread.java:3 run",
		"   at Shop.Cart.Add(Item x) in /srv/Cart.cs:line 9\n":                                                                                           "1 /srv/Cart.cs:9 Add",
		"   0: shop::cart::add\n             at ./src/cart.rs:9:5\n   1: shop::main\n             at ./src/main.rs:3:5\n":                                "1 src/cart.rs:9 add, 1 src/main.rs:3 main",
		"/srv/lib/cart.rb:9:in `add': nil (Error)\n\tfrom /srv/lib/main.rb:3:in 'Shop::Main#run'\n":                                                      "1 /srv/lib/cart.rb:9 add, 1 /srv/lib/main.rb:3 run",
		"#0 /srv/Cart.php(9): Shop\\Cart->add()\n#1 {main}\n":                                                                                            "1 /srv/Cart.php:9 add",
		"#0  0x0 in cart_add (c=0x0) at src/cart.c:9\n":                                                                                                  "1 src/cart.c:9 cart_add",
		"shop.com/a/shop.Map[...](...)\n\t/go/a/map.go:9\ncreated by shop.com/a/shop.(*Cart).run.func2 in goroutine 1\n\t/go/a/cart.go:3 +0x2f\n":        "1 /go/a/map.go:9 Map, 1 /go/a/cart.go:3 run",
		"    (shop 1.0.2) lib/cart.ex:9: Shop.Cart.add/2\n    lib/shop.ex:3: anonymous fn/1 in Shop.run/0\n":                                             "1 lib/cart.ex:9 add, 1 lib/shop.ex:3 run",
		"    #0 0x4f2 in cart_add(int, char*) /src/cart.cc:9:3\n    #1 0x4f in main /src/main.c:3\n":                                                     "1 /src/cart.cc:9 cart_add, 1 /src/main.c:3 main",
		"Look at src/cart.ts:9, at src/a.ts and #1 of b.go:3\n":                                                                                          "0 src/cart.ts:9, 0 src/a.ts:0, 0 b.go:3",
		"  File \"a.py\", line 3, in f\nKeyError: 'x'\n\nDuring that:\n\nTraceback (most recent call last):\n  File \"b.py\", line 4, in g\n":            "1 a.py:3 f, 2 b.py:4 g",
	} {
		var got []string
		for _, p := range Read(text).Paths {
			got = append(got, strings.TrimSpace(fmt.Sprintf("%d %s:%d %s", p.Trace, p.Path, p.Line, p.Function)))
		}
		if strings.Join(got, ", ") != want {
			t.Errorf("%q\n has %q\nwant %q", text, strings.Join(got, ", "), want)
		}
	}
	if symbols := Read("  File \"a.py\", line 3, in f\n    self.open_cart()\nKeyError: open_order()\n").Symbols; len(symbols) != 2 || symbols[1].Name != "open_order" {
		t.Errorf("a trace names %v", symbols)
	}
	if symbols := Read("  File \"a.py\", line 3, in f\nKeyError: open_order()\n").Symbols; len(symbols) != 2 {
		t.Errorf("a trace without code names %v", symbols)
	}
	if words := Read("a.rb:9:in `add': no such coupon (Error)").Title; len(words) != 1 || words[0].Text != "coupon" {
		t.Errorf("the title of a trace is %v", words)
	}
}
