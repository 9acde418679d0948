package syntax

import (
	"slices"
	"strings"

	"github.com/contextls/contextls/analysis"
)

// longestDoc is how many bytes a first sentence has, at most.
const longestDoc = 200

// Sentence is the first sentence of a documentation, which comes as its lines without the comment's markers:
// the first paragraph, up to where a sentence ends in it. It is one line, cut where it is long. "" says that
// there is none: code, a licence, rulers, words to a tool.
func Sentence(lines []string) string {
	text := ""
	for _, line := range lines {
		line = strings.Join(strings.Fields(line), " ")
		switch {
		case text == "" && (isFence(line) || analysis.IsLicence(line)):
			return ""
		case text == "" && (saysNothing(line) || isForTool(line)):
			continue
		case text == "":
			text = line
		case saysNothing(line) || isForTool(line) || beginsOther(line), strings.HasSuffix(text, ":") && 'A' <= line[0] && line[0] <= 'Z':
			return shortened(text)
		case strings.HasPrefix(text, ": "): // of a comment whose lines all begin with #:
			text += " " + strings.TrimPrefix(line, ": ")
		default:
			text += " " + line
		}
		if end := sentenceEnd(text); end > 0 {
			return shortened(text[:end])
		}
		if len(text) > longestDoc {
			break
		}
	}
	return shortened(text)
}

// saysNothing reports whether a line is empty, a ruler, or a tag of a documentation tool (@param, :param x:, .. note::).
func saysNothing(line string) bool {
	if line == "" || line[0] == '@' || line[0] == ':' && strings.Count(line, ":") > 1 && !strings.HasPrefix(line, ": ") || isMarkupDirective(line) {
		return true
	}
	return strings.Trim(line, "-=*_#~+/\\<>.|") == ""
}

// isMarkupDirective reports whether a line is one of reStructuredText: `.. versionadded:: 8.0`.
func isMarkupDirective(line string) bool {
	return strings.HasPrefix(line, ".. ") && strings.Contains(line, "::")
}

func isFence(line string) bool {
	return strings.HasPrefix(line, "```") || strings.HasPrefix(line, "~~~") || isMarkupDirective(line) && strings.Contains(line, "code")
}

// isForTool reports whether a line tells an editor or a linter what to do.
func isForTool(line string) bool {
	for _, begin := range []string{"#region", "#endregion", "eslint-", "prettier-ignore", "nolint", "noinspection ", "rubocop:", "swiftlint:", "pylint:", "clang-format "} {
		if strings.HasPrefix(line, begin) {
			return true
		}
	}
	return false
}

// beginsOther reports whether a line ends the paragraph before it: it is of a list, a heading, a field, an
// example, or a note to the authors.
func beginsOther(line string) bool {
	for _, begin := range []string{"- ", "* ", "+ ", "# ", "## ", ">>>", "<p>", "<ul", "<pre", "TODO", "FIXME", "XXX", "HACK"} {
		if strings.HasPrefix(line, begin) {
			return true
		}
	}
	number := strings.TrimLeft(line, "0123456789")
	return isFence(line) || number != line && (strings.HasPrefix(number, ". ") || strings.HasPrefix(number, ") "))
}

// sentenceEnd is where the first sentence ends, 0 where none does yet.
func sentenceEnd(text string) int {
	for i := range len(text) {
		if strings.HasPrefix(text[i:], "。") {
			return i + len("。")
		}
		if strings.IndexByte(".!?", text[i]) < 0 || i+1 == len(text) || text[i+1] != ' ' {
			continue
		}
		switch word := text[strings.LastIndexAny(text[:i], " (")+1 : i]; {
		case len(word) == 1 && 'A' <= word[0] && word[0] <= 'Z': // J. Doe
		case slices.Contains([]string{"e.g", "i.e", "etc", "vs", "cf", "approx", "resp", "incl", "Mr", "Dr", "No"}, word):
		default:
			return i + 1
		}
	}
	return 0
}

// shortened is a line, or as many of its words as fit.
func shortened(line string) string {
	if len(line) <= longestDoc {
		return line
	}
	line = line[:longestDoc]
	if i := strings.LastIndexByte(line, ' '); i > 0 {
		line = line[:i]
	}
	return strings.TrimRight(strings.ToValidUTF8(line, ""), " ,;:") + "…"
}

// commentLines are the lines of a comment without its markers. One in brackets ends with a line that says
// nothing, so that no other comment continues it.
func commentLines(comment string) []string {
	var out []string
	block := strings.HasPrefix(comment, "/*")
	if strings.HasPrefix(comment, "////") { // code that was commented out, a ruler
		return out
	}
	comment = strings.ReplaceAll(comment, "\r", " ")
	for line := range strings.Lines(comment) {
		line = strings.TrimSpace(line)
		line = strings.TrimSuffix(line, "*/")
		if isDirective(line) {
			continue
		}
		if strings.HasPrefix(line, "- ") { // of a list
			out = append(out, line)
			continue
		}
		out = append(out, strings.TrimSpace(strings.TrimLeft(line, "/*#!-")))
	}
	if block {
		out = append(out, "")
	}
	return out
}

// isDirective reports whether a line comment is like //go:embed, without a space behind the marker.
func isDirective(line string) bool {
	word, ok := strings.CutPrefix(line, "//")
	n := strings.IndexByte(word, ':')
	return ok && n > 0 && n+1 < len(word) && word[n+1] != ' ' && word[n+1] != '/' && strings.Trim(word[:n], "abcdefghijklmnopqrstuvwxyz") == ""
}
