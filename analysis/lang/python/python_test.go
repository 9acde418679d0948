package python

import (
	"context"
	"fmt"
	"io/fs"
	"path/filepath"
	"strings"
	"testing"

	sitter "github.com/smacker/go-tree-sitter"
	"golang.org/x/tools/txtar"

	"github.com/contextls/contextls/analysis"
	"github.com/contextls/contextls/analysis/lang/langtest"
)

func languages() []*analysis.Language { return []*analysis.Language{Language()} }

func TestFacts(t *testing.T)   { langtest.Facts(t, languages(), "testdata/facts") }
func TestResolve(t *testing.T) { langtest.Resolve(t, languages(), "testdata/resolve") }

// TestComeAndGo has modules of many layouts come and go: imports lead where they lead when all are resolved anew.
func TestComeAndGo(t *testing.T) { langtest.ComeAndGo(t, languages(), "testdata/resolve", 200) }

func TestIsTest(t *testing.T) {
	for p, want := range map[string]bool{
		"tests/a.py": true, "app/tests/deep/a.py": true, "test/a.py": true, "app/test_a.py": true, "app/a_test.py": true,
		"conftest.py": true, "app/conftest.py": true, "app/tests.py": true,
		"app/contest.py": false, "app/latest.py": false, "testing/a.py": false, "app/test.py": false, "app/testsuite.py": false,
	} {
		if got := isTest(p); got != want {
			t.Errorf("isTest(%s) = %v", p, got)
		}
	}
}

// sources are the Python files of all fixtures.
func sources(t testing.TB) map[string]string {
	t.Helper()
	out := map[string]string{}
	err := filepath.WalkDir("testdata", func(p string, _ fs.DirEntry, err error) error {
		if err != nil || filepath.Ext(p) != ".txtar" {
			return err
		}
		ar, err := txtar.ParseFile(p)
		if err != nil {
			return err
		}
		for _, f := range ar.Files {
			if strings.HasSuffix(f.Name, ".py") {
				out[p+"/"+f.Name] = string(f.Data)
			}
		}
		return nil
	})
	if err != nil || len(out) < 20 {
		t.Fatalf("%d sources: %v", len(out), err)
	}
	return out
}

// FuzzFacts shows that whatever the bytes, the Facts keep their promises, read from the tree or by lines.
func FuzzFacts(f *testing.F) {
	for _, src := range sources(f) {
		f.Add([]byte(src))
	}
	f.Add([]byte(":\"00"))
	f.Add([]byte("class A(:\n\tdef b(x\n@\nimport\nfrom .import(\nx='''"))
	plain, byLines := grammar(), outlined()
	f.Fuzz(func(t *testing.T, src []byte) {
		if len(src) > 4096 {
			return
		}
		for _, g := range []string{"tree", "lines"} {
			grammar := plain
			if g == "lines" {
				grammar = byLines
			}
			facts, err := grammar.Extract(src)
			if err != nil {
				return
			}
			langtest.Check(t, g, src, facts)
		}
	})
}

// ordinary is code as most code is: more in bodies than around them.
const ordinary = `
import logging
from collections.abc import Iterable

from .models import Order, Payment

logger = logging.getLogger(__name__)
LIMIT = 100


class Checkout%d(Base):
    """Turns a cart into an order."""

    retries = 3

    def __init__(self, cart, *, gateway=None, locale: str = "en") -> None:
        self.cart = cart
        self.gateway = gateway or default_gateway(locale)
        self.errors: list[str] = []

    @property
    def total(self) -> int:
        return sum(line.price * line.count for line in self.cart.lines if not line.free)

    async def pay(self, token: str) -> Payment:
        """Charges the card; the order is kept whatever happens."""
        order = Order.from_cart(self.cart, total=self.total)
        for attempt in range(self.retries):
            # The gateway may be down for a moment.
            try:
                payment = await self.gateway.charge(token, amount=order.total, key=f"{order.id}-{attempt}")
            except ConnectionError as error:
                logger.warning("payment of %%s failed: %%s", order.id, error)
                self.errors.append(str(error))
            else:
                order.status = {"ok": "paid", "later": "pending"}.get(payment.state, "unknown")
                return payment
        raise RuntimeError("no gateway answered after {} attempts".format(self.retries))
`

func BenchmarkExtract(b *testing.B) {
	var text strings.Builder
	for i := range 20 {
		fmt.Fprintf(&text, ordinary, i)
	}
	src := []byte(text.String())
	g := grammar()
	b.Run("parse", func(b *testing.B) {
		language := g.Language()
		b.SetBytes(int64(len(src)))
		for b.Loop() {
			parser := sitter.NewParser()
			parser.SetLanguage(language)
			tree, err := parser.ParseCtx(context.Background(), nil, src)
			if err != nil {
				b.Fatal(err)
			}
			tree.Close()
			parser.Close()
		}
	})
	b.Run("extract", func(b *testing.B) {
		b.SetBytes(int64(len(src)))
		for b.Loop() {
			if f, err := g.Extract(src); err != nil || len(f.Problems) > 0 {
				b.Fatal(err, f.Problems)
			}
		}
	})
}
