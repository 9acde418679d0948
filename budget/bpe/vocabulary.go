package bpe

import (
	"bytes"
	"compress/flate"
	"context"
	_ "embed"
	"encoding/binary"
	"fmt"
	"io"
)

// The vocabularies' files: how many tokens there are, as an unsigned varint, a byte for the length of each, and the tokens
// themselves by rank, all of it deflated.
var (
	//go:embed o200k_base.deflate
	o200k []byte
	//go:embed cl100k_base.deflate
	cl100k []byte
)

// Encoding counts the tokens of texts. It is safe for concurrent use.
type Encoding struct {
	ranks map[string]uint32 // of tokens
	split func(text string) int
}

// O200kBase reads the vocabulary of GPT-4o and later.
func O200kBase() (*Encoding, error) { return read(o200k, splitO200k) }

// Cl100kBase reads the vocabulary of GPT-4 and GPT-3.5.
func Cl100kBase() (*Encoding, error) { return read(cl100k, splitCl100k) }

func read(file []byte, split func(string) int) (*Encoding, error) {
	raw, err := io.ReadAll(flate.NewReader(bytes.NewReader(file)))
	if err != nil {
		return nil, err
	}
	count, n := binary.Uvarint(raw)
	if n <= 0 || count > uint64(len(raw)-n) {
		return nil, fmt.Errorf("a vocabulary of %d bytes is broken", len(raw))
	}
	lengths, tokens := raw[n:n+int(count)], string(raw[n+int(count):])
	e := &Encoding{ranks: make(map[string]uint32, count), split: split}
	for rank, length := range lengths {
		if int(length) > len(tokens) {
			return nil, fmt.Errorf("a vocabulary of %d bytes is broken", len(raw))
		}
		e.ranks[tokens[:length]] = uint32(rank)
		tokens = tokens[length:]
	}
	return e, nil
}

// Count is the number of tokens of a text.
func (e *Encoding) Count(text string) int {
	n := 0
	e.each(text, len(text), func(string) { n++ })
	return n
}

// looks is after how many bytes it is looked whether a context is done: some milliseconds.
const looks = 1 << 15

// CountContext is Count while ctx is not done; the error is its.
func (e *Encoding) CountContext(ctx context.Context, text string) (n int, err error) {
	for text != "" && err == nil {
		if text = e.each(text, looks, func(string) { n++ }); text != "" {
			err = ctx.Err()
		}
	}
	return n, err
}

// Tokens are those of a text.
func (e *Encoding) Tokens(text string) []string {
	var tokens []string
	e.each(text, len(text), func(token string) { tokens = append(tokens, token) })
	return tokens
}

// each yields the tokens of so many bytes of a text, and of the rest of the last word in them. It gives the rest of the text.
func (e *Encoding) each(text string, bytes int, yield func(token string)) (rest string) {
	for enough := max(0, len(text)-bytes); len(text) > enough; {
		piece := text[:e.split(text)]
		text = text[len(piece):]
		if _, ok := e.ranks[piece]; ok {
			yield(piece)
		} else {
			e.merge(piece, yield)
		}
	}
	return text
}
