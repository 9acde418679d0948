package toml

import "bytes"

// Condense leaves of a text that a program wrote the headers of tables and some of their settings, as far as each stands in a line of
// its own.
func Condense(text []byte, keys ...string) []byte {
	out := []byte{}
	for line := range bytes.Lines(text) {
		if line[0] == '[' {
			out = append(out, line...)
			continue
		}
		key, _, _ := bytes.Cut(line, []byte(" = "))
		for _, wanted := range keys {
			if string(key) == wanted {
				out = append(out, line...)
			}
		}
	}
	return out
}
