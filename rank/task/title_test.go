package task

import "testing"

func TestWithoutLabel(t *testing.T) {
	for title, want := range map[string]string{
		"fix: close the session":            ": close the session",
		"feat(api)!: close sessions":        "(api)!: close sessions",
		"[Bug] sessions stay open":          "] sessions stay open",
		"[Bug report]: sessions stay":       " report]: sessions stay",
		"Fix parser: close it":              " parser: close it",
		"chore: typo and grammar [ci skip]": ": typo and grammar ",
		"Cache modules [skip CI]":           "Cache modules ",
		"docs: how sessions close":          "docs: how sessions close",
		"test(api): more of them":           "test(api): more of them",
		"fix the parser":                    "fix the parser",
		":white_check_mark: :+1: cover it":  "cover it",
		":ring: fix: cover it":              ": cover it",
		"::Parser: is wrong":                "::Parser: is wrong",
		":Parser is wrong: why":             ":Parser is wrong: why",
		"Read [ci config] again":            "Read  again",
		"parse a[i] and b[":                 "parse a[i] and b[",
		"refactor: x [a]":                   ": x [a]",
	} {
		if got := withoutLabel(title); got != want {
			t.Errorf("%q: got %q, want %q", title, got, want)
		}
	}
}
