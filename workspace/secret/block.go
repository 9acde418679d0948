package secret

import (
	"slices"
	"strconv"
	"strings"
)

// Bounds of a private key as text.
const (
	longestKey  = 32 << 10 // bytes; RSA keys of 16,384 bits have 13,000
	longestHead = 64       // of a line that begins a block
	keyRun      = 24       // characters of base 64 in a row that a key has in any layout
)

const keyKind = "private key"

// keyBlock finds a block -----BEGIN … PRIVATE KEY-----, whatever stands around its lines: comments, quotes,
// the marks of a diff, or \n. i is where BEGIN stands. Where it has no end, it is the lines that could be of it.
func keyBlock(text string, i int) (f Finding, steps int, ok bool) {
	const dashes = "-----"
	if !strings.HasSuffix(text[:i], dashes) {
		return Finding{}, 0, false
	}
	head := text[i+len("BEGIN ") : min(len(text), i+longestHead)]
	label, _, ok := strings.Cut(head, dashes)
	if !ok || !strings.Contains(label, "PRIVATE KEY") || strings.ContainsAny(label, "\n\"") {
		return Finding{}, 0, false
	}
	start, from := i-len(dashes), i+len("BEGIN ")+len(label)+len(dashes)
	window := text[from:min(len(text), from+longestKey)]
	n := strings.Index(window, dashes+"END "+label)
	end := from + n + len(dashes+"END "+label+dashes)
	if next := strings.Index(window, dashes+"BEGIN "); n < 0 || next >= 0 && next < n {
		n = linesOfKey(window)
		end = from + n
	}
	if !keyLike(window[:n]) {
		return Finding{}, len(window), false
	}
	return Finding{Kind: keyKind, Start: start, End: min(end, len(text))}, n, true
}

// keyLike reports whether a text holds a key, not dots or words in its place.
func keyLike(body string) bool {
	run, longest := 0, 0
	for k := range len(body) {
		if letterOrDigit(body[k]) || body[k] == '+' || body[k] == '/' {
			run++
			longest = max(longest, run)
		} else {
			run = 0
		}
	}
	return longest >= keyRun && entropy(body) >= 3.8
}

// linesOfKey is how much of the beginning of a text are lines of base 64.
func linesOfKey(text string) (n int) {
	for line := range strings.Lines(text) {
		if bare := bareLine(line); bare != "" && (len(bare) < keyRun && n == 0 || strings.IndexFunc(bare, notBase64) >= 0) {
			return n
		}
		n += len(line)
	}
	return n
}

// bareLine is a line without what comments, quotes and diffs put around it.
func bareLine(line string) string {
	line = strings.TrimSuffix(strings.TrimSpace(strings.Trim(line, " \t\r\n#*>|,;\"'`\\-+")), `\n`)
	return strings.Trim(line, `"'`)
}

func notBase64(r rune) bool {
	return r > '~' || !letterOrDigit(byte(r)) && r != '+' && r != '/' && r != '='
}

// endOfKey finds the end of a block whose beginning is not in the text: the lines of base 64 before it. i is
// where END stands.
func endOfKey(text string, i int) (f Finding, steps int, ok bool) {
	from := max(0, i-longestKey)
	label, _, ok := strings.Cut(text[i:min(len(text), i+longestHead)], "-----")
	if !ok || !strings.Contains(label, "PRIVATE KEY") || !strings.HasSuffix(text[:i], "-----") {
		return Finding{}, 0, false
	}
	start := from + strings.LastIndexByte(text[from:i], '\n') + 1
	end := start
	for start > from {
		before := from + strings.LastIndexByte(text[from:start-1], '\n') + 1
		bare := bareLine(text[before:start])
		if bare == "" || strings.IndexFunc(bare, notBase64) >= 0 || len(bare) < keyRun && start != end {
			break
		}
		start = before
	}
	if start == end || !keyLike(text[start:end]) {
		return Finding{}, i - start, false
	}
	return Finding{Kind: keyKind, Start: start, End: end - 1}, i - start, true
}

// puttyKey finds the private lines of a key of PuTTY. i is where the line stands that counts them.
func puttyKey(text string, i int) (f Finding, steps int, ok bool) {
	from := i + len("Private-Lines: ")
	count, rest, ok := strings.Cut(text[from:min(len(text), from+longestKey)], "\n")
	lines, err := strconv.Atoi(strings.TrimSpace(count))
	if !ok || err != nil {
		return Finding{}, len(count), false
	}
	start := from + len(count) + 1
	end := start
	for line := range strings.Lines(rest) {
		if lines--; lines < 0 {
			break
		}
		end += len(line)
	}
	if !keyLike(text[start:end]) {
		return Finding{}, end - i, false
	}
	return Finding{Kind: keyKind, Start: start, End: len(strings.TrimRight(text[:end], "\r\n"))}, end - i, true
}

// lineOfKey is how many characters of base 64 make a line that may be of a key: most have 64 or 70.
const lineOfKey = 40

// HasKey reports whether a private key was found in a text.
func (t Text) HasKey() bool {
	return slices.ContainsFunc(t.Found, func(f Finding) bool { return f.Kind == keyKind })
}

// HideKeyLines puts marks for all lines of base 64 in a diff of files that hold private keys: a diff may begin
// and end within one, where nothing says what the lines are.
func HideKeyLines(diff string) string {
	var b strings.Builder
	for line := range strings.Lines(diff) {
		said := line
		if rest, isHunk := strings.CutPrefix(line, "@@ "); isHunk { // behind its numbers a hunk shows a line above it
			_, said, _ = strings.Cut(rest, " @@")
		}
		if bare := bareLine(said); len(bare) >= lineOfKey && strings.IndexFunc(bare, notBase64) < 0 {
			before, after, _ := strings.Cut(line, bare)
			line = before + Mark(keyKind) + after
		}
		b.WriteString(line)
	}
	return b.String()
}
