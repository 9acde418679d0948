package rank

// identifiers are those of a text: which stand behind a dot, and which do not. Nil stands for all there are.
type identifiers struct{ bare, dotted map[string]bool }

func (i *identifiers) has(name string) bool { return i == nil || i.bare[name] || i.dotted[name] }

func readIdentifiers(text string) *identifiers {
	found := &identifiers{bare: map[string]bool{}, dotted: map[string]bool{}}
	eachIdentifier(text, func(start, end int) {
		if start > 0 && text[start-1] == '.' {
			found.dotted[text[start:end]] = true
		} else {
			found.bare[text[start:end]] = true
		}
	})
	return found
}

// eachIdentifier calls f with where each identifier of a text, or number, begins and ends.
func eachIdentifier(text string, f func(start, end int)) {
	for i := 0; i < len(text); {
		if !identifierByte(text[i]) {
			i++
			continue
		}
		start := i
		for i < len(text) && identifierByte(text[i]) {
			i++
		}
		f(start, i)
	}
}

func identifierByte(c byte) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' || c == '_' || c == '$' || c >= 0x80
}
