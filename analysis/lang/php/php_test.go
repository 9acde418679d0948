package php

import (
	"io/fs"
	"path/filepath"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/contextls/contextls/analysis"
	"github.com/contextls/contextls/analysis/lang/langtest"
)

func langs() []*analysis.Language { return []*analysis.Language{Language()} }

func TestFacts(t *testing.T)   { langtest.Facts(t, langs(), "testdata/facts") }
func TestResolve(t *testing.T) { langtest.Resolve(t, langs(), "testdata/resolve") }

func TestComeAndGo(t *testing.T) { langtest.ComeAndGo(t, langs(), "testdata/resolve", 300) }

func TestIsTest(t *testing.T) {
	for p, want := range map[string]bool{
		"tests/a.php": true, "src/Tests/Deep/a.php": true, "src/OrderTest.php": true, "Zend/tests/a.phpt": true, "src/FeatureTestCase.php": true,
		"src/Order.php": false, "src/Testing/Fake.php": false, "src/latest.php": false,
	} {
		if got := isTest(p); got != want {
			t.Errorf("isTest(%s) = %v", p, got)
		}
	}
}

func TestIncludePath(t *testing.T) {
	for text, want := range map[string]string{
		`'a/b.php'`: "a/b.php", `("a.php")`: "a.php",
		`__DIR__ . '/x.php'`: "__DIR__/x.php", `__DIR__.'/../x.php'`: "__DIR__/../x.php", `__DIR__ . '/a' . '/b.php'`: "__DIR__/a/b.php",
		`dirname(__FILE__) . "/y.php"`: "__DIR__/y.php", `(dirname(__DIR__, 2) . '/z.php')`: "__DIR__/../../z.php",
		`dirname(dirname(__FILE__)) . '/y.php'`: "__DIR__/../y.php",
		`$path`:                                 "", `__DIR__ . "/$x.php"`: "", `__DIR__ . $x`: "", `ROOT . '/a.php'`: "", `f('a.php')`: "", `dirname(__DIR__,)`: "", `dirname(`: "",
	} {
		if got := includePath(text); got != want {
			t.Errorf("includePath(%s) = %q, want %q", text, got, want)
		}
	}
}

// FuzzFacts shows that whatever the bytes, the Facts keep their promises.
func FuzzFacts(f *testing.F) {
	err := filepath.WalkDir("testdata/facts", func(p string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		ar, err := txtar.ParseFile(p)
		if err == nil {
			for _, file := range ar.Files {
				f.Add(file.Data)
			}
		}
		return err
	})
	if err != nil {
		f.Fatal(err)
	}
	extract := Language().Extract
	f.Fuzz(func(t *testing.T, src []byte) {
		if len(src) > 4096 {
			return
		}
		if facts, err := extract(src); err == nil {
			langtest.Check(t, "fuzz", src, facts)
		}
	})
}
