package jvm

import (
	"maps"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/contextls/contextls/analysis"
)

// What no artifact of a whole class path has is missing, and nothing else.
func TestMissing(t *testing.T) {
	const at = "repository/com/tea/"
	dependency := func(artifact, rest string) string {
		return "<dependency><groupId>com.tea</groupId><artifactId>" + artifact + "</artifactId><version>1</version>" + rest + "</dependency>"
	}
	files := fstest.MapFS{}
	put := func(p, text string) { files[p] = &fstest.MapFile{Data: []byte(text)} }
	artifact := func(name, version, pom string, classes ...string) {
		p := at + name + "/" + version + "/" + name + "-" + version
		put(p+".pom", "<project><artifactId>"+name+"</artifactId>"+pom+"</project>")
		put(p+".jar", "")
		for _, c := range append(classes, "META-INF/MANIFEST.MF") {
			put(p+".jar!/"+c, "")
		}
	}
	artifact("parent", "7", "<dependencies>"+dependency("lid", "")+"</dependencies>")
	artifact("base", "1", "<dependencyManagement><dependencies>"+dependency("junit", "<scope>test</scope>")+"</dependencies></dependencyManagement>")
	artifact("pot", "1", "<parent><groupId>com.tea</groupId><artifactId>base</artifactId><version>1</version></parent><dependencies>"+dependency("cup", "")+dependency("junit", "")+dependency("absent", "<optional>true</optional>")+"</dependencies>",
		"com/tea/pot/Pot.class", "com/tea/pot/AllKt.class", "META-INF/versions/11/com/tea/pot/Hot.class", "org/w3c/dom/Extra.class")
	put(at+"pot/1/pot-1-sources.jar", "")
	put(at+"pot/1/pot-1-sources.jar!/com/tea/pot/all.kt", "")
	artifact("pot", "2", "", "com/tea/pot/Pot.class", "com/tea/pot/Newer.class")
	artifact("cup", "1", "", "com/tea/pot/Saucer.class")
	artifact("cup", "2", "", "com/tea/pot/Handle.class")
	artifact("lid", "1", "", "com/tea/pot/Lid.class")
	artifact("other", "1", "<dependencies>"+dependency("lid", "<classifier>tests</classifier>")+"</dependencies>", "com/tea/other/Other.class")
	artifact("lost", "1", "<dependencies>"+dependency("nowhere", "")+"</dependencies>", "com/tea/lost/Lost.class")

	const declared = "com.tea:parent:7^ com.tea:pot:1"
	for _, tt := range []struct{ from, spec, name, declared, want string }{
		{"A.java", "com.tea.pot", "Pot", declared, ""},
		{"A.java", "com.tea.pot", "Kettle", declared, "com.tea:pot 1: Kettle"},
		{"A.java", "com.tea.pot", "Newer", declared, "com.tea:pot 1: Newer"}, // Maven takes the version that is declared
		{"A.java", "com.tea.pot", "Handle", declared, ""},                    // Maven might take another version of what pot wants
		{"A.java", "com.tea.pot", "Saucer", declared, ""},
		{"A.java", "com.tea.pot", "Lid", declared, ""}, // which the parent declares
		{"A.java", "com.tea.pot", "Hot", declared, ""}, // for Java 11 and later
		{"A.java", "com.tea.pot", "brew", declared, ""},
		{"A.java", "com.tea.pot.Pot", "Kettle", declared, ""}, // perhaps of a type that it extends
		{"A.java", "com.tea.kettle", "Kettle", declared, ""},  // perhaps generated
		{"A.java", "org.w3c.dom", "Kettle", declared, ""},
		{"A.kt", "com.tea.pot", "Kettle", declared, ""}, // perhaps an alias
		{"A.java", "com.tea.pot", "Kettle", declared + " ?", ""},
		{"A.java", "com.tea.pot", "Kettle", declared + " com.tea:pot:1?", ""},
		{"A.java", "com.tea.pot", "Kettle", declared + " com.tea:nowhere:1", ""},
		{"A.java", "com.tea.other", "Kettle", "com.tea:other:1", ""},
		{"A.java", "com.tea.lost", "Kettle", "com.tea:lost:1", ""},
	} {
		imp := &analysis.Import{Specifier: tt.spec, Names: []analysis.Binding{{Name: tt.name, Local: tt.name}}}
		m := Layout().Find(files, true, tt.from, imp, analysis.Package{Ecosystem: "maven", As: tt.declared})
		got := ""
		if len(m.Missing) > 0 && !m.Loose {
			got = m.Package.Name + " " + m.Package.Version + ": " + strings.Join(m.Missing, " ")
		}
		if got != tt.want {
			t.Errorf("%s.%s with %s: got %q, want %q", tt.spec, tt.name, tt.declared, got, tt.want)
		}
	}
	unlisted := maps.Clone(files)
	maps.DeleteFunc(unlisted, func(p string, _ *fstest.MapFile) bool { return strings.HasPrefix(p, at+"cup/1/cup-1.jar!/") })
	imp := &analysis.Import{Specifier: "com.tea.pot", Names: []analysis.Binding{{Name: "Kettle", Local: "Kettle"}}}
	if m := Layout().Find(unlisted, true, "A.java", imp, analysis.Package{Ecosystem: "maven", As: declared}); len(m.Missing) > 0 {
		t.Errorf("an archive is not listed, but %v is said to be missing", m.Missing)
	}
}

// Build files that are programs declare what is not read.
func TestUnsure(t *testing.T) {
	pom := analysis.File{Path: "pom.xml", Manifest: []byte(`<project><artifactId>app</artifactId><groupId>shop</groupId><dependencies>
		<dependency><groupId>com.tea</groupId><artifactId>pot</artifactId><version>1</version></dependency>
		<dependency><groupId>com.tea</groupId><artifactId>lid</artifactId><version>1</version><type>test-jar</type></dependency></dependencies></project>`)}
	for script, want := range map[string]string{"": "com.tea:lid:1? com.tea:pot:1", "build.gradle": "? com.tea:lid:1? com.tea:pot:1", "build.sbt": "? com.tea:lid:1? com.tea:pot:1"} {
		files := []analysis.File{pom}
		if script != "" {
			files = slices.Insert(files, 0, analysis.File{Path: script, Manifest: []byte("\n")})
		}
		r := NewResolver(analysis.NewTree(files)).(*resolver)
		if got := r.declared(r.builds.module("")); got != want {
			t.Errorf("with %q: %q, want %q", script, got, want)
		}
	}
}
