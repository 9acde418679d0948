package rust

import (
	"strings"
	"unicode"
)

// rawString gives what closes r#"…"#.
func rawString(prefix, _ string) (closing string) {
	switch word := strings.TrimRight(prefix, "#"); word {
	case "r", "br", "cr":
		return `"` + prefix[len(word):]
	}
	return ""
}

// takesOut reports whether a use declaration in a text takes a constant out of a type: `use Kind::*`, `use Kind::{One, Two}`.
func takesOut(text, kind, constant string) bool {
	of := kind + "::"
	for {
		before, behind, found := strings.Cut(text, of)
		if !found {
			return false
		}
		if inUse(before) {
			list, _, _ := strings.Cut(behind, ";")
			if strings.HasPrefix(list, "*") || strings.HasPrefix(list, "{") && hasWord(list, constant) {
				return true
			}
		}
		text = text[len(before)+len(of):]
	}
}

// inUse reports whether a text ends in a use declaration.
func inUse(text string) bool {
	text = text[strings.LastIndexByte(text, ';')+1:]
	i := strings.LastIndex(text, "use ")
	return i >= 0 && (i == 0 || isBreak(rune(text[i-1]))) &&
		!strings.ContainsFunc(text[i:], func(c rune) bool { return isBreak(c) && !strings.ContainsRune(":{},* \t\r\n", c) })
}

func hasWord(text, word string) bool {
	for part := range strings.FieldsFuncSeq(text, isBreak) {
		if part == word {
			return true
		}
	}
	return false
}

// isBreak reports whether a character is no part of an identifier.
func isBreak(c rune) bool { return c != '_' && !unicode.IsLetter(c) && !unicode.IsDigit(c) }
