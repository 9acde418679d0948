package ruby

import (
	"path"
	"strings"

	"github.com/contextls/contextls/analysis"
)

// ecosystem is what gems are of.
const ecosystem = "rubygems"

// Language is Ruby.
func Language() *analysis.Language {
	g := grammar()
	return &analysis.Language{
		ID:         "ruby",
		Extensions: []string{".rb", ".rbw", ".rake", ".gemspec", ".podspec", ".ru", ".thor", ".jbuilder"},
		Names: []string{"Rakefile", "rakefile", "Gemfile", "gems.rb", "Guardfile", "Capfile", "Vagrantfile", "Podfile", "Fastfile",
			"Appraisals", "Thorfile", "Brewfile", "Berksfile", "Dangerfile", "Steepfile", ".irbrc", ".pryrc", ".simplecov"},
		Interpreters: []string{"ruby", "jruby", "truffleruby", "rake"},
		Fence:        "ruby",
		Bare:         true,
		Untyped:      true,
		Lexis:        analysis.HashLexis(),
		Spelling:     analysis.Spelling{Separators: []string{"@"}, Ends: "?!", Assigned: true, Bars: true},
		Extract:      func(src []byte) (*analysis.Facts, error) { return g.Extract(guard(src)) },
		Family:       "ruby",
		Manifests:    []string{"*.gemspec", "Gemfile", "gems.rb", "Gemfile.lock", "gems.locked"},
		PackageOf:    packageOf,
		NewResolver:  newResolver,
		Layout:       layout(),
		Constructor:  "initialize",
		IsTest:       isTest,
	}
}

// isTest follows the conventions of Minitest, RSpec and Cucumber.
func isTest(p string) bool {
	base := path.Base(p)
	name := strings.TrimSuffix(base, path.Ext(base))
	return strings.HasSuffix(name, "_test") || strings.HasSuffix(name, "_spec") || strings.HasPrefix(name, "test_") || analysis.InTestDir(p, "spec", "features")
}
