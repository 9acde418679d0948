package budget

import (
	"strconv"
	"sync"

	"github.com/tiktoken-go/tokenizer/codec"
)

// Heuristic is the name of the default tokenizer: a token is four bytes of UTF-8, rounded up.
const Heuristic = "heuristic"

// perToken is the unit of cost: costs are counted in quarters of a token, so that the bytes of the
// heuristic add up exactly. Tokens of the other tokenizers cost four each.
const perToken = 4

// Tokenizers hands out Counters. Its zero value is ready; vocabularies are loaded when first asked for.
type Tokenizers struct {
	mu     sync.Mutex
	loaded map[string]*Counter
}

// Get is the Counter of a tokenizer: heuristic (also for ""), o200k_base or cl100k_base. Any other name
// is a *FieldError. It is safe for concurrent use.
func (t *Tokenizers) Get(name string) (*Counter, error) {
	if name == "" {
		name = Heuristic
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if c := t.loaded[name]; c != nil {
		return c, nil
	}
	c := &Counter{}
	switch name { // not by the library's tokenizer.Get, which links the vocabularies that nobody asks for
	case Heuristic:
	case "o200k_base":
		c.codec, c.counts = codec.NewO200kBase(), newCountCache()
	case "cl100k_base":
		c.codec, c.counts = codec.NewCl100kBase(), newCountCache()
	default:
		return nil, &FieldError{"tokenizer", strconv.Quote(name), "is not one of heuristic, o200k_base, cl100k_base"}
	}
	if t.loaded == nil {
		t.loaded = map[string]*Counter{}
	}
	t.loaded[name] = c
	return c, nil
}

// Counter counts the tokens of texts in one tokenizer. It is safe for concurrent use.
type Counter struct {
	codec  *codec.Codec // nil: the heuristic
	counts *countCache  // nil for the heuristic
}

// Count is the number of tokens of a text.
func (c *Counter) Count(text string) int {
	if c.codec == nil {
		return tokens(len(text))
	}
	if len(text) < cachedFrom {
		return c.count(text)
	}
	key := c.counts.key(text)
	n, ok := c.counts.get(key)
	if !ok {
		n = c.count(text)
		c.counts.put(key, n)
	}
	return n
}

// count asks the codec. It only fails on invalid UTF-8 in a mode that is never set; should that change,
// a token for every byte is a count that no text exceeds.
func (c *Counter) count(text string) int {
	n, err := c.codec.Count(text)
	if err != nil {
		return len(text)
	}
	return n
}

// cost is what a text costs, in quarters of a token.
func (c *Counter) cost(text string) int {
	if c.codec == nil {
		return len(text)
	}
	return perToken * c.Count(text)
}

// tokens rounds a cost up to whole tokens.
func tokens(cost int) int { return (cost + perToken - 1) / perToken }

// lineCosts is what each line of a text costs as a part of it; a token belongs to the line that it
// begins in. starts are the offsets at which lines begin, and the text's length.
func (c *Counter) lineCosts(text string, starts []int) []int {
	costs := make([]int, len(starts)-1)
	if c.codec == nil {
		for i := range costs {
			costs[i] = starts[i+1] - starts[i]
		}
		return costs
	}
	_, parts, err := c.codec.Encode(text)
	if err != nil {
		parts = []string{text}
	}
	offset, line := 0, 0
	for _, part := range parts {
		for line < len(costs)-1 && offset >= starts[line+1] {
			line++
		}
		costs[line] += perToken
		offset += len(part)
	}
	return costs
}

// guess is about what a text of so many bytes costs: for the heuristic its cost, for the others that of
// source code, which has 3 to 5 bytes a token.
func (c *Counter) guess(bytes int) int {
	if c.codec == nil {
		return bytes
	}
	return bytes * perToken * 2 / 9
}
