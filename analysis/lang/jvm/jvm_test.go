package jvm_test

import (
	"bytes"
	"strings"
	"sync"
	"testing"

	"github.com/contextls/contextls/analysis"
	"github.com/contextls/contextls/analysis/lang/groovy"
	"github.com/contextls/contextls/analysis/lang/java"
	"github.com/contextls/contextls/analysis/lang/jvm"
	"github.com/contextls/contextls/analysis/lang/langtest"
)

// langs are the family's languages that its conventions can be tested with: Java and Groovy as they are, and
// toys in place of Kotlin and Scala, whose files say in lines "package P" and "import P NAME…" what their
// Facts are.
func langs() []*analysis.Language {
	toy := func(id string, extensions ...string) *analysis.Language {
		return &analysis.Language{ID: id, Family: jvm.Family, Extensions: extensions, Manifests: jvm.Manifests(),
			NewResolver: jvm.NewResolver, Extract: func(src []byte) (*analysis.Facts, error) {
				f := &analysis.Facts{Language: id}
				for line := range bytes.Lines(src) {
					switch words := strings.Fields(string(line)); {
					case len(words) < 2:
					case words[0] == "package":
						f.Package = strings.Join(words[1:], " ")
					case words[0] == "import":
						imp := analysis.Import{Specifier: words[1], Line: f.Lines}
						for _, name := range words[2:] {
							if name == "*" {
								imp.Star = true
							} else {
								imp.Names = append(imp.Names, analysis.Binding{Name: name, Local: name})
							}
						}
						f.Imports = append(f.Imports, imp)
					}
					f.Lines++
				}
				return f, nil
			}}
	}
	return []*analysis.Language{java.Language(), groovy.Language(), toy("kotlin", ".kt", ".kts"), toy("scala", ".scala", ".sbt")}
}

func TestResolve(t *testing.T) { langtest.Resolve(t, langs(), "testdata/resolve") }

func TestComeAndGo(t *testing.T) { langtest.ComeAndGo(t, langs(), "testdata/resolve", 300) }

// TestListsAreShared: the linker indexes what a list's files define once for each list.
func TestListsAreShared(t *testing.T) {
	tree := analysis.NewTree([]analysis.File{
		javaFile("a/src/main/java/p/A.java", "p"), javaFile("a/src/main/java/p/B.java", "p"),
		javaFile("a/src/main/java/q/Q.java", "q"), javaFile("a/src/test/java/p/T.java", "p"),
	})
	r := jvm.NewResolver(tree)
	a, b := r.Siblings("a/src/main/java/p/A.java"), r.Siblings("a/src/main/java/p/B.java")
	if len(a) != 2 || &a[0] != &b[0] {
		t.Errorf("siblings of one package are two lists: %v, %v", a, b)
	}
	star := r.Resolve("a/src/main/java/q/Q.java", &analysis.Import{Specifier: "p", Star: true}).Files
	if len(star) != 2 || &a[0] != &star[0] {
		t.Errorf("an import of all is another list than the siblings: %v, %v", a, star)
	}
	if test := r.Siblings("a/src/test/java/p/T.java"); len(test) != 3 {
		t.Errorf("a test sees %v", test)
	}
}

// TestConcurrentUse: graphs of one state may be linked at the same time.
func TestConcurrentUse(t *testing.T) {
	tree := analysis.NewTree([]analysis.File{
		{Path: "build.gradle", Language: groovy.Language(), Facts: analysis.Known(&analysis.Facts{Language: "groovy"}), Manifest: []byte{}},
		javaFile("src/main/java/module-info.java", "m"), javaFile("src/main/java/p/A.java", "p"), javaFile("src/main/java/q/B.java", "q"),
	})
	r := jvm.NewResolver(tree)
	var done sync.WaitGroup
	for range 4 {
		done.Go(func() {
			for _, from := range []string{"build.gradle", "src/main/java/module-info.java", "src/main/java/p/A.java", "not/here.java"} {
				imp := &analysis.Import{Specifier: "q", Names: []analysis.Binding{{Name: "B", Local: "B"}}}
				if res := r.Resolve(from, imp); len(res.Files) != 1 {
					t.Errorf("from %s: got %v", from, res)
				}
				r.Siblings(from)
			}
		})
	}
	done.Wait()
}

func javaFile(path, pkg string) analysis.File {
	return analysis.File{Path: path, Language: java.Language(), Facts: analysis.Known(&analysis.Facts{Language: "java", Package: pkg})}
}

func TestDoc(t *testing.T) {
	for source, want := range map[string]string{
		"/** One. Two. */\n":                                                "One.",
		"/**\n * One\n * line, e.g. this. Next.\n */\n":                     "One line, e.g. this.",
		"/** {@link Map#get(Object, Object) Gets} <b>it</b> &lt;T&gt; */\n": "Gets it <T>",
		"/** {@link #own} {@code a < {b}} {@inheritDoc} */":                 "own a < {b}",
		"/** @param x no sentence */\n":                                     "",
		"/**\n * First\n *\n * Second.\n */\n":                              "First",
		"/**\n * Files like /*.txt and\n * more.\n */\n":                    "Files like /*.txt and more.",
		"/// Markdown\n/// says. More.\n":                                   "Markdown says.",
		"int x; // a line\n":                                                "",
		"/* no doc */\n":                                                    "",
		"/** far above */\n\n":                                              "",
		"/** of another */ int x = 1;\n":                                    "",
		"/** of another */\ndef re = ~/x.*/\n":                              "",
		"/**/\n":                                                            "",
		"":                                                                  "",
	} {
		if got := jvm.Doc([]byte(source+"class C {}"), uint32(len(source))); got != want {
			t.Errorf("%q: got %q, want %q", source, got, want)
		}
	}
}

func TestIsTest(t *testing.T) {
	for path, want := range map[string]bool{
		"m/src/main/java/p/FooTest.java":      false,
		"m/src/test/java/p/Foo.java":          true,
		"src/integrationTest/kotlin/Foo.kt":   true,
		"app/src/androidTest/java/p/Foo.java": true,
		"src/jmh/java/p/Bench.java":           true,
		"src/commonMain/kotlin/Foo.kt":        false,
		"test/p/Foo.java":                     true,
		"plugin/testData/calls/Foo.kt":        true,
		"core/p/FooTest.java":                 true,
		"core/p/TestFoo.java":                 true,
		"core/p/Testament.java":               false,
		"core/p/AUDIT.java":                   false,
		"core/p/KeySpec.java":                 false,
		"core/p/ShopSpec.groovy":              true,
		"latest/p/Foo.java":                   false,
	} {
		if got := jvm.IsTest(path); got != want {
			t.Errorf("%s: got %v", path, got)
		}
	}
}
