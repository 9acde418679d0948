package ecmascript

import (
	"bytes"
	"path"
	"strings"

	"github.com/contextls/contextls/analysis"
	"github.com/contextls/contextls/analysis/syntax"
)

// Languages are TypeScript, TSX, JavaScript and JSX.
func Languages() []*analysis.Language {
	language := func(g *syntax.Grammar[reader], fence string, extensions ...string) *analysis.Language {
		return &analysis.Language{ID: g.ID, Fence: fence, Extensions: extensions, Extract: g.Extract, Family: "ecmascript",
			Lexis:     analysis.Lexis{Line: []string{"//"}, Block: [2]string{"/*", "*/"}, Quotes: "\"'`", Lines: "`"},
			Manifests: manifests(), PackageOf: packageOf, Condense: condense(), NewResolver: newResolver, Layout: layout(), IsTest: isTest, Common: common()}
	}
	ts := language(typescriptGrammar(), "ts", ".ts", ".mts", ".cts")
	ts.Interpreters = []string{"deno", "ts-node", "tsx"}
	js := language(javascriptGrammar("javascript"), "js", ".js", ".mjs", ".cjs")
	js.Interpreters = []string{"node", "nodejs", "bun"}
	plain, flow := js.Extract, flowGrammar().Extract
	js.Extract = func(src []byte) (*analysis.Facts, error) {
		if isFlow(src) {
			return flow(src)
		}
		return plain(src)
	}
	return []*analysis.Language{
		ts,
		language(tsxGrammar(), "tsx", ".tsx"),
		js,
		language(javascriptGrammar("javascriptreact"), "jsx", ".jsx"),
	}
}

// isFlow reports whether Flow's pragma stands in the comments that a file begins with.
func isFlow(src []byte) bool {
	for line := range bytes.Lines(src) {
		line = bytes.TrimSpace(line)
		if len(line) > 0 && line[0] != '/' && line[0] != '*' && line[0] != '#' {
			return false
		}
		if bytes.Contains(line, []byte("@flow")) {
			return true
		}
	}
	return false
}

// common are members of arrays, strings, functions, promises and of the like.
func common() []string {
	return strings.Fields(`add apply at bind call catch charAt charCodeAt concat constructor endsWith entries every exec fill
		filter finally find findIndex flat flatMap forEach from hasOwnProperty includes indexOf join keys lastIndexOf length
		localeCompare map match message name normalize padEnd padStart pop prototype push reduce reduceRight repeat replace
		replaceAll reverse shift slice some sort splice split stack startsWith substring test then toFixed toJSON toLocaleString
		toLowerCase toString toUpperCase trim trimEnd trimStart unshift valueOf values`)
}

func manifests() []string {
	return append(lockFiles(), "package.json", "pnpm-workspace.yaml", "tsconfig*.json", "jsconfig*.json")
}

// isConfig reports whether a base name is a tsconfig's or jsconfig's.
func isConfig(base string) bool {
	return strings.HasSuffix(base, ".json") && (strings.HasPrefix(base, "tsconfig") || strings.HasPrefix(base, "jsconfig"))
}

// isTest knows the names that the test runners look for by default.
func isTest(p string) bool {
	base := path.Base(p)
	for _, mark := range []string{".test.", ".spec.", "-test.", "_test.", "-spec.", "_spec.", ".test-d.", ".e2e", ".cy."} {
		if strings.Contains(base, mark) {
			return true
		}
	}
	return analysis.InTestDir(p, "__tests__", ".test", "spec", "specs", "e2e", "cypress", "test-dts", "dts-test", "__tests_dts__")
}
