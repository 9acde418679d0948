//go:build ignore

// Writes the vocabularies' files from those of a library.
package main

import (
	"bytes"
	"compress/flate"
	"encoding/binary"
	"log"
	"os"
	"slices"

	"github.com/tiktoken-go/tokenizer/codec"
)

func main() {
	for name, c := range map[string]*codec.Codec{"o200k_base": codec.NewO200kBase(), "cl100k_base": codec.NewCl100kBase()} {
		var lengths, tokens []byte
		for rank := uint(0); ; rank++ {
			token, err := c.Decode([]uint{rank})
			if err != nil {
				break
			}
			if len(token) > 255 {
				log.Fatalf("%s: the token %q is longer than the format has room for", name, token)
			}
			lengths = append(lengths, byte(len(token)))
			tokens = append(tokens, token...)
		}
		raw := slices.Concat(binary.AppendUvarint(nil, uint64(len(lengths))), lengths, tokens)
		var packed bytes.Buffer
		w, err := flate.NewWriter(&packed, flate.BestCompression)
		if err == nil {
			_, err = w.Write(raw)
		}
		if err == nil {
			err = w.Close()
		}
		if err == nil {
			err = os.WriteFile(name+".deflate", packed.Bytes(), 0o644)
		}
		if err != nil {
			log.Fatal(err)
		}
	}
}
