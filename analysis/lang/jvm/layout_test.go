package jvm

import (
	"fmt"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/contextls/contextls/analysis"
)

// caches are Maven's and Gradle's, with archives as directories of their own: as the packages' reader shows them.
func caches() fstest.MapFS {
	files := fstest.MapFS{}
	put := func(p, text string) { files[p] = &fstest.MapFile{Data: []byte(text)} }
	pom := func(rest string) string { return "<project><artifactId>x</artifactId>" + rest + "</project>" }
	dependency := func(group, artifact, version, rest string) string {
		if version != "" {
			version = "<version>" + version + "</version>"
		}
		return "<dependency><groupId>" + group + "</groupId><artifactId>" + artifact + "</artifactId>" + version + rest + "</dependency>"
	}
	const at = "repository/com/tea/"
	put(at+"parent/7/parent-7.pom", pom("<properties><cup.version>2.0</cup.version></properties><dependencyManagement><dependencies>"+
		dependency("com.tea", "bill", "3", "<type>pom</type><scope>import</scope>")+"</dependencies></dependencyManagement>"))
	put(at+"bill/3/bill-3.pom", pom("<dependencyManagement><dependencies>"+dependency("com.tea", "tea-pot", "1.4", "")+dependency("com.tea", "tea-lid", "1.1", "")+
		"</dependencies></dependencyManagement>"))
	put(at+"tea-pot/1.4/tea-pot-1.4.pom", pom("<parent><groupId>com.tea</groupId><artifactId>parent</artifactId><version>7</version></parent><dependencies>"+
		dependency("com.tea", "tea-lid", "", "")+dependency("com.tea", "cup", "${cup.version}", "")+dependency("com.tea", "hidden", "1", "<scope>test</scope>")+"</dependencies>"))
	for _, p := range []string{"tea-pot/1.4/tea-pot-1.4", "tea-pot/1.5/tea-pot-1.5", "tea-lid/1.1/tea-lid-1.1", "tea-lid/1.0/tea-lid-1.0"} {
		put(at+p+".jar", "")
		put(at+p+"-sources.jar", "")
	}
	put(at+"tea-pot/1.4/tea-pot-1.4-sources.jar!/com/tea/pot/Pot.java", "")
	put(at+"tea-lid/1.1/tea-lid-1.1-sources.jar!/com/tea/lid/Lid.java", "")
	put(at+"tea-lid/1.1/tea-lid-1.1-sources.jar!/com/tea/lid/all.kt", "")
	put(at+"cup/2.0/cup-2.0.pom", pom(""))
	put(at+"cup/2.0/cup-2.0.jar", "")
	put(at+"cup/2.0/cup-2.0.jar!/com/tea/cup/Cup.class", "")
	put("files-2.1/org.leaf/leaf/3.0/abc/leaf-3.0.pom", pom(""))
	put("files-2.1/org.leaf/leaf/3.0/def/leaf-3.0-sources.jar", "")
	put("files-2.1/org.leaf/leaf/3.0/def/leaf-3.0-sources.jar!/jvmMain/org/leaf/Green.kt", "")
	return files
}

func TestLayout(t *testing.T) {
	const declared = "com.tea:parent:7^ com.tea:tea-pot: org.leaf:leaf:3.0 com.tea:absent:1"
	for _, tt := range []struct{ spec, names, declared, want string }{
		{"com.tea.pot", "Pot", declared, "com.tea:tea-pot 1.4 [Pot.java] "},
		{"com.tea.pot.Pot", "boil", declared, "com.tea:tea-pot 1.4 [Pot.java] Pot"},
		{"com.tea.pot.Pot.Kind", "GREEN", declared, "com.tea:tea-pot 1.4 [Pot.java] Pot.Kind"},
		{"com.tea.lid", "Lid", declared, "com.tea:tea-lid 1.1 [Lid.java] "},
		{"com.tea.lid", "close", declared, "com.tea:tea-lid 1.1 [all.kt] "},
		{"com.tea.cup", "Cup", declared, "com.tea:cup 2.0 [] "}, // without sources
		{"org.leaf", "Green", declared, "org.leaf:leaf 3.0 [Green.kt] "},
		{"com.tea.pot", "Missing", declared, "  [] "},
		{"com.tea.pot", "Pot", "com.tea:tea-pot:1.5", "  [] "},
		{"com.tea.pot", "Pot", "", "  [] "},
		{"com.tea.pot", "Pot", "../..:tea-pot:1.4 com.tea:../tea-pot:1.4", "  [] "},
	} {
		imp := &analysis.Import{Specifier: tt.spec, Names: []analysis.Binding{{Name: tt.names, Local: tt.names}}}
		m := Layout().Find(caches(), true, "A.java", imp, analysis.Package{Ecosystem: "maven", As: tt.declared})
		var bases []string
		for _, f := range m.Files {
			bases = append(bases, f[strings.LastIndexByte(f, '/')+1:])
		}
		if got := fmt.Sprintf("%s %s %s %s", m.Package.Name, m.Package.Version, bases, m.Within); got != tt.want {
			t.Errorf("%s of %s: got %q, want %q", tt.names, tt.spec, got, tt.want)
		}
	}
}

