package php

import "bytes"

// skipBrackets is the offset after the bracket that closes the one at an offset, or end. Brackets in
// strings and comments do not count.
func skipBrackets(src []byte, at, end uint32) uint32 {
	depth := 0
	for at < end {
		switch src[at] {
		case '(', '[', '{':
			depth++
		case ')', ']', '}':
			if depth--; depth <= 0 {
				return at + 1
			}
		}
		at += token(src[at:end])
	}
	return end
}

// token is the length of the string or comment that a text begins with, else 1.
func token(text []byte) uint32 {
	until := func(from int, stop string) uint32 {
		if i := bytes.Index(text[from:], []byte(stop)); i >= 0 {
			return uint32(from + i + len(stop))
		}
		return uint32(len(text))
	}
	switch c := text[0]; {
	case c == '"' || c == '\'' || c == '`':
		for i := 1; i < len(text); i++ {
			switch text[i] {
			case '\\':
				i++
			case c:
				return uint32(i + 1)
			}
		}
		return uint32(len(text))
	case bytes.HasPrefix(text, []byte("/*")):
		return until(2, "*/")
	case bytes.HasPrefix(text, []byte("//")), c == '#' && !bytes.HasPrefix(text, []byte("#[")):
		return until(1, "\n")
	case bytes.HasPrefix(text, []byte("<<<")):
		label := bytes.Trim(bytes.TrimSpace(text[3:until(0, "\n")]), "'\"")
		if len(label) > 0 && (label[0] == '_' || label[0] >= 'A') {
			line := until(0, "\n")
			for int(line) < len(text) {
				if bytes.HasPrefix(bytes.TrimLeft(text[line:], " \t"), label) {
					return line + uint32(bytes.Index(text[line:], label)+len(label))
				}
				next := bytes.IndexByte(text[line:], '\n')
				if next < 0 {
					break
				}
				line += uint32(next + 1)
			}
			return uint32(len(text))
		}
	}
	return 1
}
