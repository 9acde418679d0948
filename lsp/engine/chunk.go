package engine

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"strconv"
	"strings"

	"github.com/contextls/contextls/analysis"
	"github.com/contextls/contextls/rank"
	"github.com/contextls/contextls/workspace"
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

var chunkEscapes = strings.NewReplacer("%", "%25", ":", "%3A")

func (c chunkID) String() string {
	return c.kind + ":" + c.path + ":" + chunkEscapes.Replace(c.name) + "@" + strconv.Itoa(c.line) + ":" + c.hash
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

// chunkOf is the ID of a rank.Definition in a file with this text.
func chunkOf(path string, s *analysis.Symbol, text string) chunkID {
	sum := sha256.Sum256([]byte(source(s, text)))
	return chunkID{s.Kind.String(), path, s.QualifiedName(), int(s.Line) + 1, hex.EncodeToString(sum[:hashBytes])}
}

// source is a rank.Definition's text.
func source(s *analysis.Symbol, text string) string {
	end := min(int(s.Range.End), len(text))
	return text[min(int(s.Range.Start), end):end]
}

// shown is a rank.Definition's text as it may be shown, in UTF-8, behind some indentation. The error is ctx's.
func (x *indexed) shown(ctx context.Context, path string, s *analysis.Symbol, indentation, text string) (string, error) {
	read, err := x.snap.Secrets(ctx, path, text)
	if err != nil {
		return "", err
	}
	end := min(int(s.Range.End), len(text))
	return strings.ToValidUTF8(indentation+read.Slice(min(int(s.Range.Start), end), end), "\ufffd"), nil
}

// chunkReader reads chunks for one request, each file once.
type chunkReader struct {
	*indexed
	texts   map[int32]string
	changed bool // a file on disk is not what the snapshot has of it any more
}

func newChunkReader(x *indexed) *chunkReader {
	return &chunkReader{indexed: x, texts: map[int32]string{}}
}

func (r *chunkReader) text(n int32) (string, error) {
	if text, known := r.texts[n]; known {
		return text, nil
	}
	text, err := r.snap.Text(r.Graph().Path(n))
	if err == nil {
		r.texts[n] = text
		r.checkRanges(n, text)
	}
	r.changed = r.changed || errors.Is(err, workspace.ErrChanged)
	return text, err
}

func (r *chunkReader) symbol(d rank.Definition) *analysis.Symbol {
	return &r.facts(d.Node).Symbols[d.Symbol]
}

// id is a rank.Definition's chunk. The error is that of reading its file.
func (r *chunkReader) id(d rank.Definition) (chunkID, error) {
	text, err := r.text(d.Node)
	if err != nil {
		return chunkID{}, err
	}
	return chunkOf(r.Graph().Path(d.Node), r.symbol(d), text), nil
}
