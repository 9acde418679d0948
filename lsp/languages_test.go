//go:build cgo

package lsp

import (
	"fmt"
	"strings"
	"testing"

	"github.com/contextls/contextls/lsp/protocol"
)

// Ruby and PHP see constants and classes without an import of theirs: the first use of one in a file is a use as those after it are.
func TestUsesWithoutImports(t *testing.T) {
	s := served(t, write(t, `
-- lib/oven.rb --
module Bakery
  class Oven
  end
end
-- lib/shop.rb --
module Bakery
  class Kiln < Oven
    def day
      Oven.new
    end
  end
end
-- src/Till.php --
<?php
namespace Bakery;
class Till {}
-- src/Desk.php --
<?php
namespace Bakery;
class Desk extends Till {
    function open() { return new Till(); }
}
-- src/Other.php --
<?php
namespace Other;
use Bakery\Till;
class Desk extends Till {}
`), false, "")
	for _, tt := range []struct{ file, name, want string }{
		{"lib/oven.rb", "Oven", " lib/shop.rb:1 lib/shop.rb:3"},
		{"src/Till.php", "Till", " src/Desk.php:2 src/Desk.php:3 src/Other.php:3"},
	} {
		var r protocol.ImpactResult
		s.MustCall("context/impact", map[string]any{"chunk": s.chunk(tt.file, tt.name)}, &r)
		got := ""
		for _, u := range r.Uses {
			got += fmt.Sprintf(" %s:%d", strings.TrimPrefix(string(u.URI), s.uri("")+"/"), u.Range.Start.Line)
		}
		if got != tt.want {
			t.Errorf("uses of %s:%s, want%s", tt.name, got, tt.want)
		}
	}
}

// A member that a type has from another is used where it is named without a receiver, and who derives is an implementer.
func TestInheritedUses(t *testing.T) {
	s := served(t, write(t, `
-- a/Drop.java --
package a;
public class Drop { void go() {} }
-- a/Deep.java --
package a;
class Deep extends Drop {}
-- a/User.java --
package a;
class User extends Deep {
    void use() { go(); }
}
class Stranger { void use() { go(); } }
-- b/Help.java --
package b;
public class Help {
    public static <T> T make(T t) { return t; }
    public static int hidden() { return 1; }
}
-- a/Taker.java --
package a;
import static b.Help.*;
class Taker { Object use() { return make(1); } }
-- a/Other.java --
package a;
import b.Help;
class Other { int use(Help h) { return hidden(); } }
-- c/Base.cs --
namespace C;
public abstract partial class Base { protected static int Count() => 1; }
-- c/Shop.cs --
namespace C;
public partial class Shop : Base { }
-- c/Shop.Parts.cs --
namespace C;
public partial class Shop
{
    int Total() => Count();
}
public class Stranger
{
    int Total() => Count();
}
-- web/package.json --
{"name": "web", "types": "index.d.ts", "main": "dist/web.js"}
-- web/index.d.ts --
export function toList(x: any): any[];
-- web/index.js --
export { toList } from './list';
-- web/list.js --
export function toList(x) { return [x]; }
-- web/test.js --
import { toList } from 'web';
toList(1);
-- lib/plugin.rb --
module Shop
  module Plugin
    def self.register_tax(name)
    end
  end
end
-- lib/plugin/vat.rb --
module Shop
  module Plugin
    class Vat
      Plugin.register_tax("vat")
    end
  end
end
-- py/till.py --
class Till:
    def open_drawer(self): pass
    def close(self): pass
    def count_coins(self): pass
    def lock_it_up(self): pass
class Safe:
    def count_coins(self): pass
    def lock_it_up(self): pass
class Door:
    def lock_it_up(self): pass
class Box:
    def lock_it_up(self): pass
-- py/shop.py --
def evening(tills, open_drawer):
    tills[0].open_drawer()  # open_drawer
    tills[0].close()
    tills[0].count_coins()
    tills[0].lock_it_up()
    return open_drawer
-- lib/mixed.rb --
module Shop
  module Mixed
    def mix
    end
  end
end
-- lib/user.rb --
module Shop
  class User
    include Mixed
    def use
      mix
    end
  end
end
`), false, "")
	for _, tt := range []struct{ file, name, want string }{
		{"a/Drop.java", "go", " a/User.java:2"},
		{"a/Drop.java", "Drop", " a/Deep.java:1; a/Deep.java:1 a/User.java:1"},
		{"b/Help.java", "make", " a/Taker.java:2"}, // which takes all that the type has
		{"b/Help.java", "hidden", ""},
		{"c/Base.cs", "Count", " c/Shop.Parts.cs:3"}, // another part says what it derives from
		{"web/list.js", "toList", " web/test.js:1"},  // what declares the package declares it, too
		{"web/index.d.ts", "toList", " web/test.js:1"},
		{"lib/plugin.rb", "register_tax", " lib/plugin/vat.rb:3"}, // asked of a module that the file opens, too
		{"py/till.py", "open_drawer", " py/shop.py:1"},            // its name is like no other
		{"py/till.py", "close", ""},
		{"py/till.py", "count_coins", " py/shop.py:3"}, // two have it
		{"py/till.py", "lock_it_up", ""},               // four
		{"lib/mixed.rb", "mix", " lib/user.rb:4"},
	} {
		var r protocol.ImpactResult
		s.MustCall("context/impact", map[string]any{"chunk": s.chunk(tt.file, tt.name)}, &r)
		got := ""
		list := func(uses []protocol.SymbolUse) {
			for _, u := range uses {
				got += fmt.Sprintf(" %s:%d", strings.TrimPrefix(string(u.URI), s.uri("")+"/"), u.Range.Start.Line)
			}
		}
		if list(r.Uses); len(r.Implementers) > 0 {
			got += ";"
			list(r.Implementers)
		}
		if got != tt.want {
			t.Errorf("uses of %s:%s, want%s", tt.name, got, tt.want)
		}
	}
}
