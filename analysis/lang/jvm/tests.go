package jvm

import (
	"path"
	"strings"

	"github.com/contextls/contextls/analysis"
)

// IsTest follows the layouts of the build tools (src/test/java) and the test frameworks' names of classes
// (FooTest, TestFoo, FooIT, FooSpec).
func IsTest(p string) bool {
	_, set, root := sourceSet(analysis.Dir(p))
	if set != "" {
		return isTestSet(set)
	}
	for dir := range strings.SplitSeq(root, "/") {
		if isTestDir(dir) {
			return true
		}
	}
	name := stem(path.Base(p))
	suffixes := []string{"Test", "Tests", "TestCase", "IT"}
	if path.Ext(p) != ".java" { // where a KeySpec is no test
		suffixes = append(suffixes, "Spec", "Suite")
	}
	for _, suffix := range suffixes {
		if rest, ok := strings.CutSuffix(name, suffix); ok && rest != "" && rest != strings.ToUpper(rest) {
			return true
		}
	}
	rest, ok := strings.CutPrefix(name, "Test")
	return ok && rest != "" && 'A' <= rest[0] && rest[0] <= 'Z'
}
