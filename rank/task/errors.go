package task

import "strings"

// errorNames reads what the message of an error puts into single quotes: the name that is missing, the
// module that cannot be imported, the type that lacks a property. Interpreters and compilers
// alike quote what the error is about.
func (r *reader) errorNames(line string) {
	if !reportsError(line) {
		return
	}
	for {
		_, rest, found := strings.Cut(line, "'")
		if !found {
			return
		}
		inner, after, closed := strings.Cut(rest, "'")
		if !closed {
			return
		}
		line = after
		name := strings.Trim(inner, "./")
		dot := strings.LastIndexByte(name, '.')
		if len(name)-dot > 2 && isQualified(name) && !stopWords[strings.ToLower(name)] {
			r.symbol(Symbol{Qualifier: name[:max(dot, 0)], Name: name[dot+1:], Weight: symbolWeights[quoted]})
		}
	}
}

// maxErrorHead is how many words may stand before the name of an error: "E   TypeError:" of pytest,
// "Uncaught TypeError:" of browsers, "x.ts(3,5): error TS2339:" of tsc.
const maxErrorHead = 4

// reportsError reports whether one of a line's first words is the name of an error, with a colon.
func reportsError(line string) bool {
	words := 0
	for word := range strings.FieldsSeq(line) {
		if words++; words > maxErrorHead {
			return false
		}
		if isError(word) || word == "error" && words > 1 {
			return true
		}
	}
	return false
}

// isError reports whether a line is the message of an error: its first word ends with Error, Exception or the like,
// and a colon.
func isError(line string) bool {
	head, _, found := strings.Cut(line, ":")
	if !found || strings.ContainsAny(head, " \t") {
		return false
	}
	head = strings.ToLower(head)
	return strings.HasSuffix(head, "error") || strings.HasSuffix(head, "exception") || strings.HasSuffix(head, "warning") || head == "panic" || head == "fatal"
}

// isQualified reports whether a text is an identifier, or several with dots between them.
func isQualified(name string) bool {
	for part := range strings.SplitSeq(name, ".") {
		if !isIdentifier(part) {
			return false
		}
	}
	return true
}
