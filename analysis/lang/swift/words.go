package swift

import "github.com/contextls/contextls/analysis"

// isModifier reports whether a word may stand before the keyword of a declaration. "class" is both.
func isModifier(word string) bool {
	switch word {
	case "public", "private", "fileprivate", "internal", "open", "package", "static", "final", "override", "mutating",
		"nonmutating", "convenience", "required", "lazy", "weak", "unowned", "indirect", "nonisolated", "distributed",
		"isolated", "dynamic", "optional", "prefix", "postfix", "infix", "consuming", "borrowing", "async":
		return true
	}
	return false
}

func isDeclaration(word string) bool {
	switch word {
	case "import", "class", "struct", "enum", "actor", "protocol", "extension", "func", "init", "deinit", "subscript",
		"var", "let", "case", "typealias", "associatedtype", "macro", "operator", "precedencegroup":
		return true
	}
	return false
}

// typeKind is the kind of what a keyword defines with members inside.
func typeKind(keyword string) (kind analysis.Kind, ok bool) {
	switch keyword {
	case "class", "actor":
		return analysis.Class, true
	case "struct":
		return analysis.Struct, true
	case "enum":
		return analysis.Enum, true
	case "protocol":
		return analysis.Interface, true
	}
	return 0, keyword == "extension"
}
