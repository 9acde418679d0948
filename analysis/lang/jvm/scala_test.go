package jvm

import (
	"fmt"
	"testing"
	"testing/fstest"

	"github.com/contextls/contextls/analysis"
)

// Builds of sbt and Mill declare artifacts that are built for a Scala.
func TestDeclareScala(t *testing.T) {
	file := func(p, text string) analysis.File { return analysis.File{Path: p, Manifest: []byte(text)} }
	for _, tt := range []struct {
		files []analysis.File
		want  string
	}{
		{[]analysis.File{file("build.sbt", "val teaVersion = \"1.4\"\nThisBuild / scalaVersion := \"2.13.12\"\ncrossScalaVersions := Seq(\"3.3.1\")\n"+
			"libraryDependencies ++= Seq(\"com.tea\" %% \"pot\" % teaVersion, \"org.leaf\" % \"leaf\" % \"3.0\" % Test) // \"no\" % \"such\" % \"1\"\n")},
			"? com.tea:pot_2.13:1.4 com.tea:pot_3:1.4 org.leaf:leaf:3.0"},
		{[]analysis.File{file("build.sbt", ""), file("project/Deps.scala", "object Deps { val V = new { val tea = \"1.4\" }\n val pot = \"com.tea\" %% \"pot\" % V.tea\n val scalaVersion = \"3.3.1\" }")},
			"? com.tea:pot_3:1.4"},
		{[]analysis.File{file("build.mill", "val scala213 = \"x\"\ndef scalaVersion = \"2.13.16\"\ndef mvnDeps = Seq(mvn\"com.tea::pot::1.4\", mvn\"org.leaf:leaf:3.0\", mvn\"a:b:$v\")\n")},
			"? com.tea:pot_2.13:1.4 org.leaf:leaf:3.0"},
	} {
		r := NewResolver(analysis.NewTree(tt.files)).(*resolver)
		if got := r.declared(r.builds.module("")); got != tt.want {
			t.Errorf("%s: %q, want %q", tt.files[0].Path, got, tt.want)
		}
	}
}

// Of a library for several platforms Gradle has the JVM's artifact.
func TestPlatforms(t *testing.T) {
	files := fstest.MapFS{}
	for _, p := range []string{"pot/1.4/a/pot-1.4.pom", "pot-jvm/1.4/b/pot-jvm-1.4.pom", "pot-jvm/1.4/c/pot-jvm-1.4.jar", "pot-jvm/1.4/d/pot-jvm-1.4-sources.jar", "pot-jvm/1.4/d/pot-jvm-1.4-sources.jar!/jvmMain/com/tea/Pot.kt"} {
		files["files-2.1/com.tea/"+p] = &fstest.MapFile{Data: []byte("<project><artifactId>x</artifactId></project>")}
	}
	imp := &analysis.Import{Specifier: "com.tea", Names: []analysis.Binding{{Name: "Pot", Local: "Pot"}}}
	if m := Layout().Find(files, true, "A.kt", imp, analysis.Package{Ecosystem: "maven", As: "? com.tea:pot:1.4"}); len(m.Files) != 1 || m.Package.Name != "com.tea:pot-jvm" {
		t.Errorf("got %+v", m)
	}
}

// Coursier keeps artifacts by the addresses that they come from; files of Scala have any names.
func TestCoursier(t *testing.T) {
	const at = "https/repo1.maven.org/maven2/com/tea/pot_3/1.4/pot_3-1.4"
	files := fstest.MapFS{at + ".pom": {Data: []byte("<project><artifactId>pot_3</artifactId></project>")}, at + ".jar": {}, at + "-sources.jar": {},
		at + "-sources.jar!/com/tea/pot/package.scala": {}, at + "-sources.jar!/com/tea/pot/Lid.scala": {}, "https/example.com/x.jar": {}}
	for name, want := range map[string]string{"Lid": "Lid.scala", "boil": "package.scala Lid.scala"} {
		imp := &analysis.Import{Specifier: "com.tea.pot", Names: []analysis.Binding{{Name: name, Local: name}}}
		m := Layout().Find(files, true, "A.scala", imp, analysis.Package{Ecosystem: "maven", As: "? com.tea:pot_3:1.4"})
		got := map[string]bool{}
		for _, f := range m.Files {
			got[f[len(at+"-sources.jar!/com/tea/pot/"):]] = true
		}
		ok := m.Package.Name == "com.tea:pot_3"
		for _, f := range []string{"Lid.scala", "package.scala"} {
			ok = ok && got[f] == (name == "boil" || f == "Lid.scala")
		}
		if !ok {
			t.Errorf("%s: %+v, want %s", name, m, want)
		}
	}
	if Layout().Owns("https/example.com/x.jar", true) || !Layout().Owns(at+".jar", true) {
		t.Error("what is not Maven Central's is read")
	}
	home := map[string]string{"HOME": "/home/me"}
	if got := fmt.Sprint(Layout().Shared(func(key string) string { return home[key] })); got != "[/home/me/.m2 /home/me/.gradle/caches/modules-2 /home/me/.cache/coursier/v1 /home/me/Library/Caches/Coursier/v1]" {
		t.Error(got)
	}
}
