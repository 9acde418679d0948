// Package bpe counts tokens as OpenAI's models do: byte-pair encoding with the vocabularies o200k_base and cl100k_base.
//
// A text is cut into pieces (split.go), by the rules that the vocabularies were learned with; in each piece the pair of
// neighbours whose union has the lowest rank is merged, again and again (merge.go). Vocabularies are kept compressed in the
// program, a tenth of what they take in memory, and read when first asked for (vocabulary.go).
//
// Invariants: tokens joined are the text, also where it is no UTF-8. For valid UTF-8 they are those of
// github.com/tiktoken-go/tokenizer, from which the files are generated and with which tests compare.
package bpe

//go:generate go run generate.go
