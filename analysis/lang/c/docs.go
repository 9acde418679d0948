package c

import "strings"

// isTrailing reports whether a comment speaks of what stands before it, as Doxygen marks it.
func isTrailing(start string) bool {
	return strings.HasPrefix(start, "///<") || strings.HasPrefix(start, "//!<") ||
		strings.HasPrefix(start, "/**<") || strings.HasPrefix(start, "/*!<")
}

// longestDoc is how many bytes a first sentence has, at most.
const longestDoc = 240

// sentence is the first sentence of a comment, without its markers.
func sentence(text string) string {
	var b strings.Builder
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if end := strings.TrimSuffix(line, "*/"); end != line && !strings.HasSuffix(end, "/") {
			line = end
		}
		line = strings.TrimSpace(strings.TrimLeft(line, "/*!<-=#+~ \t"))
		line = strings.TrimRight(line, "*-=#~ \t\\")
		command := line != "" && (line[0] == '@' || line[0] == '\\')
		if command {
			name, rest, _ := strings.Cut(line[1:], " ")
			switch name {
			case "brief", "short":
				line, command = strings.TrimSpace(rest), false
				b.Reset()
			case "fn", "file", "class", "struct", "enum", "def", "var", "typedef", "ingroup", "addtogroup", "name", "internal":
				continue
			}
		}
		if line == "" || command {
			if b.Len() > 0 {
				break
			}
			continue
		}
		if strings.HasPrefix(line, "Copyright") || strings.HasPrefix(line, "SPDX-") || strings.HasPrefix(line, "clang-format") ||
			strings.HasPrefix(line, "NOLINT") {
			return ""
		}
		if b.Len() > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(line)
		if end := sentenceEnd(b.String()); end > 0 {
			return b.String()[:end]
		}
		if b.Len() > longestDoc {
			break
		}
	}
	return shorten(strings.Join(strings.Fields(b.String()), " "), longestDoc)
}

// sentenceEnd is where the first sentence ends, 0 where none does yet.
func sentenceEnd(text string) int {
	for i := 0; i+1 < len(text); i++ {
		if text[i] != '.' && text[i] != '!' && text[i] != '?' || text[i+1] != ' ' {
			continue
		}
		before := text[:i]
		if strings.HasSuffix(before, "e.g") || strings.HasSuffix(before, "i.e") || strings.HasSuffix(before, "etc") ||
			strings.HasSuffix(before, "vs") {
			continue
		}
		return i + 1
	}
	return 0
}
