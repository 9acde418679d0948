package ruby

import (
	"io/fs"
	"path/filepath"
	"strings"
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
		"test/order.rb": true, "spec/models/order_spec.rb": true, "lib/order_test.rb": true, "engine/test/a/b.rb": true, "test_order.rb": true,
		"features/steps.rb": true, "lib/order.rb": false, "lib/testing.rb": false, "lib/specs/a.rb": false, "latest.rb": false,
	} {
		if got := isTest(p); got != want {
			t.Errorf("isTest(%s) = %v", p, got)
		}
	}
}

func TestPathArgument(t *testing.T) {
	for text, want := range map[string]string{
		`"json"`: "json", `('a/b')`: "a/b",
		`File.expand_path('../helper', __FILE__)`: "./helper", `File.expand_path("../lib/a", __dir__)`: "../lib/a",
		`File.expand_path(File.dirname(__FILE__) + '/x')`: "./x", `(File.join(__dir__, "..", 'a.rb'))`: "../a.rb",
		`"#{__dir__}/x"`: "./x", `__dir__ + '/x'`: "./x", `File.dirname(__FILE__) + "/../x"`: "../x",
		`path`: "", `"a/#{b}"`: "", `"#{__dir__}/#{b}"`: "", `File.join(root, 'a')`: "", `'a' + b`: "", `__dir__ + b`: "", `"`: "",
	} {
		if got := pathArgument(text); got != want {
			t.Errorf("pathArgument(%s) = %q, want %q", text, got, want)
		}
	}
}

// TestLongHeredocWords: what makes the grammar's scanner end the process does not reach it.
func TestLongHeredocWords(t *testing.T) {
	body := strings.Repeat("\nclass A; def a = 1; end # it is", 20)
	for src, blanked := range map[string]bool{
		"x = <<~'SQL" + body + "'":                             true,
		"x = <<\"SQL" + body:                                   true,
		"x = <<~'" + strings.Repeat("a", 300) + "'" + body:     true,
		"x = <<-" + strings.Repeat("A", 300) + body:            true,
		"x = '<<'" + body:                                      true,
		"x = <<~A + <<-'B C' + <<D\n1\nA\n2\nB C\n3\nD" + body: false,
		"x << 'a'; y <<":                                       false,
	} {
		if f, err := Language().Extract([]byte(src)); err != nil {
			t.Errorf("%s: %v, %+v", src, err, f)
		}
		want := src
		if blanked {
			want = strings.Replace(src, "<<", "  ", 1)
		}
		if got := string(guard([]byte(src))); got != want {
			t.Errorf("guarded as %q, want %q", got, want)
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
			parsePackage(facts.Package)
		}
	})
}
