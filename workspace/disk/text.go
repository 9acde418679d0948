package disk

import (
	"encoding/binary"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

const (
	binaryProbe   = 8 << 10 // bytes of text in which a NUL makes a file binary
	byteOrderMark = "\ufeff"
	replaced      = "read with replacement characters"
)

// decode is the text that a file's bytes stand for: UTF-16 if they begin with its byte order mark, else UTF-8. What is
// wrong in it is replaced by U+FFFD, and told in the warning. A NUL near its beginning makes it no text.
func decode(raw string) (text, warning string, isText bool) {
	switch {
	case strings.HasPrefix(raw, "\xff\xfe"):
		text, warning = fromUTF16(raw[2:], binary.LittleEndian)
	case strings.HasPrefix(raw, "\xfe\xff"):
		text, warning = fromUTF16(raw[2:], binary.BigEndian)
	default:
		text = strings.TrimPrefix(raw, byteOrderMark)
	}
	if strings.IndexByte(text[:min(len(text), binaryProbe)], 0) >= 0 {
		return "", "", false
	}
	if !utf8.ValidString(text) {
		return string([]rune(text)), "not valid UTF-8: " + replaced, true
	}
	return text, warning, true
}

func fromUTF16(raw string, order binary.ByteOrder) (text, warning string) {
	units := make([]uint16, 0, len(raw)/2+1)
	wrong := len(raw) % 2
	for i := 0; i+1 < len(raw); i += 2 {
		units = append(units, order.Uint16([]byte(raw[i:i+2])))
	}
	if wrong > 0 { // half a unit
		units = append(units, 0xd800)
	}
	var b strings.Builder
	b.Grow(len(units))
	for i := 0; i < len(units); i++ {
		r := rune(units[i])
		if utf16.IsSurrogate(r) {
			low := rune(0)
			if i+1 < len(units) {
				low = rune(units[i+1])
			}
			if r = utf16.DecodeRune(r, low); r == utf8.RuneError {
				wrong++
			} else {
				i++
			}
		}
		b.WriteRune(r)
	}
	if wrong > 0 {
		warning = "not valid UTF-16: " + replaced
	}
	return b.String(), warning
}

// EndLines is a text in which every line ends with \n or \r\n. A carriage return alone ends a line, too, in editors
// and in many languages; it becomes \n, and all positions stay.
func EndLines(text string) string {
	var b []byte
	for i := 0; ; i++ {
		next := strings.IndexByte(text[i:], '\r')
		if next < 0 {
			break
		}
		if i += next; i+1 < len(text) && text[i+1] == '\n' {
			continue
		}
		if b == nil {
			b = []byte(text)
		}
		b[i] = '\n'
	}
	if b == nil {
		return text
	}
	return string(b)
}
