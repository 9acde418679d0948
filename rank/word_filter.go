package rank

// wordFilter tells texts that have none of some words, without looking for where words begin and end. It is Shift-And (Baeza-Yates, Gonnet:
// A New Approach to Text Searching, 1992) over pairs of letters, for all words in one go as in Wu and Manber's agrep: a text in which the
// beginning of one word goes on as another one does passes, too.
type wordFilter struct {
	at   [1 << 10]uint8 // pair of letters → at which places of words it stands, a bit each…
	ends [1 << 10]uint8 // …and of which of these no more of a word is looked for
}

// filterPairs is how much of a word is looked for.
const filterPairs = 8

// add has the filter look for a word. One letter is none.
func (f *wordFilter) add(word string) {
	pairs := min(len(word)-1, filterPairs)
	for i := range pairs {
		pair := letterPair(letterPair(0, word[i]), word[i+1])
		f.at[pair] |= 1 << i
		if i == pairs-1 {
			f.ends[pair] |= 1 << i
		}
	}
}

// mayHave reports whether a text may have one of the words, in small letters or capitals. Where it has one, it may.
func (f *wordFilter) mayHave(text string) bool {
	pair, found := 0, uint8(0)
	for i := range len(text) {
		pair = letterPair(pair, text[i])
		if found = (found<<1 | 1) & f.at[pair]; found&f.ends[pair] != 0 {
			return true
		}
	}
	return false
}

// letterPair is the last letter of a pair and one more. Its five bits are the same for small letters and capitals; other characters share
// them with some letter.
func letterPair(pair int, letter byte) int { return (pair<<5 | int(letter&31)) & (1<<10 - 1) }
