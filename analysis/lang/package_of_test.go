package lang_test

import (
	"testing"

	"github.com/contextls/contextls/analysis"
	"github.com/contextls/contextls/analysis/lang"
)

func TestPackageOf(t *testing.T) {
	for _, c := range []struct {
		path, text string
		want       analysis.Package // zero: none
	}{
		{"go.mod", "module example.com/shop/v2\n\ngo 1.26\n", analysis.Package{Ecosystem: "go", Name: "example.com/shop/v2"}},
		{"go.mod", "go 1.26\n", analysis.Package{}},
		{"go.work", "use ./shop\n", analysis.Package{}},
		{"web/package.json", `{"name": "@shop/web", "version": "1.2.0"}`, analysis.Package{Ecosystem: "npm", Name: "@shop/web", Version: "1.2.0"}},
		{"package.json", `{"private": true}`, analysis.Package{}},
		{"package.json", `{"name": `, analysis.Package{}},
		{"pyproject.toml", "[project]\nname = \"Shop_Core\"\nversion = \"3.1\"\n", analysis.Package{Ecosystem: "pypi", Name: "shop-core", Version: "3.1"}},
		{"pyproject.toml", "[tool.poetry]\nname = 'shop'\nversion = '0.4'\n[tool.poetry.dependencies]\nname = '1'\n", analysis.Package{Ecosystem: "pypi", Name: "shop", Version: "0.4"}},
		{"pyproject.toml", "[tool.ruff]\nname = 'x'\n", analysis.Package{}},
		{"setup.cfg", "[metadata]\nname = shop\nversion = 2\n", analysis.Package{Ecosystem: "pypi", Name: "shop", Version: "2"}},
		{"setup.py", "setup(\n  name='shop',\n  version=\"1.0\", packages=find_packages())", analysis.Package{Ecosystem: "pypi", Name: "shop", Version: "1.0"}},
		{"setup.py", "name = 'x'\nsetup(name=name)", analysis.Package{}},
		{"requirements.txt", "name==1", analysis.Package{}},
		{"Cargo.toml", "[package]\nname = \"shop-core\"\nversion = \"0.3.0\"\n", analysis.Package{Ecosystem: "cargo", Name: "shop-core", Version: "0.3.0"}},
		{"Cargo.toml", "[package]\nname = \"shop\"\nversion.workspace = true\n", analysis.Package{Ecosystem: "cargo", Name: "shop"}},
		{"Cargo.toml", "[workspace]\nmembers = [\"shop\"]\n", analysis.Package{}},
		{"composer.json", `{"name": "shop/core", "version": "1.0.1"}`, analysis.Package{Ecosystem: "composer", Name: "shop/core", Version: "1.0.1"}},
		{"composer.lock", `{"name": "shop/core"}`, analysis.Package{}},
		{"pom.xml", "<project><parent><groupId>com.shop</groupId><version>4</version></parent><artifactId>core</artifactId></project>", analysis.Package{Ecosystem: "maven", Name: "com.shop:core", Version: "4"}},
		{"pom.xml", "<project><groupId>com.shop</groupId><artifactId>core</artifactId><version>${revision}</version></project>", analysis.Package{Ecosystem: "maven", Name: "com.shop:core"}},
		{"pom.xml", "<project><artifactId>core</artifactId></project>", analysis.Package{}},
		{"core/build.gradle.kts", "group = \"com.shop\"\nversion = \"1.2\"\n", analysis.Package{Ecosystem: "maven", Name: "com.shop:core", Version: "1.2"}},
		{"build.gradle", "group 'com.shop'\narchivesBaseName = 'shop-core'\nversion \"$v\"\n", analysis.Package{Ecosystem: "maven", Name: "com.shop:shop-core"}},
		{"build.gradle", "group 'com.shop'\n", analysis.Package{}},
		{"core/build.gradle", "dependencies {\n    implementation group: 'com.tea', name: 'pot'\n}", analysis.Package{}},
		{"build.sbt", "ThisBuild / organization := \"com.shop\"\nname := \"core\"\nversion := \"1.2\"\n", analysis.Package{Ecosystem: "maven", Name: "com.shop:core", Version: "1.2"}},
		{"mix.exs", "  @version \"1.2.0\"\n  def project do\n    [\n      app: :shop_core,\n      version: @version,\n      deps: [{:tea, \"~> 1\"}]", analysis.Package{Ecosystem: "hex", Name: "shop_core", Version: "1.2.0"}},
		{"mix.lock", "app: :shop", analysis.Package{}},
		{"shop.gemspec", "Gem::Specification.new do |s|\n  s.name = 'shop'\n  s.version = \"1.4\"\nend", analysis.Package{Ecosystem: "rubygems", Name: "shop", Version: "1.4"}},
		{"Gemfile", "gem 'shop'", analysis.Package{}},
	} {
		var got analysis.Package
		for _, l := range lang.All() {
			if l.PackageOf == nil || !l.IsManifest(c.path) {
				continue
			}
			if p := l.PackageOf(c.path, []byte(c.text)); p != nil {
				got = *p
			}
		}
		if got != c.want {
			t.Errorf("%s %q: %+v, want %+v", c.path, c.text, got, c.want)
		}
	}
}
