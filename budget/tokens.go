package budget

import (
	"context"
	"strconv"
	"sync"

	"github.com/contextls/contextls/budget/bpe"
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
	var err error
	switch name {
	case Heuristic:
	case "o200k_base":
		c.encoding, err = bpe.O200kBase()
	case "cl100k_base":
		c.encoding, err = bpe.Cl100kBase()
	default:
		return nil, &FieldError{"tokenizer", strconv.Quote(name), "is not one of heuristic, o200k_base, cl100k_base"}
	}
	if err != nil {
		return nil, err
	}
	if c.encoding != nil {
		c.counts = newCountCache()
	}
	if t.loaded == nil {
		t.loaded = map[string]*Counter{}
	}
	t.loaded[name] = c
	return c, nil
}

// Counter counts the tokens of texts in one tokenizer. It is safe for concurrent use.
type Counter struct {
	encoding *bpe.Encoding // nil: the heuristic
	counts   *countCache   // nil for the heuristic
}

// Count is the number of tokens of a text.
func (c *Counter) Count(text string) int {
	n, _ := c.count(context.Background(), text) // which is never done
	return n
}

// count is Count while ctx is not done; the error is its.
func (c *Counter) count(ctx context.Context, text string) (int, error) {
	if c.encoding == nil {
		return tokens(len(text)), nil
	}
	if len(text) < cachedFrom {
		return c.encoding.Count(text), nil
	}
	key := c.counts.key(text)
	n, ok := c.counts.get(key)
	if ok {
		return n, nil
	}
	n, err := c.encoding.CountContext(ctx, text)
	if err == nil {
		c.counts.put(key, n)
	}
	return n, err
}

// cost is what a text costs, in quarters of a token.
func (c *Counter) cost(text string) int {
	if c.encoding == nil {
		return len(text)
	}
	return perToken * c.Count(text)
}

// tokens rounds a cost up to whole tokens.
func tokens(cost int) int { return (cost + perToken - 1) / perToken }

// guessedFrom is from how many bytes on what the lines of a text cost is guessed: to count them takes some hundredths of a
// second. What is shown of them is counted.
const guessedFrom = 256 << 10

// lineCosts is what each line of a text costs as a part of it; a token belongs to the line that it
// begins in. starts are the offsets at which lines begin, and the text's length.
func (c *Counter) lineCosts(text string, starts []int) []int {
	costs := make([]int, len(starts)-1)
	if c.encoding == nil || len(text) > guessedFrom {
		for i := range costs {
			costs[i] = c.guess(starts[i+1] - starts[i])
		}
		return costs
	}
	offset, line := 0, 0
	for _, token := range c.encoding.Tokens(text) {
		for line < len(costs)-1 && offset >= starts[line+1] {
			line++
		}
		costs[line] += perToken
		offset += len(token)
	}
	return costs
}

// guess is about what a text of so many bytes costs: for the heuristic its cost, for the others that of
// source code, which has 3 to 5 bytes a token.
func (c *Counter) guess(bytes int) int {
	if c.encoding == nil {
		return bytes
	}
	return bytes * perToken * 2 / 9
}
