package analysis

import "bytes"

const (
	mostLine = 300 // bytes: people break longer lines…
	longPart = 10  // …so that less than this part of a text stands in such lines
	codePart = 20  // code is at least this part of its lines; the rest is documentation
)

// Handwritten reports whether people likely wrote a large text of code: no program says that it made it, few lines are long, and most lines do
// not begin alike, as those of a table do, of a dump or of a list of registers.
func Handwritten(src []byte) bool {
	if Generated(src) {
		return false
	}
	var lines, code, long int
	begin := map[string]int{}
	for line := range bytes.Lines(src) {
		if len(line) > mostLine {
			long += len(line)
		}
		line = bytes.TrimSpace(line)
		if len(line) == 0 {
			continue
		}
		lines++
		if word := beginning(line); word != nil {
			code++
			begin[string(word)]++
		}
	}
	if code == 0 || long > len(src)/longPart || code < lines/codePart {
		return false
	}
	for _, n := range begin {
		if n > code/2 {
			return false
		}
	}
	return true
}

// beginning is the first word of a line of code, with the # of a directive; empty where it begins with none, as the rows of a table do,
// and nil for comments.
func beginning(line []byte) []byte {
	end := 0
	if line[0] == '#' && len(line) > 1 && isWord(line[1]) {
		end = 1
	} else if isComment(string(line[:min(len(line), 4)])) {
		return nil
	}
	if bytes.IndexByte([]byte("}])"), line[0]) >= 0 {
		return line[:1]
	}
	for end < len(line) && isWord(line[end]) && (end > 1 || line[end] > '9') {
		end++
	}
	return line[:end]
}

func isWord(c byte) bool {
	return 'a' <= c && c <= 'z' || isUpper(c) || isDigit(c) || c == '_' || c >= 0x80
}
