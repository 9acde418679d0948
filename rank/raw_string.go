package rank

import "strings"

// rawString reads the string that a quote at an offset begins, if it is one without escapes, which may go on over lines: C#'s @"…", C++'s
// R"x(…)x" and Rust's r#"…"#. It returns the offset behind it.
func (r *proseReader) rawString(start int) (end int, raw bool) {
	if r.text[start] != '"' {
		return 0, false
	}
	before, behind := r.text[:start], r.text[start+1:]
	if r.Verbatim && (strings.HasSuffix(before, "@") || strings.HasSuffix(before, "@$")) {
		return r.verbatim(start, endsInAny(before, "$") || strings.HasSuffix(before, "$@")), true
	}
	if r.Raw == nil {
		return 0, false
	}
	word := strings.TrimRight(before, "#")
	mark := r.Raw(before[len(word)-len(lastWord(word)):], behind)
	i := strings.Index(behind, mark)
	if mark == "" || i < 0 {
		return 0, false
	}
	return r.note(start, start+1+i+len(mark)), true
}

// verbatim reads a verbatim string of C#, where two quotes are one; holes says whether there is code in braces in it. One that nothing closes
// is none.
func (r *proseReader) verbatim(start int, holes bool) (end int) {
	from, noted, closed := start, len(r.found), true
	holes = holes && len(r.unclosed) < mostUnclosed
	for at := start + 1; at < len(r.text) && closed; {
		switch rest := r.text[at:]; {
		case strings.HasPrefix(rest, `""`), holes && strings.HasPrefix(rest, "{{"):
			at += 2
		case rest[0] == '"':
			return r.note(from, at+1)
		case holes && rest[0] == '{':
			from, closed = r.hole(from, at+1, '}')
			at = from
		default:
			at++
		}
	}
	return r.none(start, from, noted)
}
