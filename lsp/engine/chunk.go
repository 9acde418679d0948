package engine

import (
	"crypto/sha256"
	"encoding/hex"
	"strconv"
	"strings"

	"github.com/contextls/contextls/analysis"
)

// chunkID names a chunk, one definition's source, as kind:path:name@line:hash. The name is qualified by
// what the definition is in, with dots. Colons and percent signs in it are escaped as in URIs (%3A, %25),
// and neither kinds, lines nor hashes have any, so that an ID reads in one way only although paths may
// contain colons: kind up to the first colon, hash behind the last, line behind the last @, name behind
// the last colon before that. Equal IDs of one snapshot have equal texts.
type chunkID struct {
	kind, path, name string
	line             int    // 1-based, of the name
	hash             string // of the text
}

func (c chunkID) String() string {
	return c.kind + ":" + c.path + ":" + strings.NewReplacer("%", "%25", ":", "%3A").Replace(c.name) + "@" + strconv.Itoa(c.line) + ":" + c.hash
}

// hashBytes is how much of the SHA-256 of its text a chunk's ID has: enough to tell the versions of one
// definition apart, which is all it has to do.
const hashBytes = 4

// parseChunk reads what String writes, and nothing else.
func parseChunk(id string) (c chunkID, ok bool) {
	kind, rest, _ := strings.Cut(id, ":")
	colon := strings.LastIndexByte(rest, ':')
	if colon < 0 {
		return c, false
	}
	rest, hash := rest[:colon], rest[colon+1:]
	at := strings.LastIndexByte(rest, '@')
	if at < 0 {
		return c, false
	}
	line, err := strconv.Atoi(rest[at+1:])
	colon = strings.LastIndexByte(rest[:at], ':')
	if err != nil || colon < 0 || len(hash) != 2*hashBytes || strings.Trim(hash, "0123456789abcdef") != "" {
		return c, false
	}
	name := strings.NewReplacer("%25", "%", "%3A", ":").Replace(rest[colon+1 : at])
	c = chunkID{kind, rest[:colon], name, line, hash}
	return c, c.kind != "" && c.path != "" && c.name != "" && c.line > 0 && c.String() == id
}

// chunkOf is the ID of a definition in a file with this text.
func chunkOf(path string, s *analysis.Symbol, text string) chunkID {
	sum := sha256.Sum256([]byte(source(s, text)))
	return chunkID{s.Kind.String(), path, qualifiedName(s), int(s.Line) + 1, hex.EncodeToString(sum[:hashBytes])}
}

// source is a definition's text.
func source(s *analysis.Symbol, text string) string {
	end := min(int(s.Range.End), len(text))
	return text[min(int(s.Range.Start), end):end]
}

func qualifiedName(s *analysis.Symbol) string {
	if s.Container == "" {
		return s.Name
	}
	return s.Container + "." + s.Name
}

// definition is one definition of the folder: a file and the place among its symbols.
type definition struct {
	node   int32
	symbol int
}

// chunkReader reads chunks for one request, each file once.
type chunkReader struct {
	*indexed
	texts map[int32]string
}

func newChunkReader(x *indexed) *chunkReader { return &chunkReader{x, map[int32]string{}} }

func (r *chunkReader) text(n int32) (string, error) {
	if text, known := r.texts[n]; known {
		return text, nil
	}
	text, err := r.snap.Text(r.Graph().Path(n))
	if err == nil {
		r.texts[n] = text
		r.checkRanges(n, text)
	}
	return text, err
}

func (r *chunkReader) symbol(d definition) *analysis.Symbol {
	return &r.facts(d.node).Symbols[d.symbol]
}

// id is a definition's chunk. The error is that of reading its file.
func (r *chunkReader) id(d definition) (chunkID, error) {
	text, err := r.text(d.node)
	if err != nil {
		return chunkID{}, err
	}
	return chunkOf(r.Graph().Path(d.node), r.symbol(d), text), nil
}