// An external import says which declared artifact it most likely leads to.
func TestPackageOfImport(t *testing.T) {
	manifest := func(p, text string) analysis.File { return analysis.File{Path: p, Manifest: []byte(text)} }
	r := NewResolver(analysis.NewTree([]analysis.File{
		manifest("pom.xml", `<project><groupId>shop</groupId><artifactId>all</artifactId><version>1</version>
			<parent><groupId>com.tea</groupId><artifactId>parent</artifactId><version>7</version></parent>
			<properties><tea>1.4</tea></properties>
			<dependencyManagement><dependencies><dependency><groupId>com.tea</groupId><artifactId>tea-lid</artifactId><version>1.1</version></dependency></dependencies></dependencyManagement></project>`),
		manifest("app/pom.xml", `<project><artifactId>app</artifactId><parent><groupId>shop</groupId><artifactId>all</artifactId><version>1</version></parent><dependencies>
			<dependency><groupId>com.tea</groupId><artifactId>tea-pot</artifactId><version>${tea}</version></dependency>
			<dependency><groupId>com.tea</groupId><artifactId>tea-lid</artifactId></dependency></dependencies></project>`),
		manifest("boot/build.gradle", "dependencies {\n implementation 'com.hot:hot-starter-web'\n implementation 'com.hot:hot-starter-data'\n}"),
		manifest("web/build.gradle", "dependencies {\n implementation 'org.leaf:leaf:3.0'\n implementation libs.sugar\n}"),
		manifest("gradle/libs.versions.toml", "[versions]\nsugar = \"0.9\"\n[libraries]\nsugar = { module = \"io.sugar:cube\", version.ref = \"sugar\" }"),
		manifest("lock/build.gradle", "dependencies {\n implementation 'com.hot:hot-starter-web'\n implementation 'org.leaf:leaf:[2,4)'\n annotationProcessor 'org.tool:tool:1'\n}"),
		manifest("lock/gradle.lockfile", "# This is a Gradle generated file for dependency locking.\ncom.hot:hot-starter-web:5.1=compileClasspath,runtimeClasspath\n"+
			"com.hot:hot-core:5.2=runtimeClasspath\ncom.hot:hot-web:5.2=runtimeClasspath,testRuntimeClasspath\nio.sugar:cube:0.7=compileClasspath\norg.leaf:leaf:3.1=debugCompileClasspath\n"+
			"org.tool:tool:2=annotationProcessor\n../x:y:1=compileClasspath\nempty=testAnnotationProcessor\n"),
		manifest("gradle/verification-metadata.xml", `<verification-metadata><components><component group="com.hot" name="hot-starter-data" version="6.0"><artifact name="x.jar"/></component>
			<component group="com.hot" name="hot-starter-web" version="6.0"/><component group="com.hot" name="hot-starter-web" version="6.1"/></components></verification-metadata>`),
	})).(*resolver)
	for _, tt := range []struct{ dir, spec, want string }{
		{"app", "com.tea.pot", "com.tea:tea-pot 1.4"},
		{"app", "com.tea.lid", "com.tea:tea-lid 1.1"},
		{"app", "org.other", " "}, // some artifact may bring it with it
		{"app", "java.util", "none"},
		{"web", "org.leaf.green", "org.leaf:leaf 3.0"},
		{"boot", "com.hot.data.rows", "com.hot:hot-starter-data 6.0"}, // Gradle verifies one version of it
		{"boot", "com.hot.stereotype", " "},                           // either of them may bring it with it
		{"web", "io.sugar", "io.sugar:cube 0.9"},
		{"lock", "io.sugar", "io.sugar:cube 0.7"},
		{"lock", "org.leaf.green", "org.leaf:leaf 3.1"},
		{"lock", "com.hot.web.bind", "com.hot:hot-web 5.2"}, // which the starter brings with it
	} {
		got := "none"
		if p := r.pkg(location{module: r.builds.module(tt.dir)}, "A.java", tt.spec); p != nil {
			got = p.Name + " " + p.Version
		}
		if got != tt.want {
			t.Errorf("%s in %s: got %q, want %q", tt.spec, tt.dir, got, tt.want)
		}
	}
	if got, want := r.declared(r.builds.module("app")), "? com.tea:parent:7^ com.tea:tea-lid:1.1 com.tea:tea-pot:1.4 io.sugar:cube:0.9"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if got, want := r.declared(r.builds.module("lock")), "? com.hot:hot-core:5.2 com.hot:hot-starter-web:5.1 com.hot:hot-web:5.2 com.tea:parent:7^ io.sugar:cube:0.7 org.leaf:leaf:3.1 org.tool:tool:1"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
