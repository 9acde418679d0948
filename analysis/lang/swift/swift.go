package swift

import (
	"path"
	"strings"

	sitter "github.com/smacker/go-tree-sitter"
	tsswift "github.com/smacker/go-tree-sitter/swift"

	"github.com/contextls/contextls/analysis"
	"github.com/contextls/contextls/analysis/syntax"
)

const id = "swift"

// Language is Swift.
func Language() *analysis.Language {
	return &analysis.Language{
		ID:          id,
		Extensions:  []string{".swift"},
		Fence:       "swift",
		Bare:        true,
		Lexis:       analysis.Lexis{Line: []string{"//"}, Block: [2]string{"/*", "*/"}, Nested: true, Quotes: `"'`},
		Spelling:    analysis.Spelling{Arrow: "in "},
		Extract:     grammar().Extract,
		Family:      id,
		Manifests:   []string{"Package.swift", "Package.resolved", "Podfile", "Cartfile", "project.pbxproj"},
		NewResolver: newResolver,
		IsTest:      isTest,
	}
}

// isTest goes by the folders of SwiftPM and Xcode, and by the names of XCTest classes.
func isTest(p string) bool {
	for part := range strings.SplitSeq(analysis.Dir(p), "/") {
		if strings.HasSuffix(part, "Tests") {
			return true
		}
	}
	name := strings.TrimSuffix(path.Base(p), ".swift")
	return strings.HasSuffix(name, "Tests") || strings.HasSuffix(name, "Test")
}

// query finds what holds no references, and the names of definitions wherever they stand. Not those of
// functions: the grammar has so many states that a pattern for them takes a second to compile, and that a
// file refers to a name that it defines itself links to nothing.
const query = `
[(comment) (multiline_comment)] @comment
[(line_string_literal) (multi_line_string_literal) (raw_string_literal) (regex_literal) (import_declaration)] @opaque
(interpolated_expression) @code
(class_declaration name: (type_identifier) @name)
(protocol_declaration name: (type_identifier) @name)
(typealias_declaration name: (type_identifier) @name)
(associatedtype_declaration name: (type_identifier) @name)
(property_declaration name: (pattern bound_identifier: (simple_identifier) @name))
(protocol_property_declaration name: (pattern bound_identifier: (simple_identifier) @name))
(enum_entry name: (simple_identifier) @name)

[(function_declaration) (init_declaration) (lambda_literal) (computed_getter) (computed_setter)] @local.scope
[(parameter name: (simple_identifier) @local.definition)
 (lambda_parameter name: (simple_identifier) @local.definition)
 (pattern bound_identifier: (simple_identifier) @local.definition)
 (if_statement bound_identifier: (simple_identifier) @local.definition)
 (guard_statement bound_identifier: (simple_identifier) @local.definition)]
(value_argument name: (value_argument_label (simple_identifier) @reference))
`

func grammar() *syntax.Grammar[struct{}] {
	return &syntax.Grammar[struct{}]{
		ID:         id,
		Language:   func() *sitter.Language { return tsswift.GetLanguage() },
		Query:      query,
		Separators: []string{"?.", "!.", "."},
		Keywords: strings.Fields(`actor any as associatedtype async await borrowing break case catch class consuming
			continue default defer deinit didSet distributed do dynamic each else enum extension fallthrough false
			fileprivate final for func get guard if import in indirect infix init inout internal is isolated lazy let
			macro mutating nil nonisolated nonmutating open operator optional override package postfix precedencegroup
			prefix private protocol public repeat required rethrows return sending set some static struct subscript
			super switch throw throws true try typealias unowned var weak where while willSet
			Any Self Bool Character Double Float Int Int8 Int16 Int32 Int64 String UInt UInt8 UInt16 UInt32 UInt64
			Void canImport os swift compiler elseif endif available unavailable escaping autoclosure
			unchecked retroactive discardableResult objc nonobjc inlinable usableFromInline frozen preconcurrency _`),
		Self:   []string{"self", "super", "Self"},
		Read:   func(*syntax.Builder, *struct{}, syntax.Match) {}, // what the query names is no reference; finish reads the rest
		Finish: finish,
	}
}
