package task

import "strings"

// aboutTests reports whether a title is about tests: it asks for some, names one as code is named, or speaks of
// tests as such, and not of something that is of a test's (a test client, the latest test release) or for tests.
func aboutTests(title string) bool {
	if ReadAction(title) == Test {
		return true
	}
	words := strings.Fields(title)
	for i, w := range words {
		if namesTest(w) {
			return true
		}
		plain := strings.ToLower(strings.Trim(w, ".,;:!?()[]\"'`*"))
		if besides[before(words[:i])] {
			continue
		}
		if manyTests[plain] || testWords[plain] && endsPhrase(w, words[i+1:]) {
			return true
		}
	}
	return false
}

// before is the last of some words that is no article, in small letters.
func before(words []string) string {
	for i := len(words) - 1; i >= 0; i-- {
		if w := strings.ToLower(words[i]); w != "a" && w != "an" && w != "the" {
			return w
		}
	}
	return ""
}

// endsPhrase reports whether a noun phrase ends with a word: nothing follows it that it could stand before.
func endsPhrase(word string, rest []string) bool {
	if len(rest) == 0 || strings.ContainsAny(word[len(word)-1:], ".,;:!?)") {
		return true
	}
	next := strings.ToLower(strings.Trim(rest[0], ".,;:!?()"))
	return prepositions[next] || stopWords[next] || strings.HasPrefix(next, "suite") || strings.HasPrefix(next, "case") ||
		symptoms[next] || symbolWeight(strings.Trim(rest[0], "`()"), prose, false, true) > 0
}

// namesTest reports whether a word is the name of a test or of its file: test_x, XTest, x_test.go, x.spec.ts.
func namesTest(word string) bool {
	name := strings.Trim(word, ".,;:!?()[]\"'`*")
	base := name[strings.LastIndexAny(name, `/\`)+1:]
	for _, p := range []string{"test_", "Test"} {
		if rest, found := strings.CutPrefix(base, p); found && rest != "" && ('A' <= rest[0] && rest[0] <= 'Z' || p == "test_") {
			return true
		}
	}
	stem, _, _ := strings.Cut(base, ".")
	return strings.HasSuffix(stem, "_test") || strings.HasSuffix(stem, "_spec") || strings.Contains(base, ".test.") || strings.Contains(base, ".spec.") ||
		strings.HasSuffix(base, "Test.java") || strings.HasSuffix(base, "Tests.cs")
}
